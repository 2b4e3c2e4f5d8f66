import Market

/// The operator's list of vendors: a line `IDENTIFIER NUMBER NAME` each, separated by spaces or tabs.
enum VendorsFile {
    /// In characters as people count them (grapheme clusters).
    private static let longestName = 50

    /// - Throws: `.failed`, with the file, the line and the reason.
    static func read(_ path: String) throws(CommandError) -> [VendorAssignment] {
        let text = try OperatorFile.text(of: path, holding: "vendors")
        var vendors: [VendorAssignment] = []
        var lines: [String: Int] = [:]
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in all.enumerated() {
            do throws(Malformed) {
                guard let vendor = try vendor(line) else { continue }
                for key in [vendor.identifier.text, "number \(vendor.number)"] {
                    if let first = lines.updateValue(index + 1, forKey: key) {
                        throw Malformed(reason: "\(key) stands in line \(first) already")
                    }
                }
                vendors.append(vendor)
            } catch {
                throw .failed("\(path):\(index + 1): \(error.reason)")
            }
        }
        return vendors
    }

    private struct Malformed: Error {
        let reason: String
    }

    /// Returns nil for a blank line or a comment.
    private static func vendor(_ line: Substring) throws(Malformed) -> VendorAssignment? {
        let columns = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
        guard let first = columns.first, !first.hasPrefix("#") else { return nil }
        guard columns.count == 3 else {
            throw Malformed(reason: "a line must be IDENTIFIER NUMBER NAME")
        }
        guard let identifier = VendorIdentifier(String(first)) else {
            throw Malformed(
                reason: "an identifier is 1 to \(VendorIdentifier.longest) characters of ASCII")
        }
        let range = Vendor.assignableNumbers
        guard let number = Int64(digits: String(columns[1]), in: range) else {
            throw Malformed(
                reason: "a number is \(range.lowerBound) to \(range.upperBound), "
                    + "not ‘\(columns[1])’")
        }
        return VendorAssignment(
            identifier: identifier, number: Vendor.ID(rawValue: number),
            name: try name(columns[2]))
    }

    private static func name(_ text: Substring) throws(Malformed) -> String {
        var text = text.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        guard (1...longestName).contains(text.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw Malformed(reason: "a name has 1 to \(longestName) letters")
        }
        return String(text)
    }
}
