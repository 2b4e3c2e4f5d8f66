/// What a handler returns. The server adds `Date`, `Connection`, and `Content-Length` or
/// `Transfer-Encoding`.
public struct Response: Sendable {
    /// The content that follows the header section.
    public enum Body: Sendable {
        /// No content.
        case none
        /// Sent from memory, in one call with the head.
        case bytes([UInt8])
        /// Sent by the kernel without a copy in this process.
        case file(FileRegion)
        /// Made while it is sent.
        case stream(Stream)

        /// The number of bytes to send; 0 for a stream, whose length is not known.
        public var count: Int {
            switch self {
            case .none, .stream: 0
            case .bytes(let bytes): bytes.count
            case .file(let region): region.count
            }
        }
    }

    /// A status below 200 is replaced by 500: a handler gives final responses only.
    public var status: Status
    /// The header fields beside those that the server adds.
    public var fields = FieldLines()
    /// Not sent in answer to HEAD, nor with a status that has no content.
    public var body: Body

    /// A response without fields.
    public init(_ status: Status, body: Body = .none) {
        self.status = status
        self.body = body
    }

    /// A response with content of the media type `type`.
    public init(_ status: Status = .ok, type: StaticString, body: [UInt8]) {
        self.status = status
        self.body = .bytes(body)
        fields.append("Content-Type", type)
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// Sends the client to `location`; with 303 it uses GET there, whatever the method was.
    public static func redirect(to location: String, status: Status = .seeOther) -> Response {
        var response = Response(status)
        response.append("Location", location)
        return response
    }

    /// Adds a field; see `FieldLines.append` for what is not allowed.
    public mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        fields.append(name, value)
    }

    /// Adds a field with a fixed value.
    public mutating func append(_ name: StaticString, _ value: StaticString) {
        fields.append(name, value)
    }

    /// Why this response cannot be sent; nil if it can.
    var invalidity: String? {
        if let name = fields.invalidName { return "field \(name) cannot be sent" }
        // An interim response would leave the client waiting.
        return status.code < 200 ? "status \(status.code) is not final" : nil
    }

    /// The stream to send, if any.
    var stream: Stream? {
        guard !status.isBodiless, case .stream(let stream) = body else { return nil }
        return stream
    }
}

// MARK: - Streams

extension Response {
    /// A body of unknown length that is made while it is sent.
    ///
    /// It is sent in chunks (RFC 9112 §7.1), or to an HTTP/1.0 client until the connection closes. Its task is
    /// cancelled when the peer closes its side of the connection, when the server shuts down, and after
    /// `lifetime` or `Limits.streamLifetime`; a stream that waits for news should end then. What it still
    /// writes is sent.
    public struct Stream: Sendable {
        let heartbeat: [UInt8]
        let lifetime: Duration?
        let write: @Sendable (StreamWriter) async throws -> Void
        /// Compresses what is written; used for one response only.
        private(set) var deflater: Deflater?

        /// - Parameters:
        ///   - heartbeat: is written every `Limits.heartbeat`, so that no proxy considers the connection
        ///     dead; empty for none.
        ///   - lifetime: how long the stream may last if that is less than `Limits.streamLifetime`; nil
        ///     for no other limit.
        ///   - write: runs on the event loop, once the header section is sent. After an error the connection is
        ///     closed without the last chunk, so the client knows that the body is incomplete.
        public init(
            heartbeat: [UInt8] = [], lifetime: Duration? = nil,
            write: @escaping @Sendable (_ writer: StreamWriter) async throws -> Void
        ) {
            self.heartbeat = heartbeat
            self.lifetime = lifetime
            self.write = write
        }

        /// Returns nil if memory is short.
        func compressed(with gzip: Gzip) -> Stream? {
            guard let deflater = gzip.newDeflater() else { return nil }
            var stream = self
            stream.deflater = deflater
            return stream
        }
    }
}

// MARK: - Writing

extension Response {
    /// How the connection carries the response.
    struct Delivery {
        var keepsAlive: Bool
        var isVersion10: Bool
    }

    /// Writes the status line and all fields up to the empty line.
    func writeHead(
        into head: inout [UInt8], date: [UInt8], common: [UInt8], delivery: Delivery
    ) {
        head.append("HTTP/1.1 ")
        head.append(decimal: status.code, width: 3)
        head.append(.space)
        head.append(status.phrase)
        head.append("\r\nDate: ")
        head.append(copying: date)
        if stream != nil {
            // RFC 9112 §6.3: for a client of HTTP/1.0 the body ends with the connection.
            if !delivery.isVersion10 { head.append("\r\nTransfer-Encoding: chunked") }
        } else if !status.isBodiless {
            head.append("\r\nContent-Length: ")
            head.append(decimal: body.count)
        }
        if !delivery.keepsAlive {
            head.append("\r\nConnection: close")
        } else if delivery.isVersion10 {
            head.append("\r\nConnection: keep-alive")
        }
        head.append("\r\n")
        head.append(copying: common)
        head.append(copying: fields.bytes)
        head.append("\r\n")
    }
}
