/// Reads the body of one request from its connection, no faster than it is asked for.
///
/// Unchecked because everything in it is touched on its loop's own thread only.
final class BodyReader: @unchecked Sendable {
    let loop: EventLoop
    /// Bytes announced; nil when the body comes in chunks.
    let announced: Int?
    private let connection: Connection
    private var patience: Patience
    private var isClosed = false
    private var isDraining = false
    private var remaining: Int
    private var decoder: ChunkedDecoder?
    private var owesContinue: Bool
    private var isReading = false
    private var error: RequestError?
    private var received = 0

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
        patience = Patience(
            window: connection.service.times.body, least: limits.progress, now: loop.now)
        owesContinue = head.expectsContinue
        switch head.framing {
        case .none: (announced, remaining, decoder) = (0, 0, nil)
        case .length(let length): (announced, remaining, decoder) = (length, length, nil)
        case .chunked:
            announced = nil
            remaining = 0
            decoder = ChunkedDecoder(overhead: limits.chunkOverhead)
        }
    }

    /// The next bytes, nil at the end. Throws `.tooLarge` as soon as more than `limit` is
    /// announced, by the header or by the size of a chunk.
    func next(upTo limit: Int?) async throws(RequestError) -> [UInt8]? {
        guard !loop.isCurrent else { return try await read(upTo: limit) }
        return try await withTaskExecutorPreference(loop) { () async throws(RequestError) in
            try await self.read(upTo: limit)
        }
    }

    private func read(upTo limit: Int?) async throws(RequestError) -> [UInt8]? {
        guard !isClosed, !isReading else { throw .closed }
        if let error { throw error }
        isReading = true
        defer { isReading = false }
        do throws(RequestError) {
            let limit = limit ?? connection.service.configuration.limits.body
            guard announced ?? 0 <= limit else { throw .tooLarge }
            guard payContinue() else { throw .disconnected }
            let chunk = try await receive(upTo: limit)
            received += chunk?.count ?? 0
            guard received <= limit else { throw .tooLarge }
            return chunk
        } catch {
            self.error = error
            throw error
        }
    }

    /// RFC 9110 §10.1.1: the client holds its body back until it hears that it is wanted.
    private func payContinue() -> Bool {
        guard owesContinue else { return true }
        owesContinue = false
        guard connection.inbox.isEmpty else { return true }
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        guard case .moved(line.count) = connection.channel.send(line, []) else { return false }
        return true
    }

    private func receive(upTo limit: Int) async throws(RequestError) -> [UInt8]? {
        patience.resume(now: loop.now)
        defer { patience.pause(now: loop.now) }
        while true {
            switch try step(upTo: limit) {
            case .chunk(let bytes):
                if connection.channel.isHogging { await connection.channel.breathe() }
                return bytes
            case .end: return nil
            case .again: break
            case .wait:
                let wake = await connection.channel.wait(until: patience.deadline)
                guard !isClosed || isDraining else { throw .closed }
                switch wake {
                case .ready: break
                case .timedOut: throw .timedOut
                case .stopped: throw .disconnected
                }
            }
        }
    }

    private func step(upTo limit: Int) throws(RequestError) -> Step {
        guard !isComplete else { return .end }
        guard connection.inbox.isEmpty else { return try takeInbox(upTo: limit) }
        let room = decoder == nil ? min(remaining, loop.scratch.count) : loop.scratch.count
        switch connection.channel.read(into: .init(rebasing: loop.scratch[..<room])) {
        case .blocked: return .wait
        case .ended, .failed: throw .disconnected
        case .moved(let count):
            patience.move(count, now: loop.now)
            let bytes = UnsafeRawBufferPointer(rebasing: loop.scratch[..<count])
            let span = bytes.bindMemory(to: UInt8.self).span
            var chunk: [UInt8] = []
            let used = try take(span, into: &chunk, upTo: limit)
            connection.inbox.append(span.extracting(used..<count))
            return chunk.isEmpty ? .again : .chunk(chunk)
        }
    }

    private func takeInbox(upTo limit: Int) throws(RequestError) -> Step {
        var chunk: [UInt8] = []
        let result = connection.inbox.withSpan { span -> Result<Int, RequestError> in
            do throws(RequestError) {
                return .success(try take(span, into: &chunk, upTo: limit))
            } catch {
                return .failure(error)
            }
        }
        connection.inbox.consume(try result.get())
        return chunk.isEmpty ? .again : .chunk(chunk)
    }

    /// Appends what is body in the bytes, and answers how many were taken.
    private func take(
        _ bytes: Span<UInt8>, into chunk: inout [UInt8], upTo limit: Int
    ) throws(RequestError) -> Int {
        if decoder != nil { return try decoder?.decode(bytes, into: &chunk, upTo: limit) ?? 0 }
        let count = min(remaining, bytes.count)
        bytes.extracting(0..<count).withUnsafeBufferPointer { chunk.append(contentsOf: $0) }
        remaining -= count
        return count
    }

    private var isComplete: Bool { decoder?.isDone ?? (remaining == 0) }

    /// The request is answered: whoever still reads learns that it is over.
    func close() {
        isClosed = true
        if isReading { connection.channel.wake(.stopped) }
    }

    /// Whether the unread rest is small enough, and certain enough to come, to be read away.
    var mayDrain: Bool {
        if isComplete { return true }
        return error == nil && !owesContinue && !isReading
            && remaining <= connection.service.configuration.limits.drain
    }

    /// Reads the rest away once the answer is sent; false when the connection cannot go on after
    /// it.
    func drain() async -> Bool {
        isDraining = true
        var drained = 0
        do throws(RequestError) {
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
