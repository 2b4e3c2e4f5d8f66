/// A request that is being answered.
struct Exchange: Sendable {
    let request: Request
    /// Of its body; nil when it has none.
    let reader: BodyReader?
    /// In nanoseconds, as `Clock.monotonic`.
    let started: Int64

    init(_ head: RequestHead, _ connection: Connection) {
        started = connection.loop.now
        reader = head.framing == .none ? nil : BodyReader(connection, head)
        request = Request(
            head, body: Body(reader), remoteAddress: connection.remoteAddress,
            loop: connection.loop.index, service: connection.service)
    }

    /// One without a body.
    init(again request: Request, at started: Int64) {
        (self.request, reader, self.started) = (request, nil, started)
    }

    /// RFC 9110 §9.3.2: an answer to HEAD has no content.
    var hasBody: Bool { request.method != .head }
    var isVersion10: Bool { request.minorVersion == 0 }
}

/// A response of which as much is sent as the kernel took at once.
struct Outgoing: Sendable {
    let response: Response
    let sending: Connection.Sending
    /// What follows in pieces.
    let stream: Response.Stream?
    let keepsAlive: Bool

    /// Whether nothing of it is left.
    var isSent: Bool {
        if case .done = sending { stream == nil } else { false }
    }
}

extension Connection {
    /// - Returns: whether the connection stays open.
    func answer(_ exchange: Exchange) async -> Bool {
        let request = exchange.request
        let response =
            request.headers["Accept"] == "text/event-stream"
            ? await longResponse(to: request) : await service.handler(request)
        return await finish(begin(response, exchange), exchange)
    }

    /// Sends what the kernel takes at once.
    func begin(_ made: Response, _ exchange: Exchange) -> Outgoing {
        let (request, hasBody) = (exchange.request, exchange.hasBody)
        let response = valid(made, request, hasBody: hasBody)
        exchange.reader?.close()
        let mayDrain = exchange.reader?.mayDrain ?? true
        var keepsAlive = request.keepsAlive && mayDrain && !loop.isDraining
        if exchange.isVersion10, response.stream != nil { keepsAlive = false }
        let delivery = Response.Delivery(
            keepsAlive: keepsAlive, isVersion10: exchange.isVersion10)
        return Outgoing(
            response: response, sending: begin(response, delivery, hasBody: hasBody),
            stream: hasBody ? response.stream : nil, keepsAlive: keepsAlive)
    }

    /// Sends the rest.
    /// - Returns: whether the connection stays open.
    func finish(_ outgoing: Outgoing, _ exchange: Exchange) async -> Bool {
        var (isSent, keepsAlive) = (true, outgoing.keepsAlive)
        defer { if outgoing.stream != nil { service.endStream() } }
        if case .rest = outgoing.sending { isSent = await finish(outgoing.sending) }
        record(outgoing.response, exchange)
        if isSent, let stream = outgoing.stream {
            isSent = await send(stream, isChunked: !exchange.isVersion10)
            // A cancelled stream ends with its connection.
            keepsAlive = keepsAlive && !Task.isCancelled
        }
        guard isSent else { return false }
        guard keepsAlive else {
            let expectsMore = exchange.reader?.mayDrain == false || !readBuffer.isEmpty
            if expectsMore || channel.mayHaveMore { await linger(expectsMore: expectsMore) }
            return false
        }
        guard let reader = exchange.reader, await !reader.drain() else { return true }
        await linger()
        return false
    }

    /// The response itself, or the error that is sent in its place.
    private func valid(
        _ response: Response, _ request: Request, hasBody: Bool
    ) -> Response {
        if let reason = response.invalidity {
            return service.response(
                to: RequestError(.internalServerError, reason, target: request.path))
        }
        guard hasBody, response.stream != nil, !service.beginStream() else { return response }
        var refusal = service.response(
            to: RequestError(.serviceUnavailable, "too many streams", target: request.path))
        refusal.append("Retry-After", "30")
        return refusal
    }

    /// A stream is recorded when it begins: its length says nothing about the server.
    func record(_ response: Response, _ exchange: Exchange) {
        let nanoseconds = Clock.monotonic() - exchange.started
        let request = exchange.request
        loop.statistics.count(request.method, response.status, nanoseconds: nanoseconds)
        loop.log?.add(request, remoteAddress, response, nanoseconds: nanoseconds)
    }

    /// Who asks for a stream of events stays for long, and a task keeps the room that its frames
    /// once needed: what the way to the answer takes is another task's, and goes with it.
    @inline(never)
    private func longResponse(to request: Request) async -> Response {
        async let response = service.handler(request)
        return await response
    }

    /// Sends the response to a request that does not reach the handler, and closes.
    /// - Returns: false, as the connection closes.
    func reject(_ error: RequestError) async -> Bool {
        let response = service.response(to: error)
        let delivery = Response.Delivery(keepsAlive: false, isVersion10: false)
        loop.log?.add(nil, remoteAddress, response, nanoseconds: 0)
        if await finish(begin(response, delivery, hasBody: true)) { await linger() }
        return false
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
