import Fixtures
import Foundation

extension ServedSite {
    var host: String { "127.0.0.1:\(port)" }

    /// A visitor who keeps cookies, on a connection of their own.
    func visitor() throws -> Client {
        try Client(port: port, keepsCookies: true)
    }

    func get(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> Answer {
        try request("GET", path, fields)
    }

    func post(
        _ path: String, _ body: FormBody, _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Answer {
        try request("POST", path, fields, body)
    }

    /// Makes a request on a connection of its own, with no cookies except those given.
    func request(
        _ method: String, _ path: String, _ fields: KeyValuePairs<String, String> = [:],
        _ body: FormBody? = nil
    ) throws -> Answer {
        let client = try Client(port: port)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let body {
            head += "Content-Type: \(body.contentType)\r\nContent-Length: \(body.bytes.count)\r\n"
        }
        try client.send(head + "\r\n")
        if let body { try client.send(body.bytes) }
        return try client.readAnswer()
    }

    /// Posts a listing as a guest and returns its path.
    func post(_ form: FilledForm = .lamp) throws -> String {
        try post("/items", form.multipart).redirection()
    }

    /// The answer to a request of a page's head alone by somebody who is signed in.
    func head(_ path: String, as member: Client) throws -> String {
        let cookie = "Cookie: session=\(member.cookie("session") ?? "")\r\n"
        let end = "Connection: close\r\n\r\n"
        let request = "HEAD \(path) HTTP/1.1\r\nHost: \(host)\r\n" + cookie + end
        return String(decoding: try everything(answering: request), as: UTF8.self)
    }

    /// All bytes that the server sends until it closes the connection.
    func everything(answering request: String) throws -> [UInt8] {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        let timeoutSize = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, timeoutSize)
        var address = sockaddr_in.loopback(port)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure("cannot connect") }
        guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
            throw Failure("cannot send")
        }
        var (all, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure("the connection stays open") }
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }
}
