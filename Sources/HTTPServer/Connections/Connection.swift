import Glibc

/// One connection: reads requests, has them answered in order, and decides when it closes.
///
/// Unchecked because it is used on the thread of its loop only.
final class Connection: @unchecked Sendable {
    let channel: Channel
    let loop: EventLoop
    let service: Service
    let remoteAddress: Address
    /// Unchecked, for no access to it overlaps another.
    @exclusivity(unchecked) var readBuffer = ReadBuffer()

    private enum Incoming {
        case request(RequestHead)
        case invalid(RequestError)
        case ended
    }

    private enum Step {
        case incoming(Incoming)
        case again
        case wait
    }

    init(_ channel: Channel, _ address: Address) {
        self.channel = channel
        loop = channel.loop
        service = channel.loop.service
        remoteAddress = address
    }

    /// Runs until one side is done.
    func serve() async {
        while true {
            switch await nextHead() {
            case .request(let head):
                guard await answer(head) else { return }
            case .invalid(let error):
                loop.statistics.requestErrors[error.status.code, default: 0] += 1
                await reject(error)
                return
            case .ended:
                return
            }
            if channel.shouldYield { await channel.yield() }
        }
    }

    /// Answers 503 and closes: the server has as many connections as allowed.
    func refuse() async {
        await reject(requestError(.serviceUnavailable, "too many connections"))
    }

    private func nextHead() async -> Incoming {
        var parser = RequestParser(service.configuration.limits)
        var step = parseReadBuffer(&parser)
        var headerDeadline: Int64?
        while true {
            switch step {
            case .incoming(let incoming): return incoming
            case .again: break
            case .wait:
                let hasBegun = parser.hasBegun(readBuffer.count)
                if hasBegun, headerDeadline == nil {
                    headerDeadline = loop.now + service.timeouts.header
                }
                channel.isIdle = !hasBegun
                if !hasBegun, loop.isDraining { return .ended }
                let wake = await channel.wait(
                    until: headerDeadline ?? loop.now + service.timeouts.idle)
                channel.isIdle = false
                guard case .ready = wake else { return expired(wake, hasBegun: hasBegun) }
            }
            step = read(&parser)
        }
    }

    private func expired(_ wake: WaitResult, hasBegun: Bool) -> Incoming {
        guard case .timedOut = wake, hasBegun else { return .ended }
        // RFC 9110 §15.5.9. An idle connection closes without a response.
        return .invalid(requestError(.requestTimeout, "request too slow"))
    }

    /// An error of a request whose head is incomplete.
    private func requestError(_ status: Status, _ reason: String) -> RequestError {
        RequestError(
            status, reason, target: readBuffer.withSpan { RequestParser.target(in: $0) })
    }

    private func parseReadBuffer(_ parser: inout RequestParser) -> Step {
        guard !readBuffer.isEmpty else { return .again }
        switch readBuffer.withSpan({ parser.parse($0) }) {
        case .needMore:
            return .again
        case .invalid(let error):
            return .incoming(.invalid(error))
        case .done(let head, let consumed):
            readBuffer.consume(consumed)
            return .incoming(.request(head))
        }
    }

    private func read(_ parser: inout RequestParser) -> Step {
        switch channel.read(into: loop.scratch) {
        case .blocked:
            return .wait
        case .failed:
            return .incoming(.ended)
        case .ended:
            guard parser.hasBegun(readBuffer.count) else { return .incoming(.ended) }
            // RFC 9112 §8: incomplete because the connection closed too early.
            return .incoming(.invalid(requestError(.badRequest, "incomplete request")))
        case .moved(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: loop.scratch[..<count])
            return take(bytes.bindMemory(to: UInt8.self).span, &parser)
        }
    }

    /// Most requests arrive whole and alone: they are parsed where they were read, without a copy.
    private func take(_ bytes: Span<UInt8>, _ parser: inout RequestParser) -> Step {
        guard readBuffer.isEmpty else {
            readBuffer.append(bytes)
            return parseReadBuffer(&parser)
        }
        switch parser.parse(bytes) {
        case .needMore:
            readBuffer.append(bytes)
            return .again
        case .invalid(let error):
            return .incoming(.invalid(error))
        case .done(let head, let consumed):
            readBuffer.append(bytes.extracting(consumed..<bytes.count))
            return .incoming(.request(head))
        }
    }

