import Fixtures
import Foundation

/// A port of this machine that is in use.
final class ListeningSocket {
    let port: UInt16
    let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in.loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else { throw Failure("no port is free") }
    }

    func end() {
        close(descriptor)
    }

    /// A port that was free a moment ago.
    static func freePort() throws -> UInt16 {
        let socket = try ListeningSocket()
        socket.end()
        return socket.port
    }
}
