import Glibc

/// One connection: reads requests, has them answered in order, and decides when to close.
///
/// A state machine that its loop drives by plain calls; only work that has to wait gets a task.
///
///                  ┌──────────── event ────────────┐
///                  ▼                                │
///     open ───► reading ── no whole head yet ──► waiting ── deadline, shutdown ──┐
///                ▲ │ ▲                                                           │
///                │ │ └─ sent whole ── answered at once, or again                 │
///                │ │                  ▲        │ the kernel takes no more        │
///                │ └── head ──────────┘        ▼                                 │
///                └──── kept alive ────────── answering, in a task:               │
///                                            handler, body, stream, rest         │
///                                              │ else                            ▼
///                                              └──► lingering ──────────────► closed
///
/// Unchecked `Sendable` because it is used on its loop's thread only.
final class Connection: @unchecked Sendable {
    let channel: Channel
    let loop: EventLoop
    let service: Service
    let remoteAddress: Address
    // Exclusivity is unchecked because no two accesses to any of these overlap.
    @exclusivity(unchecked) var readBuffer = ReadBuffer()
    /// The parser of the request that is being read; nil between two requests.
    @exclusivity(unchecked) private var parser: RequestParser?
    private var headerDeadline: Int64?
    private var answering = Answering.none
    /// Whether the connection was admitted under the connection limit; one above the limit is refused.
    private let isWithinLimit: Bool

    private enum Answering {
        case none
        /// The task is running its first step, on the stack of the loop's call.
        case begun
        /// The task ended within its first step; the value says whether the connection stays open.
        case ended(Bool)
        /// The task has suspended, and continues by itself.
        case waiting
    }

    private enum Incoming {
        case request(RequestHead)
        /// A request of the same bytes as an earlier one, whose answer is still valid.
        case repeated(RepeatedAnswers.Answer)
        case invalid(RequestError)
        case ended
        /// No request yet: reading continues with the next event, or ends at the deadline.
        case none
    }

    init(_ channel: Channel, _ address: Address, isWithinLimit: Bool) {
        self.channel = channel
        self.isWithinLimit = isWithinLimit
        loop = channel.loop
        service = channel.loop.service
        remoteAddress = address
    }

    /// Starts reading, or answers 503 and closes if the server already has as many connections as allowed.
    func open() {
        guard !isWithinLimit else { return proceed() }
        let error = requestError(.serviceUnavailable, "too many connections")
        _ = keepsOpen(inTask { await self.reject(error) })
    }

    private func close() {
        // From here on `wake` ignores every event.
        answering = .waiting
        loop.release(channel, wasServed: isWithinLimit)
    }

    /// Continues after a wait for the bytes of a request.
    func wake(_ reason: WaitResult) {
        guard case .none = answering else { return }
        channel.isIdle = false
        guard case .ready = reason else { return take(expired(reason)) }
        proceed()
    }

    /// Reads and answers requests for as long as that needs no waiting.
    func proceed() {
        while true {
            if channel.shouldYield {
                channel.beginTurn()
                return loop.proceedLater(self)
            }
            guard answer(nextHead()) else { return }
        }
    }

    private func take(_ incoming: Incoming) {
        if answer(incoming) { proceed() }
    }

    /// - Returns: whether the next request may be read now.
    private func answer(_ incoming: Incoming) -> Bool {
        switch incoming {
        case .none:
            return false
        case .request(let head):
            return answer(Exchange(head, self))
        case .repeated(let answer):
            return self.answer(again: answer)
        case .invalid(let error):
            loop.statistics.requestErrors[error.status.code, default: 0] += 1
            return keepsOpen(inTask { await self.reject(error) })
        case .ended:
            close()
            return false
        }
    }

    private func answer(_ exchange: Exchange) -> Bool {
        guard exchange.reader == nil, let answer = service.immediateHandler?(exchange.request)
        else { return keepsOpen(inTask { await self.respond(to: exchange) }) }
        let outgoing = begin(answer.response, exchange)
        guard outgoing.isSent, outgoing.keepsAlive else {
            return keepsOpen(inTask { await self.finish(outgoing, exchange) })
        }
        record(outgoing.response, exchange)
        // A response that was replaced by an error must not be repeated.
        if let isValid = answer.isValid, answer.response.stream == nil,
            answer.response.invalidity == nil
        {
            loop.repeated.keep(answer.response, to: exchange.request, isValid: isValid)
        }
        return true
    }

    /// Closes the connection if the task that answered it ended with false.
    /// - Parameter isOpen: the result of the task; nil while the task is still running.
    /// - Returns: whether the next request may be read now.
    func keepsOpen(_ isOpen: Bool?) -> Bool {
        if isOpen == false { close() }
        return isOpen == true
    }

