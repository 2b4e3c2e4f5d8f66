extension Response {
    /// A body that is made while it is sent, and whose length nobody knows before.
    ///
    /// It goes out in chunks (RFC 9112 §7.1), to a client of HTTP/1.0 until the connection closes.
    /// Its task is cancelled when the peer says that it sends no more, when the server shuts down,
    /// and after `Limits.streamLifetime`: what waits for news should end then. What it still writes
    /// goes out, so one that only takes its time may go on.
    public struct Stream: Sendable {
        let heartbeat: [UInt8]
        let write: @Sendable (StreamWriter) async throws -> Void

        /// - Parameters:
        ///   - heartbeat: is written every `Limits.heartbeat`, so that nobody on the way takes the
        ///     connection for dead; empty, nothing is.
        ///   - write: runs on the event loop, once the header is out. After an error the connection
        ///     is closed without the last chunk, by which the client knows that something is
        ///     missing.
        public init(
            heartbeat: [UInt8] = [],
            write: @escaping @Sendable (_ writer: StreamWriter) async throws -> Void
        ) {
            self.heartbeat = heartbeat
            self.write = write
        }
    }

    /// What is to be streamed, if anything.
    var stream: Stream? {
        guard !status.isBodiless, case .stream(let stream) = body else { return nil }
        return stream
    }
}
