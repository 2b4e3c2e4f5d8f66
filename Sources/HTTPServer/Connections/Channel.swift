import CLinux
import Glibc

/// What one try to read or write came to.
enum Transfer {
    case moved(Int)
    case blocked
    /// The peer sends no more.
    case ended
    case failed
}

/// Why a wait ended.
enum Wake {
    case ready
    case timedOut
    /// The connection is to close: shutdown, or the request was answered.
    case stopped
}

/// One connected socket on its loop: tries first, and waits only when the kernel has nothing.
///
/// Unchecked because everything in it is touched on the loop's own thread only.
final class Channel: @unchecked Sendable {
    let descriptor: Int32
    let loop: EventLoop
    /// Where the loop keeps it.
    var slot: Slot = Slot(index: 0, generation: 0)
    /// Cancelled when a shutdown runs out of time.
    var task: Task<Void, Never>?
    /// Waiting between two requests; a shutdown closes such a connection at once.
    var isIdle = false
    /// What is streamed to the peer now.
    var stream: StreamWriter?
    private(set) var deadline = Int64.max
    private var waiter: UnsafeContinuation<Wake, Never>?
    /// False after a read that emptied the socket, until the next event.
    private var mayRead = true
    /// The peer has closed its side or all of it: reading must go on until it says so.
    private(set) var hasHungUp = false
    private var isCut = false
    /// Transfers since the last wait; a peer that always has more must not starve the others.
    private var streak = 0

    init(_ descriptor: Int32, _ loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    /// Reads once what is there, up to the size of the buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard mayRead || hasHungUp else { return .blocked }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                // A short read has emptied the socket: what comes later raises a new edge.
                mayRead = count == buffer.count
                streak += 1
                return .moved(count)
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            mayRead = false
            return errno == EAGAIN ? .blocked : .failed
        }
    }

    /// Sends two runs of bytes in one call, leaving out the first `skip` of them.
    func send(_ head: [UInt8], _ body: [UInt8], skip: Int = 0, hasMore: Bool = false) -> Transfer {
        head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                let first = min(skip, head.count)
                return send(
                    UnsafeRawBufferPointer(rebasing: head[first...]),
                    UnsafeRawBufferPointer(rebasing: body[(skip - first)...]),
                    flags: Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0))
            }
        }
    }

    private func send(
        _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, flags: Int32
    ) -> Transfer {
        var parts = (
            iovec(
                iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
            iovec(
                iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
        )
        return withUnsafeMutableBytes(of: &parts) { raw in
            var message = msghdr()
            message.msg_iov = raw.baseAddress?.assumingMemoryBound(to: iovec.self)
            message.msg_iovlen = 2
            return transfer { sendmsg(descriptor, &message, flags) }
        }
    }

    /// Sends a part of a file; `.ended` means that the file is shorter than it was.
    func send(_ region: FileRegion, skip: Int) -> Transfer {
        var offset = off_t(region.offset + skip)
        let count = min(region.count - skip, 1024 * 1024)
        return transfer { sendfile(descriptor, region.file.descriptor, &offset, count) }
    }

    private func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 {
                streak += 1
                loop.statistics.bytesSent += count
                return .moved(count)
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .blocked : .failed
        }
    }

    /// Suspends until the socket may have become ready for what blocked, or the deadline has
    /// passed.
    func wait(until deadline: Int64) async -> Wake {
        guard !isCut else { return .stopped }
        // A peer that sends a byte in every turn is never found waiting when its time runs out.
        guard deadline > loop.now else { return .timedOut }
        streak = 0
        return await withUnsafeContinuation { continuation in
            self.deadline = deadline
            waiter = continuation
        }
    }

    /// Whether it made many transfers without a wait.
    var isHogging: Bool { streak >= 16 }

    /// Lets the other connections have their turn.
    func breathe() async {
        streak = 0
        await loop.yield()
    }

    /// Whether bytes may be waiting that were not read.
    var mayHaveMore: Bool { mayRead || hasHungUp }

    /// Takes an event of the loop.
    func notify(_ events: UInt32) {
        if events & EPOLLIN.rawValue != 0 { mayRead = true }
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            hasHungUp = true
            // Who says nothing more is gone, as a rule; a silent stream would not find out.
            if stream != nil { task?.cancel() }
        }
        wake(.ready)
    }

    func wake(_ reason: Wake) {
        guard let continuation = waiter else { return }
        waiter = nil
        deadline = .max
        continuation.resume(returning: reason)
    }

    /// Ends all transfers at once.
    func cut() {
        isCut = true
        shutdown(descriptor, Int32(SHUT_RDWR))
        task?.cancel()
        wake(.stopped)
    }

    /// Says to the peer that nothing more will be sent.
    func finishWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// Bytes that were read and are not consumed yet. Empty, it holds no memory.
struct Inbox {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }
    var count: Int { bytes.count - start }

    /// What is there, for looking at.
    func withSpan<Result>(_ use: (Span<UInt8>) -> Result) -> Result {
        use(bytes.span.extracting(start..<bytes.count))
    }

    mutating func append(_ more: Span<UInt8>) {
        guard more.count > 0 else { return }
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func consume(_ count: Int) {
        start += count
        guard isEmpty else { return }
        bytes = []
        start = 0
    }
}