    /// Runs `body` in a task of its own, which runs immediately until it first suspends.
    /// - Parameter body: returns whether the connection stays open.
    /// - Returns: the result of `body` if it never suspended; else nil, and the connection continues by itself.
    func inTask(_ body: @escaping @Sendable () async -> Bool) -> Bool? {
        answering = .begun
        channel.task = Task.immediate(executorPreference: loop) {
            // If the peer has already hung up, no later event would cancel this task.
            if self.channel.hasHungUp { withUnsafeCurrentTask { $0?.cancel() } }
            self.finishTask(await body())
        }
        guard case .ended(let isOpen) = answering else {
            answering = .waiting
            return nil
        }
        (answering, channel.task) = (.none, nil)
        return isOpen
    }

    private func finishTask(_ isOpen: Bool) {
        if case .begun = answering {
            answering = .ended(isOpen)
            return
        }
        (answering, channel.task) = (.none, nil)
        guard isOpen else { return close() }
        loop.proceedLater(self)
    }
}

// MARK: - Reading

extension Connection {
    private enum Step {
        case incoming(Incoming)
        case again
        case wait
    }

    private func nextHead() -> Incoming {
        var parser = self.parser
        var step = parser == nil && !readBuffer.isEmpty ? parseReadBuffer(&parser) : .again
        while true {
            switch step {
            case .incoming(let incoming):
                (self.parser, headerDeadline) = (nil, nil)
                return incoming
            case .again: step = read(&parser)
            case .wait: return wait(parser)
            }
        }
    }

    private func wait(_ parser: RequestParser?) -> Incoming {
        let hasBegun = hasBegun(parser)
        if !hasBegun, loop.isDraining { return .ended }
        if hasBegun, headerDeadline == nil { headerDeadline = loop.now + service.timeouts.header }
        self.parser = hasBegun || !readBuffer.isEmpty ? parser : nil
        channel.isIdle = !hasBegun
        guard channel.waitForRequest(until: headerDeadline ?? loop.now + service.timeouts.idle)
        else { return expired(channel.isCut ? .stopped : .timedOut) }
        return .none
    }

    private func expired(_ reason: WaitResult) -> Incoming {
        let hasBegun = hasBegun(parser)
        (parser, headerDeadline) = (nil, nil)
        guard case .timedOut = reason, hasBegun else { return .ended }
        // RFC 9110 §15.5.9. An idle connection closes without a response.
        return .invalid(requestError(.requestTimeout, "request too slow"))
    }

    /// An error of a request whose head is incomplete.
    private func requestError(_ status: Status, _ reason: String) -> RequestError {
        RequestError(
            status, reason, target: readBuffer.withSpan { RequestParser.target(in: $0) })
    }

    private func hasBegun(_ parser: RequestParser?) -> Bool {
        parser?.hasBegun(readBuffer.count) ?? false
    }

    /// - Parameter parser: nil at the beginning of a request; created on demand, as many requests need none.
    private func parse(
        _ bytes: Span<UInt8>, _ parser: inout RequestParser?
    ) -> RequestParser.Result {
        if parser == nil { parser = service.parser }
        return parser?.parse(bytes) ?? .needMore
    }

    private func parseReadBuffer(_ parser: inout RequestParser?) -> Step {
        switch readBuffer.withSpan({ parse($0, &parser) }) {
        case .needMore:
            return .again
        case .invalid(let error):
            return .incoming(.invalid(error))
        case .done(let head, let consumed):
            readBuffer.consume(consumed)
            return .incoming(.request(head))
        }
    }

    private func read(_ parser: inout RequestParser?) -> Step {
        switch channel.read(into: loop.scratch) {
        case .blocked:
            return .wait
        case .failed:
            return .incoming(.ended)
        case .ended:
            guard hasBegun(parser) else { return .incoming(.ended) }
            // RFC 9112 §8: incomplete because the connection closed too early.
            return .incoming(.invalid(requestError(.badRequest, "incomplete request")))
        case .moved(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: loop.scratch[..<count])
            return take(bytes.bindMemory(to: UInt8.self).span, &parser)
        }
    }

    /// Most requests arrive whole and alone: they are parsed where they were read, without a copy.
    private func take(_ bytes: Span<UInt8>, _ parser: inout RequestParser?) -> Step {
        guard readBuffer.isEmpty else {
            readBuffer.append(bytes)
            return parseReadBuffer(&parser)
        }
        if !loop.isDraining, let answer = loop.repeated.answer(to: bytes) {
            return .incoming(.repeated(answer))
        }
        switch parse(bytes, &parser) {
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
}
