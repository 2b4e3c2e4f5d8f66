import Foundation

/// A file that is made once; each test gets a copy.
public final class CopiedFile: Sendable {
    private let bytes: Result<Data, any Error>

    /// - Parameter make: makes the file at that path.
    public init(_ make: (_ path: String) throws -> Void) {
        bytes = Result { () throws -> Data in
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            try make(folder.file("original"))
            return try Data(contentsOf: URL(fileURLWithPath: folder.file("original")))
        }
    }

    public func copy(to path: String) throws {
        try bytes.get().write(to: URL(fileURLWithPath: path))
    }
}
