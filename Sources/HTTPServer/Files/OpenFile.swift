import CLinux
import Glibc

/// An open file descriptor that closes with the last reference.
public final class OpenFile: Sendable {
    /// Valid for as long as this object exists.
    public let descriptor: Int32

    /// Takes over the descriptor, which is closed with this object.
    private init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a file for reading; nil if that fails, with the reason in `errno`.
    public convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(owning: descriptor)
    }

    /// Creates an unnamed file for reading and writing, which is deleted with the last reference; nil if
    /// that fails, with the reason in `errno`.
    public static func temporary(in folder: String) -> OpenFile? {
        var descriptor = jangteo_open_temporary(folder)
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR {
            // Some file systems lack O_TMPFILE: create a file and remove its name.
            // mkstemp(3) replaces six of these letters with something unique.
            let unique = String(repeating: "X", count: 6)
            var template = Array("\(folder)/jangteo-\(unique)".utf8CString)
            descriptor = mkstemp(&template)
            if descriptor >= 0 { unlink(template) }
        }
        return descriptor < 0 ? nil : OpenFile(owning: descriptor)
    }

    /// Creates an unnamed file that holds these bytes; nil if that fails, with the reason in `errno`.
    public static func temporary(in folder: String, holding bytes: [UInt8]) -> FileRegion? {
        guard let file = temporary(in: folder), file.append(bytes[...]) else { return nil }
        return FileRegion(file, count: bytes.count)
    }

    /// All bytes of a file, or the first `most + 1` of a longer one; nil if it cannot be read, with the reason
    /// in `errno`.
    public static func bytes(of path: String, upTo most: Int) -> [UInt8]? {
        guard let file = OpenFile(path: path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: most + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes {
                Glibc.read(file.descriptor, $0.baseAddress, $0.count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            guard got > 0 else { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    deinit {
        close(descriptor)
    }

    /// Writes after what was written before; false if that fails, with the reason in `errno`.
    func append(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads the first `count` bytes piece by piece; false if the file is shorter or cannot be read. Unlike
    /// mapped memory this is safe while another process changes the file.
    func read(count: Int, _ use: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var offset = 0
        return withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            while offset < count {
                let wanted = min(buffer.count, count - offset)
                let got = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
                guard got > 0 else { return false }
                use(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
                offset += got
            }
            return true
        }
    }

    /// Maps the first `count` bytes for `use`; nil if that fails. The file must not be shortened meanwhile.
    func withBytes<Result, Failure: Error>(
        count: Int, _ use: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard count > 0 else { return try use(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address, address != MAP_FAILED else { return nil }
        defer { munmap(address, count) }
        return try use(UnsafeRawBufferPointer(start: address, count: count))
    }
}

/// A part of a file, sent by the kernel (sendfile) without a copy in this process.
public struct FileRegion: Sendable {
    /// The file, kept open for as long as this region exists.
    public let file: OpenFile
    /// Where the region begins, in bytes.
    public let offset: Int
    /// The length of the region in bytes.
    public let count: Int

    /// `count` bytes of `file` from `offset`.
    public init(_ file: OpenFile, offset: Int = 0, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }
}
