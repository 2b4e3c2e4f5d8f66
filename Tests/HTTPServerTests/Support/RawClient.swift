import CLinux
import Foundation
import Testing

/// A blocking client that sends exactly the bytes given. Its reads time out after ten seconds.
final class RawClient {
    struct Answer {
        var status: Int
        var fields: [String: String]
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The connection was refused, or closed before an answer was whole.
    struct Closed: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        descriptor = Self.socket(AF_INET)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        try connect(to: &address)
    }

    /// Connects to a Unix socket.
    init(path: String) throws {
        var address = sockaddr_un(path: path)
        descriptor = Self.socket(AF_UNIX)
        try connect(to: &address)
    }

    private static func socket(_ family: Int32) -> Int32 {
        let descriptor = CLinux.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    private func connect<A>(to address: inout A) throws {
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                CLinux.connect(descriptor, $0, socklen_t(MemoryLayout<A>.size))
            }
        }
        guard code == 0 else { throw Closed() }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                CLinux.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes our side for writing.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether bytes have come that were not read.
    var hasMore: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) >= 0
    }

    /// Whether the server has closed the connection, and everything that it sent was read.
    func isClosed() -> Bool {
        buffer.isEmpty && !fill()
    }

    /// The next answer; its body by Content-Length, without one after HEAD.
    func answer(toHead: Bool = false) throws -> Answer {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<end.upperBound)
                return try answer(head, toHead: toHead)
            }
            guard fill() else { throw Closed() }
        }
    }

    /// The next `count` bytes.
    func text(_ count: Int) throws -> String {
        while buffer.count < count {
            guard fill() else { throw Closed() }
        }
        defer { buffer.removeSubrange(..<count) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Everything up to the end of the connection.
    func rest() -> String { String(decoding: restOfBytes(), as: UTF8.self) }

    /// All bytes up to the end of the connection.
    func restOfBytes() -> [UInt8] {
        while fill() {}
        defer { buffer = [] }
        return buffer
    }

    private func answer(_ head: String, toHead: Bool) throws -> Answer {
        let lines = head.components(separatedBy: "\r\n")
        let status = try #require(Int(lines[0].dropFirst(9).prefix(3)))
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = toHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
        while buffer.count < length {
            guard fill() else { throw Closed() }
        }
        let body = Array(buffer[..<length])
        buffer.removeSubrange(..<length)
        return Answer(status: status, fields: fields, body: body)
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: piece[..<count])
        return true
    }
}

extension sockaddr_un {
    /// The address of a Unix socket.
    init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    }
}
