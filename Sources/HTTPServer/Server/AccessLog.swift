import CLinux
import Glibc

/// One line a request in the Common Log Format, with the microseconds until the answer was written
/// at the end. Lines are gathered and written once a turn of the loop.
///
/// Unchecked because it belongs to one loop and is touched on its thread only.
final class AccessLog: @unchecked Sendable {
    /// More than this waiting means that nobody reads: new lines are dropped.
    private static let most = 1024 * 1024

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

    /// Whether lines wait that the sink did not take.
    var isBehind: Bool { !lines.isEmpty }

    func setDate(_ seconds: Int64) {
        date = HTTPDate.logBytes(seconds)
    }

    /// Adds a line. Without a head the request was too malformed to be named.
    func add(
        _ head: RequestHead?, _ address: Address, _ response: Response, nanoseconds: Int64
    ) {
        guard lines.count < AccessLog.most else { return }
        lines.append(contentsOf: address.description.utf8)
        lines.append(" - - [")
        lines.append(contentsOf: date)
        lines.append("] \"")
        if let head { append(head) } else { lines.append("-") }
        lines.append("\" ")
        lines.append(decimal: response.status.code)
        lines.append(.space)
        lines.append(decimal: head?.method == .head ? 0 : response.body.count)
        lines.append(.space)
        lines.append(decimal: Int(nanoseconds / 1000))
        lines.append(.lineFeed)
    }

    /// The request line; one with a secret without it, however it was written.
    private func append(_ head: RequestHead) {
        guard let path = pathWithoutSecret(head.path) else {
            append(head.headers.bytes[head.line])
            return
        }
        lines.append(contentsOf: "\(head.method.rawValue) \(path) HTTP/1.\(head.minor)".utf8)
    }

    /// A quote in a target would end the quoted line early; control bytes never get here.
    private func append(_ line: ArraySlice<UInt8>) {
        for byte in line {
            if byte == .quote || byte == .backslash { lines.append(.backslash) }
            lines.append(byte)
        }
    }

    /// Writes what was gathered; what a full pipe does not take waits for the next turn.
    func flush() {
        guard !lines.isEmpty else { return }
        let count = lines.withUnsafeBytes { sink.write($0) }
        if count == lines.count {
            lines.removeAll(keepingCapacity: true)
        } else if count > 0 {
            lines.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // The sink is broken: keeping the lines would only keep memory.
            lines.removeAll()
        }
    }
}

/// Where a log goes. Who reads it slowly, or no more, holds up nobody here.
///
/// The descriptor is shared with other processes as a rule, so it is not made non-blocking itself.
final class LogSink: Sendable {
    private let descriptor: Int32
    private let isSocket: Bool
    /// A pipe or terminal opened once more.
    private let isOurs: Bool

    /// Leaves the descriptor to the caller, who keeps it open as long as this is there.
    init(_ descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        let again = kind == S_IFIFO || kind == S_IFCHR ? Self.openAgain(descriptor) : -1
        isSocket = kind == S_IFSOCK
        isOurs = again >= 0
        self.descriptor = isOurs ? again : descriptor
    }

    deinit {
        if isOurs { close(descriptor) }
    }

    /// How many bytes were taken; -1 and `errno` when none were.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isSocket else { return Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return send(descriptor, bytes.baseAddress, bytes.count, flags)
    }

    /// Fails where the file belongs to another user: then the caller's own must do.
    private static func openAgain(_ descriptor: Int32) -> Int32 {
        open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
}
