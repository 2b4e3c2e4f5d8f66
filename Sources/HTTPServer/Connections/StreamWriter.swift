/// Sends a streamed body piece by piece, only as fast as the peer reads it. One task at a time may use it,
/// until its stream ends.
///
/// Unchecked `Sendable` because it is used on its loop's thread only.
public final class StreamWriter: @unchecked Sendable {
    /// The number of moments over which heartbeats and ends of streams are spread, so that streams that
    /// began together are not all due in one iteration of the loop.
    private static let moments: Int64 = 64

    private let connection: Connection
    private let isChunked: Bool
    private let heartbeat: [UInt8]
    private let deflater: Deflater?
    private var nextBeat: Int64
    private let end: Int64
    private var isWriting = false
    private var isClosed = false

    init(_ connection: Connection, _ stream: Response.Stream, isChunked: Bool) {
        self.connection = connection
        self.isChunked = isChunked
        let heartbeat = stream.heartbeat
        self.heartbeat = heartbeat.isEmpty ? [] : Self.frame(heartbeat, isChunked)
        deflater = stream.deflater
        let (timeouts, now) = (connection.service.timeouts, connection.loop.now)
        let moment = Int64(connection.channel.key.index) % Self.moments + 1
        nextBeat = now + timeouts.heartbeat / Self.moments * moment
        let latest = now + timeouts.stream - timeouts.stream / 4 / Self.moments * moment
        end = stream.lifetime.map { min(latest, now + $0.nanoseconds) } ?? latest
    }

    /// Sends these bytes and returns when the kernel has taken them; if the stream is compressed, some may be
    /// held back until more follow. Throws `.disconnected` if the peer is gone or reads too slowly, `.closed`
    /// after the end.
    public func write(_ bytes: [UInt8]) async throws(StreamError) {
        try await send(deflater?.add(bytes) ?? bytes)
    }

    private func send(_ bytes: [UInt8]) async throws(StreamError) {
        guard !bytes.isEmpty else { return }
        let loop = connection.loop
        guard !loop.isCurrent else { return try await push(Self.frame(bytes, isChunked)) }
        try await withTaskExecutorPreference(loop) { () async throws(StreamError) in
            try await self.push(Self.frame(bytes, self.isChunked))
        }
    }

    /// Sends the last bytes and the last chunk; returns false if the body was not sent completely.
    func finish() async -> Bool {
        guard !isClosed else { return false }
        do throws(StreamError) {
            if let deflater { try await send(deflater.add([], isLast: true)) }
            guard isChunked else { return true }
            try await push(Array("0\r\n\r\n".utf8))
            isClosed = true
            return true
        } catch {
            return false
        }
    }

    /// Refuses any further write.
    func close() {
        isClosed = true
    }

    /// Sends the heartbeat if it is due and nothing is being sent; cancels the stream at the end of its
    /// lifetime.
    func tick(now: Int64) {
        let channel = connection.channel
        if now >= end { channel.task?.cancel() }
        guard now >= nextBeat else { return }
        nextBeat = now + connection.service.timeouts.heartbeat
        guard !heartbeat.isEmpty, !isWriting, !isClosed else { return }
        // The socket has no room for so few bytes only if the peer has read nothing for long.
        guard case .moved(heartbeat.count) = channel.send(heartbeat, []) else {
            return channel.cut()
        }
    }

    private func push(_ frame: [UInt8]) async throws(StreamError) {
        guard !isClosed, !isWriting else { throw .closed }
        isWriting = true
        defer { isWriting = false }
        guard await connection.sendAll(frame.count, from: 0, { $0.send(frame, [], skip: $1) })
        else {
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

/// Why a piece of a stream could not be sent.
public enum StreamError: Error, Equatable, Sendable {
    /// The peer closed the connection, or read too slowly for too long.
    case disconnected
    /// The stream has ended, or another task is writing.
    case closed
}
