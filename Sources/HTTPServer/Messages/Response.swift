/// An answer: what a handler returns. The server adds `Date`, `Connection`, and
/// `Content-Length` or `Transfer-Encoding`.
public struct Response: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(FileRegion)
        case stream(Stream)

        /// Bytes to be sent, as far as they are known: a stream has none yet.
        public var count: Int {
            switch self {
            case .none, .stream: 0
            case .bytes(let bytes): bytes.count
            case .file(let region): region.count
            }
        }
    }

    public var status: Status
    public var fields = FieldBlock()
    public var body: Body

    public init(_ status: Status, body: Body = .none) {
        self.status = status
        self.body = body
    }

    /// An answer with a body of the media type named.
    public init(_ status: Status = .ok, type: StaticString, body: [UInt8]) {
        self.status = status
        self.body = .bytes(body)
        fields.append("Content-Type", type)
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// Sends the client elsewhere; 303 makes it ask with GET whatever it did here.
    public static func redirect(to location: String, status: Status = .seeOther) -> Response {
        var response = Response(status)
        response.append("Location", location)
        return response
    }

    /// Adds a field; see `FieldBlock.append` for what is refused.
    public mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        fields.append(name, value)
    }

    /// Adds a field with a fixed value.
    public mutating func append(_ name: StaticString, _ value: StaticString) {
        fields.append(name, value)
    }
}

extension Response {
    /// Why this cannot be sent; nil when it can.
    var refusal: String? {
        if let name = fields.refused { return "field \(name) cannot be sent" }
        // A final answer is promised; an interim one would leave the client waiting.
        return status.code < 200 ? "status \(status.code) is no answer" : nil
    }

    /// What the header needs to know beside the response itself.
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
        head.append(contentsOf: date)
        if stream != nil {
            // RFC 9112 §6.3: without it, what a client of HTTP/1.0 is sent ends with the
            // connection.
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
        head.append(contentsOf: common)
        head.append(contentsOf: fields.bytes)
        head.append("\r\n")
    }
}

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
