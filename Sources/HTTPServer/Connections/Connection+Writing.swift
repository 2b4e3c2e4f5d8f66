extension Connection {
    /// How far an answer came without waiting.
    enum Sending {
        case done
        case rest(head: [UInt8], body: Response.Body, sent: Int)
    }

    /// Sends what the kernel takes at once, mostly all: header and body go in one call, the body as
    /// it is, without a copy. A stream goes no further than its header here.
    func begin(_ response: Response, _ delivery: Response.Delivery, hasBody: Bool) -> Sending {
        var head = loop.takeHead()
        response.writeHead(
            into: &head, date: loop.date, common: service.configuration.fields.bytes,
            delivery: delivery)
        let body = hasBody && !response.status.isBodiless ? response.body : .none
        // A socket that takes nothing or has failed is found out in `finish`.
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

    /// Sends the rest, up to where a stream begins; false when the peer is gone or takes nothing.
    func finish(_ sending: Sending) async -> Bool {
        guard case .rest(let head, let body, let sent) = sending else { return true }
        switch body {
        case .none, .stream:
            return await push(head.count, from: sent) { $0.send(head, [], skip: $1) }
        case .bytes(let bytes):
            return await push(head.count + bytes.count, from: sent) {
                $0.send(head, bytes, skip: $1)
            }
        case .file(let region):
            let isSent = await push(head.count, from: sent) {
                $0.send(head, [], skip: $1, hasMore: region.count > 0)
            }
            guard isSent else { return false }
            return await push(region.count, from: 0) { $0.send(region, skip: $1) }
        }
    }

    /// Goes on sending until `total` bytes are out; false when the peer is gone or takes nothing.
    func push(
        _ total: Int, from start: Int, _ send: (Channel, Int) -> Transfer
    ) async -> Bool {
        var patience = Patience(
            window: service.times.write, least: service.configuration.limits.progress,
            now: loop.now)
        var sent = start
        while sent < total {
            switch send(channel, sent) {
            case .moved(let count):
                sent += count
                patience.move(count, now: loop.now)
                if channel.isHogging { await channel.breathe() }
            case .blocked:
                guard case .ready = await channel.wait(until: patience.deadline) else {
                    return false
                }
            case .ended, .failed:
                return false
            }
        }
        return true
    }
}

extension Connection {
    /// Sends the body of a stream; false when it did not go out whole.
    func send(_ stream: Response.Stream, isChunked: Bool) async -> Bool {
        let writer = StreamWriter(self, heartbeat: stream.heartbeat, isChunked: isChunked)
        channel.stream = writer
        loop.statistics.streams += 1
        defer {
            writer.close()
            channel.stream = nil
            loop.statistics.streams -= 1
        }
        if channel.hasHungUp || loop.isDraining { channel.task?.cancel() }
        do {
            try await stream.write(writer)
        } catch {
            return false
        }
        return await writer.finish()
    }
}
