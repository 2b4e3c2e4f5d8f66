import CLinux
import Glibc

/// The result of one system call that reads or writes.
enum Transfer {
    case moved(Int)
    case blocked
    /// The peer has closed its side; of a file, it is shorter than it was.
    case ended
    case failed
}

/// Why a wait ended.
enum WaitResult {
    case ready
    case timedOut
    /// The connection must close: the server shuts down, or the request was answered.
    case stopped
}

/// One connected socket on its loop. Calls are tried first; a task waits only when one would block.
///
/// Unchecked because it is used on the thread of its loop only.
final class Channel: @unchecked Sendable {
    let descriptor: Int32
    let loop: EventLoop
    /// Its place in the loop's table.
    var key = ChannelKey(index: 0, generation: 0)
    /// Whose it is, until that is closed.
    var connection: Connection?
    /// Of what is answered now. Cancelled when the peer closes its side, and when a shutdown runs out
    /// of time.
    var task: Task<Void, Never>?
    /// Whether it waits between two requests; a shutdown closes it at once then.
    var isIdle = false
    /// Whether anything was sent to it.
    private(set) var hasSent = false
    /// The stream being sent.
    var stream: StreamWriter?
    private(set) var deadline = Int64.max
    private var waiter: UnsafeContinuation<WaitResult, Never>?
    /// False after a read that emptied the socket, until the next event (edge-triggered).
    private var mayRead = true
    /// The peer has closed its side; reading continues up to the end of what it sent.
    private(set) var hasHungUp = false
    private(set) var isCut = false
    /// Whether the connection waits for bytes of a request, in no task.
    private(set) var isReading = false
    /// Transfers since the last wait: a peer that always has more must not starve the others.
    private var transfersInARow = 0

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
                transfersInARow += 1
                return .moved(count)
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            mayRead = false
            return errno == EAGAIN ? .blocked : .failed
        }
    }

    /// Sends head and body in one call, without the first `skip` bytes of them.
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
        guard !body.isEmpty else {
            return transfer { Glibc.send(descriptor, head.baseAddress, head.count, flags) }
        }
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
                transfersInARow += 1
                hasSent = true
                loop.statistics.bytesSent += count
                return .moved(count)
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .blocked : .failed
        }
    }

    /// Suspends until the socket may be ready for the call that blocked, or the deadline has passed.
    func wait(until deadline: Int64) async -> WaitResult {
        guard !isCut else { return .stopped }
        // A peer that sends a byte in each iteration of the loop never waits at the deadline.
        guard deadline > loop.now else { return .timedOut }
        transfersInARow = 0
        return await withUnsafeContinuation { continuation in
            self.deadline = deadline
            waiter = continuation
        }
    }

    /// Has the connection called when the socket may be ready, or when the deadline has passed.
    /// - Returns: false when it is too late to wait.
    func waitForRequest(until deadline: Int64) -> Bool {
        guard !isCut, deadline > loop.now else { return false }
        transfersInARow = 0
        (self.deadline, isReading) = (deadline, true)
        return true
    }

    /// Whether it made so many transfers without a wait that other connections must have a turn.
    var shouldYield: Bool { transfersInARow >= 16 }

    /// Others have had theirs.
    func beginTurn() { transfersInARow = 0 }

    /// Continues in the next iteration of the loop.
    func yield() async {
        beginTurn()
        await loop.yield()
    }

    /// Whether there may be unread input.
    var mayHaveMore: Bool { mayRead || hasHungUp }

    /// Of two that wait for a request, or the rest of its head, whether this one is to make room. Never one to
    /// which bytes have come that no event has told of yet.
    func mayBeClosed(rather other: Channel?) -> Bool {
        if let other {
            guard isIdle == other.isIdle else { return isIdle && mayBeClosed(rather: nil) }
            let isAsEager = hasSent == other.hasSent
            guard isAsEager ? deadline < other.deadline : other.hasSent else { return false }
        }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) <= 0
    }

    /// Handles an event of epoll.
    func notify(_ events: UInt32) {
        if events & EPOLLIN.rawValue != 0 { mayRead = true }
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            hasHungUp = true
            // It is usually gone; what waits to be answered, and an idle stream, would not notice.
            task?.cancel()
        }
        wake(.ready)
    }

    func wake(_ reason: WaitResult) {
        if let continuation = waiter {
            (waiter, deadline) = (nil, .max)
            continuation.resume(returning: reason)
        } else if isReading {
            (isReading, deadline) = (false, .max)
            connection?.wake(reason)
        }
    }

    /// Ends all transfers at once and cancels the task.
    func cut() {
        isCut = true
        shutdown(descriptor, Int32(SHUT_RDWR))
        task?.cancel()
        wake(.stopped)
    }

    /// Closes our side: the peer reads the end of the stream.
    func finishWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// Bytes that were read and not consumed yet. When empty it holds no memory.
struct ReadBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }
    var count: Int { bytes.count - start }

    /// Calls `use` with the bytes.
    func withSpan<Result, Failure: Error>(
        _ use: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try use(bytes.span.extracting(start..<bytes.count))
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
