import CArchive

/// Writes a zip archive into an open file, one entry after the other, without holding them in memory: the
/// content may be larger than memory.
///
/// It blocks on disk writes, so it must run off the event loops.
public final class ZipWriter {
    private let archive: OpaquePointer
    private let entry: OpaquePointer

    /// - Parameter descriptor: open for writing; the caller closes it.
    /// - Throws: `.failed`, as all methods do.
    public init(to descriptor: Int32) throws(ArchiveError) {
        guard let archive = archive_write_new() else { throw .failed("no memory") }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw .failed("no memory")
        }
        self.archive = archive
        self.entry = entry
        try check(archive_write_set_format_zip(archive))
        // By default libarchive pads the end with zeros, as for tapes.
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(archive_write_open_fd(archive, descriptor))
    }

    deinit {
        archive_entry_free(entry)
        archive_write_free(archive)
    }

    /// Begins an entry of any size; `write` appends its bytes.
    /// - Parameters:
    ///   - name: the path in the archive, in ASCII: how other characters are read depends on the system.
    ///   - modified: Unix seconds.
    public func begin(_ name: StaticString, modified: Int64) throws(ArchiveError) {
        try check(archive_write_zip_set_compression_deflate(archive))
        try begin("\(name)", modified, count: nil)
    }

    /// Appends to the entry that was begun last.
    public func write(_ bytes: [UInt8]) throws(ArchiveError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                archive_write_data(archive, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw failure }
            rest = rest.dropFirst(count)
        }
    }

    /// Adds a complete entry uncompressed, for content that is compressed already.
    /// - Parameters: as for `begin`.
    public func store(
        _ bytes: [UInt8], as name: String, modified: Int64
    ) throws(ArchiveError) {
        try check(archive_write_zip_set_compression_store(archive))
        try begin(name, modified, count: bytes.count)
        try write(bytes)
    }

    /// Ends the archive; nothing can be added afterwards.
    /// - Returns: its size in bytes.
    public func finish() throws(ArchiveError) -> Int {
        try check(archive_write_close(archive))
        return Int(archive_filter_bytes(archive, -1))
    }

    private func begin(
        _ name: String, _ modified: Int64, count: Int?
    ) throws(ArchiveError) {
        archive_entry_clear(entry)
        archive_entry_set_pathname(entry, name)
        archive_entry_set_filetype(entry, Self.regularFile)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(modified), 0)
        if let count { archive_entry_set_size(entry, Int64(count)) }
        try check(archive_write_header(archive, entry))
    }

    /// `AE_IFREG`, a macro that Swift does not import.
    private static let regularFile: UInt32 = 0o100000

    private func check(_ status: Int32) throws(ArchiveError) {
        guard status == ARCHIVE_OK else { throw failure }
    }

    private var failure: ArchiveError {
        .failed(archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }
}

/// Why an archive could not be written.
public enum ArchiveError: Error, Equatable, Sendable {
    /// The library's message, for the log; usually the disk is full.
    case failed(String)
}
