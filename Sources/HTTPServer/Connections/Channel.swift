import CLinux
import Glibc

/// The result of one system call that reads or writes.
enum Transfer {
    case moved(Int)
    case blocked
    /// The peer has closed its side; when sending a file, the file has become shorter.
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

/// One connected socket on its loop. A call is tried first; a task waits only if the call would block.
///
/// Unchecked `Sendable` because it is used on its loop's thread only.
final class Channel: @unchecked Sendable {
    let descriptor: Int32
    let loop: EventLoop
    /// The channel's place in the loop's table.
    var key = ChannelKey(index: 0, generation: 0)
    /// The connection that owns this channel, until it is closed.
    var connection: Connection?
    /// The task of the request being answered. Cancelled when the peer closes its side, and when a shutdown
    /// runs out of time.
    var task: Task<Void, Never>?
    /// Whether the connection waits between two requests; a shutdown closes an idle one at once.
    var isIdle = false
    /// Whether anything has been sent on this connection.
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
    /// Whether the connection waits for the bytes of a request, without a task.
    private(set) var isReading = false
    /// Transfers since the last wait: a peer that always has more must not starve the others.
    private var transfersInARow = 0

    init(_ descriptor: Int32, _ loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    /// Reads what has arrived, in one call, up to the size of the buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard mayRead || hasHungUp else { return .blocked }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                // A short read has emptied the socket: bytes that arrive later raise a new edge.
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

    /// Sends the head and the body in one call, skipping the first `skip` bytes.
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

    /// Sends a part of a file; returns `.ended` if the file has become shorter.
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
        // Without this, a peer that sends a byte in each iteration of the loop would never time out.
        guard deadline > loop.now else { return .timedOut }
        transfersInARow = 0
        return await withUnsafeContinuation { continuation in
            self.deadline = deadline
            waiter = continuation
        }
    }

    /// Has the loop call the connection when the socket may be ready, or when the deadline has passed.
    /// - Returns: false if it is too late to wait.
    func waitForRequest(until deadline: Int64) -> Bool {
        guard !isCut, deadline > loop.now else { return false }
        transfersInARow = 0
        (self.deadline, isReading) = (deadline, true)
        return true
    }

    /// Whether the channel made so many transfers without a wait that other connections must have a turn.
    var shouldYield: Bool { transfersInARow >= 16 }

    /// Resets the count of transfers, after other connections have had a turn.
    func beginTurn() { transfersInARow = 0 }

    /// Lets other connections have a turn; continues in the next iteration of the loop.
    func yield() async {
        beginTurn()
        await loop.yield()
    }

    /// Whether there may be unread input.
    var mayHaveMore: Bool { mayRead || hasHungUp }

    /// Whether this channel, rather than `other`, should be closed to make room. Both wait for a request or for
    /// the rest of its head. Never true if bytes have arrived that no event has reported yet.
    func shouldBeEvicted(before other: Channel?) -> Bool {
        if let other {
            guard isIdle == other.isIdle else { return isIdle && shouldBeEvicted(before: nil) }
            let isAsEager = hasSent == other.hasSent
            guard isAsEager ? deadline < other.deadline : other.hasSent else { return false }
        }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) <= 0
    }

    /// Handles an epoll event.
    func notify(_ events: UInt32) {
        if events & EPOLLIN.rawValue != 0 { mayRead = true }
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            hasHungUp = true
            // The peer is usually gone. A handler that waits, or an idle stream, would not notice by itself.
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

/// Bytes that were read and not consumed yet. An empty buffer holds no memory.
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
        bytes.append(copying: more)
    }

    mutating func consume(_ count: Int) {
        start += count
        guard isEmpty else { return }
        bytes = []
        start = 0
    }
}