    /// False when the connection must close.
    private func answer(_ head: RequestHead) async -> Bool {
        let started = loop.now
        let reader = head.framing == .none ? nil : BodyReader(self, head)
        let request = Request(
            head, body: Body(reader), remoteAddress: remoteAddress, loop: loop.index,
            formLimits: service.configuration.limits.form)
        let hasBody = head.method != .head
        let made =
            request.headers["Accept"] == "text/event-stream"
            ? await longResponse(to: request) : await service.handler(request)
        let response = valid(made, head, hasBody: hasBody)
        let stream = hasBody ? response.stream : nil
        defer { if stream != nil { service.endStream() } }
        reader?.close()
        let mayDrain = reader?.mayDrain ?? true
        let isVersion10 = head.minor == 0
        var keepsAlive = head.keepsAlive && mayDrain && !loop.isDraining
        if isVersion10, response.stream != nil { keepsAlive = false }
        let delivery = Response.Delivery(keepsAlive: keepsAlive, isVersion10: isVersion10)
        var isSent = true
        let sending = begin(response, delivery, hasBody: hasBody)
        if case .rest = sending { isSent = await finish(sending) }
        record(head, response, since: started)
        if isSent, let stream {
            isSent = await send(stream, isChunked: !isVersion10)
            // A cancelled stream ends with its connection.
            keepsAlive = keepsAlive && !Task.isCancelled
        }
        guard isSent else { return false }
        guard keepsAlive else {
            let expectsMore = !mayDrain || !readBuffer.isEmpty
            if expectsMore || channel.mayHaveMore { await linger(expectsMore: expectsMore) }
            return false
        }
        guard let reader, await !reader.drain() else { return true }
        await linger()
        return false
    }

    /// The response itself, or the error that is sent in its place.
    private func valid(
        _ response: Response, _ head: RequestHead, hasBody: Bool
    ) -> Response {
        if let reason = response.invalidity {
            return service.response(
                to: RequestError(.internalServerError, reason, target: head.path))
        }
        guard hasBody, response.stream != nil, !service.beginStream() else { return response }
        var refusal = service.response(
            to: RequestError(.serviceUnavailable, "too many streams", target: head.path))
        refusal.append("Retry-After", "30")
        return refusal
    }

    /// A stream is recorded when it begins: its length says nothing about the server.
    private func record(_ head: RequestHead, _ response: Response, since started: Int64) {
        let nanoseconds = Clock.monotonic() - started
        loop.statistics.count(head.method, response.status, nanoseconds: nanoseconds)
        loop.log?.add(head, remoteAddress, response, nanoseconds: nanoseconds)
    }

    /// Who asks for a stream of events stays for long, and a task keeps the room that its frames
    /// once needed: what the way to the answer takes is another task's, and goes with it.
    @inline(never)
    private func longResponse(to request: Request) async -> Response {
        async let response = service.handler(request)
        return await response
    }

    /// Sends the response to a request that does not reach the handler, and closes.
    private func reject(_ error: RequestError) async {
        let response = service.response(to: error)
        let delivery = Response.Delivery(keepsAlive: false, isVersion10: false)
        loop.log?.add(nil, remoteAddress, response, nanoseconds: 0)
        if await finish(begin(response, delivery, hasBody: true)) { await linger() }
    }

    /// Closing with unread input would reset the connection, and the peer could lose the response
    /// (RFC 9112 §9.6): so only our side is closed, and input is discarded for a while. Without more
    /// input to expect there is no wait.
    private func linger(expectsMore: Bool = true) async {
        channel.finishWriting()
        readBuffer = ReadBuffer()
        let deadline = loop.now + service.timeouts.linger
        while loop.now < deadline {
            switch channel.read(into: loop.scratch) {
            case .moved: if channel.shouldYield { await channel.yield() }
            case .ended, .failed: return
            case .blocked:
                guard expectsMore, case .ready = await channel.wait(until: deadline) else {
                    return
                }
            }
        }
    }
}
