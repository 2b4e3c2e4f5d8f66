/// Sends a streamed body piece by piece, no faster than the peer takes it. For one task at a time,
/// as long as its stream runs.
///
/// Unchecked because everything in it is touched on its loop's own thread only.
public final class StreamWriter: @unchecked Sendable {
    /// Streams that began together are spread over so many moments, so that no turn of the loop has
    /// all of them on its hands.
    private static let moments: Int64 = 64

    private let connection: Connection
    private let isChunked: Bool
    private let heartbeat: [UInt8]
    private var nextBeat: Int64
    private let end: Int64
    private var isWriting = false
    private var isClosed = false

    init(_ connection: Connection, heartbeat: [UInt8], isChunked: Bool) {
        self.connection = connection
        self.isChunked = isChunked
        self.heartbeat = heartbeat.isEmpty ? [] : Self.frame(heartbeat, isChunked)
        let (times, now) = (connection.service.times, connection.loop.now)
        let moment = Int64(connection.channel.slot.index) % Self.moments + 1
        nextBeat = now + times.heartbeat / Self.moments * moment
        end = now + times.stream - times.stream / 4 / Self.moments * moment
    }

    /// Sends these bytes, and returns when the system has taken them.
    public func write(_ bytes: [UInt8]) async throws(StreamError) {
        guard !bytes.isEmpty else { return }
        let loop = connection.loop
        guard !loop.isCurrent else { return try await push(Self.frame(bytes, isChunked)) }
        try await withTaskExecutorPreference(loop) { () async throws(StreamError) in
            try await self.push(Self.frame(bytes, self.isChunked))
        }
    }

    /// Ends the body as a whole one; false when the peer did not get all of it.
    func finish() async -> Bool {
        guard isChunked, !isClosed else { return !isClosed }
        do throws(StreamError) {
            try await push(Array("0\r\n\r\n".utf8))
            isClosed = true
            return true
        } catch {
            return false
        }
    }

    /// Lets nothing more be written: the body ends, or stays, as it is.
    func close() {
        isClosed = true
    }

    /// Sends the heartbeat when it is time to, between two pieces, and ends what has lived for
    /// long.
    func tick(now: Int64) {
        let channel = connection.channel
        if now >= end { channel.task?.cancel() }
        guard now >= nextBeat else { return }
        nextBeat = now + connection.service.times.heartbeat
        guard !heartbeat.isEmpty, !isWriting, !isClosed else { return }
        // So few bytes find no room only where nobody has read for long.
        guard case .moved(heartbeat.count) = channel.send(heartbeat, []) else {
            return channel.cut()
        }
    }

    private func push(_ frame: [UInt8]) async throws(StreamError) {
        guard !isClosed, !isWriting else { throw .closed }
        isWriting = true
        defer { isWriting = false }
        guard await connection.push(frame.count, from: 0, { $0.send(frame, [], skip: $1) }) else {
            isClosed = true
            throw .disconnected
        }
    }

    /// chunk-size CRLF chunk-data CRLF.
    private static func frame(_ bytes: [UInt8], _ isChunked: Bool) -> [UInt8] {
        guard isChunked else { return bytes }
        var frame: [UInt8] = []
        frame.reserveCapacity(bytes.count + 20)
        frame.append(contentsOf: String(bytes.count, radix: 16).utf8)
        frame.append("\r\n")
        frame.append(contentsOf: bytes)
        frame.append("\r\n")
        return frame
    }
}
