/// One range of bytes that a request asks for (RFC 9110 §14.1.2).
enum ByteRange: Equatable {
    case range(Range<Int>)
    /// It lies wholly outside: 416.
    case unsatisfiable

    /// Nil when the field is malformed, in another unit, or holds several ranges: then the whole
    /// representation is a right answer (RFC 9110 §14.2).
    init?(_ field: String, length: Int) {
        let parts = field.utf8.split(
            separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, String(parts[0])?.lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: .dash, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        guard !ends[0].isEmpty else {
            guard let count = ByteRange.number(ends[1]) else { return nil }
            let start = max(length - count, 0)
            self = count == 0 || length == 0 ? .unsatisfiable : .range(start..<length)
            return
        }
        guard let first = ByteRange.number(ends[0]) else { return nil }
        guard let last = ends[1].isEmpty ? Int.max : ByteRange.number(ends[1]), last >= first else {
            return nil
        }
        self = first >= length ? .unsatisfiable : .range(first..<min(last, length - 1) + 1)
    }

    /// Digits only; what is too large for a number is larger than any file.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { sum, digit in
            let (product, overflow) = sum.multipliedReportingOverflow(by: 10)
            let (next, carry) = product.addingReportingOverflow(Int(digit - 48))
            return overflow || carry ? Int.max : next
        }
    }
}
