import CLinux
import Glibc

/// The access log of one loop: a line per request in the Common Log Format, followed by the microseconds
/// until the response was sent. Lines are collected and written once per iteration of the loop.
///
/// Unchecked `Sendable` because it is used on its loop's thread only.
final class AccessLog: @unchecked Sendable {
    /// New lines are dropped while more bytes than this wait to be written.
    private static let capacity = 1024 * 1024

    private let sink: LogSink
    private let pathWithoutSecret: @Sendable (String) -> String?
    private var lines: [UInt8] = []
    private var date: [UInt8] = []

    init(
        _ descriptor: Int32, pathWithoutSecret: @escaping @Sendable (String) -> String?
    ) {
        sink = LogSink(descriptor)
        self.pathWithoutSecret = pathWithoutSecret
    }

    /// Whether some lines have not been written yet.
    var hasUnwrittenLines: Bool { !lines.isEmpty }

    func setDate(_ seconds: Int64) {
        date = HTTPDate.logBytes(seconds)
    }

    /// Adds a line. A malformed request has no `Request`, and its request line is logged as `-`.
    func add(
        _ request: Request?, _ address: Address, _ response: Response, nanoseconds: Int64
    ) {
        guard lines.count < AccessLog.capacity else { return }
        lines.append(contentsOf: address.description.utf8)
        lines.append(" - - [")
        lines.append(contentsOf: date)
        lines.append("] \"")
        if let request { append(request) } else { lines.append("-") }
        lines.append("\" ")
        lines.append(decimal: response.status.code)
        lines.append(.space)
        lines.append(decimal: request?.method == .head ? 0 : response.body.count)
        lines.append(.space)
        lines.append(decimal: Int(nanoseconds / 1000))
        lines.append(.lineFeed)
    }

    /// Appends the request line, with `pathWithoutSecret` in place of a path that contains a secret.
    private func append(_ request: Request) {
        guard let path = pathWithoutSecret(request.path) else {
            append(request.headers.bytes[request.lineRange])
            return
        }
        let line = "\(request.method.rawValue) \(path) HTTP/1.\(request.minorVersion)"
        append(ArraySlice(line.utf8))
    }

    /// Escapes quotes, which would end the quoted line. Control bytes cannot occur: neither the parser nor
    /// `pathWithoutSecret` lets them through.
    private func append(_ line: ArraySlice<UInt8>) {
        for byte in line {
            if byte == .quote || byte == .backslash { lines.append(.backslash) }
            lines.append(byte)
        }
    }

    /// Writes the lines; those that do not fit into a full pipe wait for the next call.
    func flush() {
        guard !lines.isEmpty else { return }
        let count = lines.withUnsafeBytes { sink.write($0) }
        if count == lines.count {
            lines.removeAll(keepingCapacity: true)
        } else if count > 0 {
            lines.removeFirst(count)
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            // The sink is broken: the lines will never be written.
            lines.removeAll()
        }
    }
}

/// Writes to the descriptor of a log without ever blocking.
///
/// The descriptor is usually shared with other processes, so its own flags are not changed.
final class LogSink: Sendable {
    private let descriptor: Int32
    private let isSocket: Bool
    /// Whether the descriptor is our own: a pipe or terminal is opened again, in non-blocking mode.
    private let ownsDescriptor: Bool

    /// The caller must keep `descriptor` open for as long as this object exists.
    init(_ descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        let again = kind == S_IFIFO || kind == S_IFCHR ? Self.reopen(descriptor) : -1
        isSocket = kind == S_IFSOCK
        ownsDescriptor = again >= 0
        self.descriptor = ownsDescriptor ? again : descriptor
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Returns the number of bytes written, or -1 with `errno` set if none were.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isSocket else { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return send(descriptor, bytes.baseAddress, bytes.count, flags)
    }

    /// Fails if the file belongs to another user; then the caller's descriptor is used.
    private static func reopen(_ descriptor: Int32) -> Int32 {
        open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
}
