extension Connection {
    /// How much of a response was sent without waiting.
    enum Sending {
        case done
        case rest(head: [UInt8], body: Response.Body, sent: Int)
    }

    /// Sends what the kernel takes at once, usually everything: the head and the body in one call, the body
    /// without a copy. Of a streamed response only the head is sent here.
    func sendAtOnce(
        _ response: Response, _ delivery: Response.Delivery, hasBody: Bool
    ) -> Sending {
        var head = loop.takeHead()
        response.writeHead(
            into: &head, date: loop.date, common: service.configuration.fields.bytes,
            delivery: delivery)
        let body = hasBody && !response.status.isBodiless ? response.body : .none
        // `sendRest` finds out whether a socket that took nothing has failed.
        var sent = 0
        switch body {
        case .none, .stream:
            if case .moved(let count) = channel.send(head, []) { sent = count }
            guard sent == head.count else { return .rest(head: head, body: body, sent: sent) }
        case .bytes(let bytes):
            if case .moved(let count) = channel.send(head, bytes) { sent = count }
            guard sent == head.count + bytes.count else {
                return .rest(head: head, body: body, sent: sent)
            }
        case .file:
            return .rest(head: head, body: body, sent: 0)
        }
        loop.keepHead(head)
        return .done
    }

    /// Sends the rest, except the body of a stream; returns false if the peer is gone or reads too slowly.
    func sendRest(of sending: Sending) async -> Bool {
        guard case .rest(let head, let body, let sent) = sending else { return true }
        switch body {
        case .none, .stream:
            return await sendAll(head.count, from: sent) { $0.send(head, [], skip: $1) }
        case .bytes(let bytes):
            return await sendAll(head.count + bytes.count, from: sent) {
                $0.send(head, bytes, skip: $1)
            }
        case .file(let region):
            let isSent = await sendAll(head.count, from: sent) {
                $0.send(head, [], skip: $1, hasMore: region.count > 0)
            }
            guard isSent else { return false }
            return await sendAll(region.count, from: 0) { $0.send(region, skip: $1) }
        }
    }

    /// Sends until `total` bytes are out; returns false if the peer is gone or reads too slowly.
    func sendAll(
        _ total: Int, from start: Int, _ send: (Channel, Int) -> Transfer
    ) async -> Bool {
        var timeout = ProgressTimeout(
            window: service.timeouts.write, minimum: service.configuration.limits.progress,
            now: loop.now)
        var sent = start
        while sent < total {
            switch send(channel, sent) {
            case .moved(let count):
                sent += count
                timeout.add(count, now: loop.now)
                if channel.shouldYield { await channel.yield() }
            case .blocked:
                guard case .ready = await channel.wait(until: timeout.deadline) else {
                    return false
                }
            case .ended, .failed:
                return false
            }
        }
        return true
    }

    /// Sends the body of a stream; returns false if it was not sent completely.
    func send(_ stream: Response.Stream, isChunked: Bool) async -> Bool {
        let writer = StreamWriter(self, stream, isChunked: isChunked)
        channel.stream = writer
        loop.statistics.streams += 1
        defer {
            writer.close()
            channel.stream = nil
            loop.statistics.streams -= 1
        }
        // Not by `channel.task`: that is set only once the task has suspended for the first time.
        if loop.isDraining { withUnsafeCurrentTask { $0?.cancel() } }
        do {
            try await stream.write(writer)
        } catch {
            return false
        }
        return await writer.finish()
    }
}
