import CArchive

/// Writes a zip archive into an open file, one file behind the other, and holds none of them: what
/// goes in may be larger than memory.
///
/// It blocks while the disk does, so it belongs off the event loops.
public final class ZipWriter {
    private let archive: OpaquePointer
    private let entry: OpaquePointer

    /// - Parameter descriptor: open for writing; it stays the caller's.
    /// - Throws: `.failed`, as all of its methods do.
    public init(to descriptor: Int32) throws(ArchiveError) {
        guard let archive = archive_write_new() else { throw .failed("no memory") }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw .failed("no memory")
        }
        self.archive = archive
        self.entry = entry
        try check(archive_write_set_format_zip(archive))
        // Without it the end would be filled up with zeros, as tapes want it.
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(archive_write_open_fd(archive, descriptor))
    }

    deinit {
        archive_entry_free(entry)
        archive_write_free(archive)
    }

    /// Begins a file of any size, whose bytes `write` appends.
    /// - Parameters:
    ///   - name: its path in the archive, in ASCII: what stands for other letters depends on the
    ///     system that reads it.
    ///   - modified: Unix seconds.
    public func begin(_ name: StaticString, modified: Int64) throws(ArchiveError) {
        try check(archive_write_zip_set_compression_deflate(archive))
        try begin("\(name)", modified, count: nil)
    }

    /// Appends to the file that was begun last.
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

    /// Adds a whole file as it is, for what is compressed already.
    /// - Parameters: as of `begin`.
    public func store(
        _ bytes: [UInt8], as name: String, modified: Int64
    ) throws(ArchiveError) {
        try check(archive_write_zip_set_compression_store(archive))
        try begin(name, modified, count: bytes.count)
        try write(bytes)
    }

    /// Ends the archive; nothing can be added any more.
    /// - Returns: how many bytes it has.
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

    /// `AE_IFREG`, a macro that is not imported.
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
    /// In the words of the library, for the log: the disk is full, mostly.
    case failed(String)
}
