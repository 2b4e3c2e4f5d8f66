import Foundation

/// A connection to a server on this machine that waits for what it reads. It says what a test wants
/// said, right or wrong.
public final class Client {
    /// How long a silent server is waited for, in seconds.
    private static let patience = 60

    private let socket: Int32
    private let host: String
    private var received: [UInt8] = []
    private var cookies: [String: String]?

    /// - Parameter keepsCookies: whether cookies set by answers go back with later requests,
    ///   whatever their path.
    public init(port: UInt16, keepsCookies: Bool = false) throws {
        host = "127.0.0.1:\(port)"
        cookies = keepsCookies ? [:] : nil
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failure(errno: errno, "socket") }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        try connect(to: port)
    }

    deinit {
        close(socket)
    }

    public func get(_ path: String) throws -> Answer {
        try send(head("GET", path) + "\r\n")
        return try readAnswer()
    }

    public func post(_ path: String, _ body: FormBody) throws -> Answer {
        try send(head("POST", path, body) + "\r\n")
        try send(body.bytes)
        return try readAnswer()
    }

    /// The head of a request up to its last field; the empty line is left to the caller.
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

    /// The next answer on this connection; a body is as long as its `Content-Length` says.
    public func readAnswer() throws -> Answer {
        var answer = try Answer(head: readHead())
        let length = answer["Content-Length"].flatMap(Int.init) ?? 0
        while received.count < length { try receive() }
        answer.body = Array(received.prefix(length))
        received.removeFirst(length)
        keepCookies(of: answer)
        return answer
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

    private func connect(to port: UInt16) throws {
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &patience, size)
        }
        var address = sockaddr_in.loopback(port)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(errno: errno, "connecting to port \(port)") }
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
