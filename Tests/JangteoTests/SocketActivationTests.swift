import Fixtures
import Foundation
import Testing

@testable import Jangteo

/// Started by a service manager that listens itself, as systemd does (sd_listen_fds(3), sd_notify(3)).
@Blocking
struct SocketActivationTests {
    private static let handOver = "export LISTEN_PID=$$ LISTEN_FDS=1;"

    @Test func theSocketHandedOverIsServed() throws {
        let socket = try ListeningSocket()
        defer { socket.end() }
        let program = try Program(after: Self.handOver, socket: socket.descriptor)
        defer { program.end() }
        #expect(program.port == socket.port)
        for _ in 0..<20 { #expect(try program.client().get("/").status == 200) }
    }

    @Test func aConnectionBetweenTwoProgramsIsServedByTheSecond() throws {
        let socket = try ListeningSocket()
        defer { socket.end() }
        let first = try Program(after: Self.handOver, socket: socket.descriptor)
        first.process.signal(SIGTERM)
        #expect(try first.process.wait() == .code(0))
        let client = try Client(port: socket.port)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let second = try Program(after: Self.handOver, socket: socket.descriptor)
        defer { second.end() }
        #expect(try client.readAnswer().status == 200)
    }

    @Test func furtherProcessesDoNotGetTheVariables() throws {
        let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
        for name in names { setenv(name, "1", 1) }
        _ = try ServiceManager { ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1"][$0] }
        for name in names { #expect(getenv(name) == nil) }
    }

    @Test func variablesForAnotherProcessAreNotHeeded() throws {
        let program = try Program(after: "export LISTEN_PID=1 LISTEN_FDS=1;")
        defer { program.end() }
        #expect(try program.client().get("/").status == 200)
    }

    @Test(arguments: [
        ("LISTEN_FDS=2", "LISTEN_FDS=2"), ("LISTEN_FDS=x", "LISTEN_FDS=x"),
        ("LISTEN_FDS=1", "the socket handed over"),
    ])
    func anUnusableVariableOrSocketIsNamed(_ variable: String, _ named: String) throws {
        let folder = try TemporaryFolder()
        let process = try Program.start(
            Program.serving(database: folder.file("market.sqlite")),
            after: "export LISTEN_PID=$$ \(variable); exec 3>&-;")
        defer { process.end() }
        #expect(try process.wait() == .code(1))
        #expect(process.errors.contains(named))
        #expect(process.errors.split(separator: "\n").count == 1)
    }

    @Test func aDescriptorThatIsNoSocketIsNamed() throws {
        let folder = try TemporaryFolder()
        let process = try Program.start(
            Program.serving(database: folder.file("market.sqlite")),
            after: Self.handOver + " exec 3</dev/null;")
        defer { process.end() }
        #expect(try process.wait() == .code(1))
        #expect(process.errors.contains("the socket handed over"))
    }

    @Test func theManagerIsNotifiedOfStartAndStop() throws {
        let folder = try TemporaryFolder()
        let notices = try NoticeSocket(folder.file("notify"))
        let program = try Program(after: "export NOTIFY_SOCKET=\(folder.file("notify"));")
        defer { program.end() }
        #expect(try notices.next() == "READY=1")
        program.process.signal(SIGTERM)
        #expect(try notices.next() == "STOPPING=1")
        #expect(try program.process.wait() == .code(0))
    }

    @Test(arguments: ["", "relative", "/no/such/socket", "@nobody-listens", "vsock:2:1"])
    func aManagerThatDoesNotHearIsNoFailure(_ name: String) throws {
        let program = try Program(after: "export NOTIFY_SOCKET=\(name);")
        defer { program.end() }
        #expect(try program.client().get("/").status == 200)
    }
}

/// The socket on which a service manager hears from its services.
private final class NoticeSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let address = sockaddr_un(path: path)
        let code = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                [descriptor] in bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw Failure("cannot bind \(path)") }
    }

    deinit {
        close(descriptor)
    }

    func next() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Failure("no notice came") }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
