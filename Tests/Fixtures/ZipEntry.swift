import CArchive

/// A file in a zip archive, as libarchive reads it.
public struct ZipEntry: Sendable {
    public let name: String
    /// Unix seconds.
    public let modified: Int
    public let bytes: [UInt8]

    /// - Throws: `Failure` if the bytes are not an archive, or a damaged one.
    public static func all(in archive: [UInt8]) throws -> [ZipEntry] {
        let reader = archive_read_new()
        defer { archive_read_free(reader) }
        archive_read_support_format_zip_seekable(reader)
        return try archive.withUnsafeBytes { buffer in
            guard archive_read_open_memory(reader, buffer.baseAddress, buffer.count) == ARCHIVE_OK
            else { throw Failure("no archive") }
            var entries: [ZipEntry] = []
            var entry: OpaquePointer?
            while true {
                let status = archive_read_next_header(reader, &entry)
                if status == ARCHIVE_EOF { return entries }
                guard status == ARCHIVE_OK else { throw Failure("damaged: \(status)") }
                entries.append(
                    ZipEntry(
                        name: String(cString: archive_entry_pathname(entry)),
                        modified: archive_entry_mtime(entry), bytes: try content(reader)))
            }
        }
    }

    private static func content(_ reader: OpaquePointer?) throws -> [UInt8] {
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while true {
            let count = archive_read_data(reader, &buffer, buffer.count)
            guard count >= 0 else { throw Failure("a damaged file") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
