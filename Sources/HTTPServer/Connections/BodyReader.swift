import Synchronization

/// Reads the body of one request from its connection, only as fast as the handler asks for it.
///
/// Unchecked `Sendable` because whatever is not `let` or `Atomic` is used on its loop's thread only.
final class BodyReader: @unchecked Sendable {
    let loop: EventLoop
    /// The Content-Length; nil when the body is chunked.
    let announced: Int?
    private let connection: Connection
    private var timeout: ProgressTimeout
    private var isClosed = false
    private var isDraining = false
    private var remaining: Int
    private var decoder: ChunkedDecoder?
    private var mustSendContinue: Bool
    private var isReading = false
    private var error: BodyError?
    private var received = 0
    private var isGivenUp = false
    /// `received` while the peer is waited for; negative otherwise.
    private let waiting = Atomic<Int>(-1)

    private enum Step {
        case chunk([UInt8])
        case end
        case again
        case wait
    }

    init(_ connection: Connection, _ head: RequestHead) {
        self.connection = connection
        loop = connection.loop
        let limits = connection.service.configuration.limits
        timeout = ProgressTimeout(
            window: connection.service.timeouts.body, minimum: limits.progress, now: loop.now)
        mustSendContinue = head.expectsContinue
        switch head.framing {
        case .none: (announced, remaining, decoder) = (0, 0, nil)
        case .length(let length): (announced, remaining, decoder) = (length, length, nil)
        case .chunked:
            announced = nil
            remaining = 0
            decoder = ChunkedDecoder(overhead: limits.chunkOverhead)
        }
    }

    /// The next bytes, nil at the end. Throws `.tooLarge` as soon as the Content-Length or a chunk
    /// size exceeds `limit`.
    func next(upTo limit: Int?) async throws(BodyError) -> [UInt8]? {
        guard !loop.isCurrent else { return try await read(upTo: limit) }
        return try await withTaskExecutorPreference(loop) { () async throws(BodyError) in
            try await self.read(upTo: limit)
        }
    }

    private func read(upTo limit: Int?) async throws(BodyError) -> [UInt8]? {
        guard !isClosed, !isReading else { throw .closed }
        if let error { throw error }
        isReading = true
        defer { isReading = false }
        do throws(BodyError) {
            let limit = limit ?? connection.service.configuration.limits.body
            guard announced ?? 0 <= limit else { throw .tooLarge }
            guard sendContinue() else { throw .disconnected }
            let chunk = try await receive(upTo: limit)
            received += chunk?.count ?? 0
            guard received <= limit else { throw .tooLarge }
            return chunk
        } catch {
            self.error = error
            throw error
        }
    }

    /// RFC 9110 §10.1.1: the client may wait for this response before it sends the body.
    private func sendContinue() -> Bool {
        guard mustSendContinue else { return true }
        mustSendContinue = false
        guard connection.readBuffer.isEmpty else { return true }
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        guard case .moved(line.count) = connection.channel.send(line, []) else { return false }
        return true
    }

    private func receive(upTo limit: Int) async throws(BodyError) -> [UInt8]? {
        timeout.resume(now: loop.now)
        defer { timeout.pause(now: loop.now) }
        while true {
            switch try step(upTo: limit) {
            case .chunk(let bytes):
                if connection.channel.shouldYield { await connection.channel.yield() }
                return bytes
            case .end: return nil
            case .again: break
            case .wait:
                guard !isGivenUp else { throw .timedOut }
                waiting.store(received, ordering: .relaxed)
                let wake = await connection.channel.wait(until: timeout.deadline)
                waiting.store(-1, ordering: .relaxed)
                guard !isClosed || isDraining else { throw .closed }
                switch wake {
                case .ready: break
                case .timedOut: throw .timedOut
                case .stopped: throw .disconnected
                }
            }
        }
    }

    private func step(upTo limit: Int) throws(BodyError) -> Step {
        guard !isComplete else { return .end }
        guard connection.readBuffer.isEmpty else { return try takeBuffered(upTo: limit) }
        let room = decoder == nil ? min(remaining, loop.scratch.count) : loop.scratch.count
        switch connection.channel.read(into: .init(rebasing: loop.scratch[..<room])) {
        case .blocked: return .wait
        case .ended, .failed: throw .disconnected
        case .moved(let count):
            timeout.add(count, now: loop.now)
            let bytes = UnsafeRawBufferPointer(rebasing: loop.scratch[..<count])
            let span = bytes.bindMemory(to: UInt8.self).span
            var chunk: [UInt8] = []
            let used = try take(span, into: &chunk, upTo: limit)
            connection.readBuffer.append(span.extracting(used..<count))
            return chunk.isEmpty ? .again : .chunk(chunk)
        }
    }

    private func takeBuffered(upTo limit: Int) throws(BodyError) -> Step {
        var chunk: [UInt8] = []
        let used = try connection.readBuffer.withSpan { (span) throws(BodyError) in
            try take(span, into: &chunk, upTo: limit)
        }
        connection.readBuffer.consume(used)
        return chunk.isEmpty ? .again : .chunk(chunk)
    }

    /// Appends the bytes that belong to the body, and returns how many input bytes were consumed.
    private func take(
        _ bytes: Span<UInt8>, into chunk: inout [UInt8], upTo limit: Int
    ) throws(BodyError) -> Int {
        if decoder != nil { return try decoder?.decode(bytes, into: &chunk, upTo: limit) ?? 0 }
        let count = min(remaining, bytes.count)
        chunk.append(copying: bytes.extracting(0..<count))
        remaining -= count
        return count
    }

    private var isComplete: Bool { decoder?.isDone ?? (remaining == 0) }

    /// See `Body.receivedWhileWaiting`.
    var receivedWhileWaiting: Int? {
        let count = waiting.load(ordering: .relaxed)
        return count < 0 ? nil : count
    }

    /// See `Body.giveUp`.
    func giveUp() {
        Task(executorPreference: loop) { self.stopWaiting() }
    }

    private func stopWaiting() {
        isGivenUp = true
        if isReading { connection.channel.wake(.timedOut) }
    }

    /// Called when the request has been answered; a task that is still reading gets `.closed`.
    func close() {
        isClosed = true
        if isReading { connection.channel.wake(.stopped) }
    }

    /// Whether the unread rest of the body is small enough, and certain to arrive, to be discarded.
    var mayDrain: Bool {
        if isComplete { return true }
        return error == nil && !mustSendContinue && !isReading
            && remaining <= connection.service.configuration.limits.drain
    }

    /// Discards the rest of the body after the response is sent; returns false if the connection must close.
    func drain() async -> Bool {
        isDraining = true
        var drained = 0
        do throws(BodyError) {
            let limit = connection.service.configuration.limits.drain
            while let chunk = try await receive(upTo: received + limit) {
                drained += chunk.count
                guard drained <= limit else { return false }
            }
            return true
        } catch {
            return false
        }
    }
}
