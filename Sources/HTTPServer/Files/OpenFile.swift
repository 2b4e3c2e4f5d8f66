import CLinux
import Glibc

/// An open file descriptor that closes when its last holder lets go.
public final class OpenFile: Sendable {
    public let descriptor: Int32

    /// Takes over the descriptor.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens for reading; nil when the system refuses.
    public convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(owning: descriptor)
    }

    /// A new file without a name, to be read and written, that is gone with its last holder; nil
    /// when the system refuses, for the reason in `errno`.
    public static func temporary(in folder: String) -> OpenFile? {
        var descriptor = jangteo_open_temporary(folder)
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR {
            // Some file systems know no nameless files: make one and take its name away.
            var template = Array("\(folder)/jangteo-XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            if descriptor >= 0 { unlink(template) }
        }
        return descriptor < 0 ? nil : OpenFile(owning: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Reads the first `count` bytes piece by piece; false when there are not so many, or they
    /// cannot be read. Unlike mapped memory this is safe while another program changes the file.
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

    /// Gives `count` bytes from the start as memory, without copying them; nil when they cannot be
    /// mapped. The file must not be shortened meanwhile.
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

/// A part of a file, sent without passing through the program.
public struct FileRegion: Sendable {
    public let file: OpenFile
    /// Where it begins, in bytes.
    public let offset: Int
    /// How many bytes it has.
    public let count: Int

    public init(_ file: OpenFile, offset: Int = 0, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }
}
