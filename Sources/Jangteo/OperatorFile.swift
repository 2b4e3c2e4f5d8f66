import Glibc
import HTTPServer
import Market

/// A text file that the operator writes by hand.
enum OperatorFile {
    /// In bytes; far more than anybody writes by hand.
    private static let longest = 1 << 20

    /// - Parameter things: what the file holds, for the error message.
    /// - Throws: `.failed`.
    static func text(of path: String, holding things: String) throws(CommandError) -> String {
        guard let bytes = OpenFile.bytes(of: path, upTo: longest) else {
            let reason = String(cString: strerror(errno))
            throw .failed("cannot read the \(things) in \(path): \(reason)")
        }
        guard bytes.count <= longest else {
            throw .failed("the list of \(things) in \(path) is longer than \(longest) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed("the \(things) in \(path) are not in UTF-8")
        }
        return text
    }
}

/// The operator's list of neighbourhoods and meeting spots.
enum PlacesFile {
    /// - Throws: `.failed`, with the file, the line and the reason.
    static func read(_ path: String) throws(CommandError) -> [NamedNeighbourhood] {
        let text = try OperatorFile.text(of: path, holding: "places")
        do throws(PlaceNamesError) {
            return try [NamedNeighbourhood](parsing: text)
        } catch {
            throw .failed("\(path):\(error.line): \(error.reason)")
        }
    }
}
