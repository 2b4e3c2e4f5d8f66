import Foundation

/// A blocking connection to a server on this machine. It sends exactly what a test wants, valid or not.
public final class Client {
    /// How long to wait for a silent server, in seconds.
    private static let timeout = 60

    private let socket: Int32
    /// What requests name as their `Host`.
    public let host: String
    private var received: [UInt8] = []
    /// Events that have been read but not returned yet.
    private var events: [String] = []
    private var cookies: [String: String]?

    /// - Parameters:
    ///   - keepsCookies: whether cookies set by responses are sent with later requests, whatever their path.
    ///   - receiveBuffer: the size of the system's receive buffer, in bytes.
    public init(port: UInt16, keepsCookies: Bool = false, receiveBuffer: Int32? = nil) throws {
        host = "127.0.0.1:\(port)"
        cookies = keepsCookies ? [:] : nil
        socket = try Self.open(AF_INET)
        if var size = receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in.loopback(port)
        try connect(to: &address, "port \(port)")
    }

    /// Connects to a Unix socket.
    public init(path: String) throws {
        host = "market.example"
        cookies = nil
        socket = try Self.open(AF_UNIX)
        var address = sockaddr_un(path: path)
        try connect(to: &address, path)
    }

    deinit {
        close(socket)
    }

    public func get(
        _ path: String, _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Answer {
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        try send(head("GET", path) + lines + "\r\n")
        return try readAnswer()
    }

    public func post(_ path: String, _ body: FormBody) throws -> Answer {
        try send(head("POST", path, body) + "\r\n")
        try send(body.bytes)
        return try readAnswer()
    }

    /// Sends a cookie with later requests, as if a response had set it.
    public func set(cookie name: String, to value: String) {
        cookies?[name] = value
    }

    /// The value of a cookie that was kept.
    public func cookie(_ name: String) -> String? {
        cookies?[name]
    }

    /// The head of a request up to its last field; the caller adds the empty line.
    public func head(_ method: String, _ path: String, _ body: FormBody) -> String {
        head(method, path)
            + "Content-Type: \(body.contentType)\r\nContent-Length: \(body.bytes.count)\r\n"
    }

    private func head(_ method: String, _ path: String) -> String {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        if let cookies, !cookies.isEmpty {
            let pairs = cookies.map { "\($0.key)=\($0.value)" }
            head += "Cookie: \(pairs.joined(separator: "; "))\r\n"
        }
        return head
    }

    public func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    public func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(errno: errno, "send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends as many bytes as the system accepts without blocking, and returns their number.
    public func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
        max(Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)), 0)
    }

    /// Whether nothing arrives for so long, not even the end of the connection.
    public func staysSilent(milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 0
    }

    /// The next response on this connection; its body is as long as `Content-Length` says.
    public func readAnswer() throws -> Answer {
        var answer = try Answer(head: readHead())
        let length = answer["Content-Length"].flatMap(Int.init) ?? 0
        while received.count < length { try receive() }
        answer.body = Array(received.prefix(length))
        received.removeFirst(length)
        keepCookies(of: answer)
        return answer
    }

    /// The next chunk of a streamed body; empty at its end (RFC 9112 §7.1).
    public func readChunk() throws -> String {
        let lineEnd = Array("\r\n".utf8)
        while true {
            if let end = received.firstRange(of: lineEnd) {
                let line = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                guard let size = Int(line, radix: 16) else { throw Failure("no chunk: \(line)") }
                let last = end.upperBound + size
                while received.count < last + lineEnd.count { try receive() }
                defer { received.removeSubrange(..<(last + lineEnd.count)) }
                return String(decoding: received[end.upperBound..<last], as: UTF8.self)
            }
            try receive()
        }
    }

    /// The next event of a stream, without the comments before it; empty at the end.
    public func readEvent() throws -> String {
        while events.isEmpty {
            let chunk = try readChunk()
            if chunk.isEmpty { return "" }
            // A chunk may contain several events.
            events += chunk.components(separatedBy: "\n\n").dropLast()
                .filter { !$0.hasPrefix(":") }
        }
        return events.removeFirst() + "\n\n"
    }

    private func readHead() throws -> String {
        let blank = Array("\r\n\r\n".utf8)
        while true {
            if let end = received.firstRange(of: blank) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeSubrange(..<end.upperBound)
                return head
            }
            try receive()
        }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(errno: errno, "recv") }
        guard count > 0 else { throw Failure("the server closed the connection") }
        received += buffer[..<count]
    }

    private func keepCookies(of answer: Answer) {
        guard cookies != nil else { return }
        for line in answer.all("Set-Cookie") {
            let parts = line.split(separator: ";").map { $0.drop { $0 == " " } }
            let pair = parts[0].split(separator: "=", maxSplits: 1).map(String.init)
            let isGone = parts.contains("Max-Age=0")
            cookies?[pair[0]] = isGone || pair.count < 2 ? nil : pair[1]
        }
    }

    private static func open(_ family: Int32) throws -> Int32 {
        let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(errno: errno, "socket") }
        var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &timeout, size)
        }
        return socket
    }

    private func connect<A>(to address: inout A, _ name: String) throws {
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<A>.size))
            }
        }
        guard status == 0 else { throw Failure(errno: errno, "connecting to \(name)") }
    }
}

extension Client {
    /// The password of all accounts of which it does not matter.
    public static let password = "달빛처럼 환하게"

    /// Opens an account, and stays signed in. The connection must keep cookies.
    public func signUp(_ nickname: String) throws {
        let form = FormBody.urlencoded(["nickname": nickname, "password": Self.password])
        let answer = try post("/signup", form)
        guard answer.status == 200, cookie("session") != nil else {
            throw Failure("\(nickname) is not signed up: \(answer.status) \(answer.text)")
        }
    }
}

extension sockaddr_in {
    /// 127.0.0.1 at `port`.
    public static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }
}

extension sockaddr_un {
    /// The name of a Unix socket.
    public init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    }
}
