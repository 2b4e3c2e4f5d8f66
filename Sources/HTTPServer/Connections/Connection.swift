import Glibc

/// One connection: reads requests, has them answered in order, decides when it ends.
///
/// Unchecked because everything in it is touched on its loop's own thread only.
final class Connection: @unchecked Sendable {
    let channel: Channel
    let loop: EventLoop
    let service: Service
    let remoteAddress: Address
    var inbox = Inbox()

    private enum Incoming {
        case request(RequestHead)
        case fault(RequestParser.Fault)
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
            case .fault(let fault):
                loop.statistics.faults[fault.status.code, default: 0] += 1
                await refuse(fault)
                return
            case .ended:
                return
            }
            if channel.isHogging { await channel.breathe() }
        }
    }

    /// Answers 503 to whatever comes: the server has as many connections as it may.
    func refuseAll() async {
        await refuse(fault(.serviceUnavailable, "too many connections"))
    }

    private func nextHead() async -> Incoming {
        var parser = RequestParser(service.configuration.limits)
        var step = parseInbox(&parser)
        var headerDeadline: Int64?
        while true {
            switch step {
            case .incoming(let incoming): return incoming
            case .again: break
            case .wait:
                let hasBegun = parser.hasBegun(inbox.count)
                if hasBegun, headerDeadline == nil {
                    headerDeadline = loop.now + service.times.header
                }
                channel.isIdle = !hasBegun
                if !hasBegun, loop.isDraining { return .ended }
                let wake = await channel.wait(
                    until: headerDeadline ?? loop.now + service.times.idle)
                channel.isIdle = false
                guard case .ready = wake else { return expired(wake, hasBegun: hasBegun) }
            }
            step = read(&parser)
        }
    }

    private func expired(_ wake: Wake, hasBegun: Bool) -> Incoming {
        guard case .timedOut = wake, hasBegun else { return .ended }
        // RFC 9110 §15.5.9. A connection on which nothing was asked closes without a word.
        return .fault(fault(.requestTimeout, "request too slow"))
    }

    /// One of a request whose head is not whole.
    private func fault(_ status: Status, _ reason: String) -> RequestParser.Fault {
        RequestParser.Fault(
            status: status, reason: reason, position: 0,
            target: inbox.withSpan { RequestParser.target(in: $0) })
    }

    private func parseInbox(_ parser: inout RequestParser) -> Step {
        guard !inbox.isEmpty else { return .again }
        switch inbox.withSpan({ parser.parse($0) }) {
        case .needMore:
            return .again
        case .bad(let fault):
            return .incoming(.fault(fault))
        case .done(let head, let consumed):
            inbox.consume(consumed)
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
            guard parser.hasBegun(inbox.count) else { return .incoming(.ended) }
            // RFC 9112 §8: incomplete because the connection closed too early.
            return .incoming(.fault(fault(.badRequest, "incomplete request")))
        case .moved(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: loop.scratch[..<count])
            return take(bytes.bindMemory(to: UInt8.self).span, &parser)
        }
    }

    /// Most requests come whole and alone: they are parsed where they were read, and never kept.
    private func take(_ bytes: Span<UInt8>, _ parser: inout RequestParser) -> Step {
        guard inbox.isEmpty else {
            inbox.append(bytes)
            return parseInbox(&parser)
        }
        switch parser.parse(bytes) {
        case .needMore:
            inbox.append(bytes)
            return .again
        case .bad(let fault):
            return .incoming(.fault(fault))
        case .done(let head, let consumed):
            inbox.append(bytes.extracting(consumed..<bytes.count))
            return .incoming(.request(head))
        }
    }

    /// Answers whether the connection may go on.
    private func answer(_ head: RequestHead) async -> Bool {
        let started = loop.now
        let reader = head.framing == .none ? nil : BodyReader(self, head)
        let request = Request(
            head, body: Body(reader), remoteAddress: remoteAddress, loop: loop.index,
            formLimits: service.configuration.limits.form)
        let hasBody = head.method != .head
        let response = sendable(await service.handler(request), head, hasBody: hasBody)
        let stream = hasBody ? response.stream : nil
        defer { if stream != nil { service.dismissStream() } }
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
            // What was told to end ends with its connection.
            keepsAlive = keepsAlive && !Task.isCancelled
        }
        guard isSent else { return false }
        guard keepsAlive else {
            let isMoreOwed = !mayDrain || !inbox.isEmpty
            if isMoreOwed || channel.mayHaveMore { await linger(isMoreOwed: isMoreOwed) }
            return false
        }
        guard let reader, await !reader.drain() else { return true }
        await linger()
        return false
    }

    /// The answer itself, or the error that is sent in its place.
    private func sendable(
        _ response: Response, _ head: RequestHead, hasBody: Bool
    ) -> Response {
        if let reason = response.refusal {
            return service.failure(.internalServerError, reason, target: head.path)
        }
        guard hasBody, response.stream != nil, !service.admitStream() else { return response }
        var refusal = service.failure(
            .serviceUnavailable, "too many streams", target: head.path)
        refusal.append("Retry-After", "30")
        return refusal
    }

    /// A stream is recorded when it begins: how long it lasts says nothing of the server.
    private func record(_ head: RequestHead, _ response: Response, since started: Int64) {
        let nanoseconds = Clock.monotonic() - started
        loop.statistics.count(head.method, response.status, nanoseconds: nanoseconds)
        loop.log?.add(head, remoteAddress, response, nanoseconds: nanoseconds)
    }

    private func refuse(_ fault: RequestParser.Fault) async {
        let response = service.failure(fault.status, fault.reason, target: fault.target)
        let delivery = Response.Delivery(keepsAlive: false, isVersion10: false)
        loop.log?.add(nil, remoteAddress, response, nanoseconds: 0)
        if await finish(begin(response, delivery, hasBody: true)) { await linger() }
    }

    /// Closing with unread input would reset the connection and could take the answer with it
    /// (RFC 9112 §9.6): our side closes first, and what still comes is thrown away for a while.
    /// A peer that owes nothing more is not waited for.
    private func linger(isMoreOwed: Bool = true) async {
        channel.finishWriting()
        inbox = Inbox()
        let deadline = loop.now + service.times.linger
        while loop.now < deadline {
            switch channel.read(into: loop.scratch) {
            case .moved: if channel.isHogging { await channel.breathe() }
            case .ended, .failed: return
            case .blocked:
                guard isMoreOwed, case .ready = await channel.wait(until: deadline) else {
                    return
                }
            }
        }
    }
}
