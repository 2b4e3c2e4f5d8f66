import Glibc
import HTTPServer

/// A text that the operator writes by hand.
enum OperatorFile {
    /// In bytes: nobody writes more by hand.
    private static let longest = 1 << 20

    /// - Parameter things: what stands in it, for whom it cannot be read.
    /// - Throws: `.failed`.
    static func text(of path: String, holding things: String) throws(CommandError) -> String {
        guard let bytes = OpenFile.bytes(of: path, upTo: longest) else {
            let reason = String(cString: strerror(errno))
            throw .failed("cannot read the \(things) in \(path): \(reason)")
        }
        guard bytes.count <= longest else {
            throw .failed("the \(things) in \(path) are more than \(longest) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed("the \(things) in \(path) are not in UTF-8")
        }
        return text
    }
}
