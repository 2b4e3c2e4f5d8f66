/// A request that is being answered.
struct Exchange: Sendable {
    let request: Request
    /// The reader of the request's body; nil if there is no body.
    let reader: BodyReader?
    /// When the request was read, in nanoseconds of `Clock.monotonic`.
    let started: Int64

    init(_ head: RequestHead, _ connection: Connection) {
        started = connection.loop.now
        reader = head.framing == .none ? nil : BodyReader(connection, head)
        request = Request(
            head, body: Body(reader), remoteAddress: connection.remoteAddress,
            loop: connection.loop.index, service: connection.service)
    }

    /// An exchange for a repeated request, which has no body.
    init(again request: Request, at started: Int64) {
        (self.request, reader, self.started) = (request, nil, started)
    }

    /// RFC 9110 §9.3.2: an answer to HEAD has no content.
    var hasBody: Bool { request.method != .head }
    var isVersion10: Bool { request.minorVersion == 0 }
}

/// A response that has been sent as far as the kernel took it at once.
struct Outgoing: Sendable {
    let response: Response
    let sending: Connection.Sending
    /// The body that is still to be streamed.
    let stream: Response.Stream?
    let keepsAlive: Bool

    /// Whether nothing is left to send.
    var isSent: Bool {
        if case .done = sending { stream == nil } else { false }
    }
}

extension Connection {
    /// Has the handler answer the request, and sends its response.
    /// - Returns: whether the connection stays open.
    func respond(to exchange: Exchange) async -> Bool {
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
            response: response, sending: sendAtOnce(response, delivery, hasBody: hasBody),
            stream: hasBody ? response.stream : nil, keepsAlive: keepsAlive)
    }

    /// Sends the rest of the response.
    /// - Returns: whether the connection stays open.
    func finish(_ outgoing: Outgoing, _ exchange: Exchange) async -> Bool {
        var (isSent, keepsAlive) = (true, outgoing.keepsAlive)
        defer { if outgoing.stream != nil { service.endStream() } }
        if case .rest = outgoing.sending { isSent = await sendRest(of: outgoing.sending) }
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

    /// Returns the response itself, or the error to send in its place.
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

    /// Records the request. A stream is recorded when it begins: its duration says nothing about the server.
    func record(_ response: Response, _ exchange: Exchange) {
        let nanoseconds = Clock.monotonic() - exchange.started
        let request = exchange.request
        loop.statistics.count(request.method, response.status, nanoseconds: nanoseconds)
        loop.log?.add(request, remoteAddress, response, nanoseconds: nanoseconds)
    }

    /// Answers a request for an event stream. Such a request stays open for long, and a task keeps the memory
    /// that its frames once needed. So the handler runs in a child task, and its memory goes with that task.
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
        let sending = sendAtOnce(response, delivery, hasBody: true)
        if await sendRest(of: sending) { await linger() }
        return false
    }

    /// Closing with unread input would reset the connection, and the peer could lose the response
    /// (RFC 9112 §9.6). So only our side is closed, and input is discarded for a while. If no more input is
    /// expected there is no wait.
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
