import Foundation
import Synchronization
import Testing

@testable import HTTPServer

/// Answers that are sent again for the same bytes.
struct RepeatedAnswersTests {
    /// Answers with the number of calls so far; the answers are valid while `isValid` is set.
    private final class Counter: Sendable {
        let asked = Atomic<Int>(0)
        let isValid = Atomic<Bool>(true)

        var handler: ImmediateHandler {
            { request in
                let count = self.asked.add(1, ordering: .relaxed).newValue
                return ImmediateAnswer(.text("\(request.path) \(count)")) {
                    self.isValid.load(ordering: .relaxed)
                }
            }
        }
    }

    private let counter = Counter()

    private func request(_ path: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test func sameBytesGetTheSameAnswer() async throws {
        try await withServer(immediateHandler: counter.handler) { server, port in
            for _ in 0..<3 {
                let client = try RawClient(port)
                for _ in 0..<3 {
                    client.send(request("/a"))
                    #expect(try client.answer().text == "/a 1")
                }
            }
            #expect(counter.asked.load(ordering: .relaxed) == 1)
            let statistics = await server.statistics()
            #expect(statistics.answers(to: .get, statusClass: 2) == 9)
        }
    }

    @Test func anyDifferentByteIsAnotherRequest() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            let requests = [
                request("/a"), request("/a?b"), request("/b"), request("/a", "Cookie: a=1\r\n"),
                request("/a", "Cookie: a=2\r\n"), "\r\n" + request("/a"),
            ]
            func number(_ request: String) throws -> Int? {
                client.send(request)
                return try client.answer().text.split(separator: " ").last.flatMap { Int($0) }
            }
            for (place, request) in requests.enumerated() {
                #expect(try number(request) == place + 1)
            }
            for (place, request) in requests.enumerated() {
                // Two requests may share a slot, and then one of them is answered anew.
                let number = try #require(try number(request))
                #expect(number == place + 1 || number > requests.count)
            }
        }
    }

    @Test func anAnswerThatNoLongerHoldsIsMadeAnew() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            func answer() throws -> String {
                client.send(request("/a"))
                return try client.answer().text
            }
            #expect(try [answer(), answer()] == ["/a 1", "/a 1"])
            counter.isValid.store(false, ordering: .relaxed)
            #expect(try [answer(), answer()] == ["/a 2", "/a 3"])
            counter.isValid.store(true, ordering: .relaxed)
            #expect(try [answer(), answer()] == ["/a 3", "/a 3"])
        }
    }

    /// More requests than are cached, some of which share a slot.
    @Test func eachOfManyRequestsGetsItsOwnAnswer() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            for _ in 0..<3 {
                for path in 0..<1_000 {
                    client.send(request("/\(path)"))
                    #expect(try client.answer().text.hasPrefix("/\(path) "))
                }
            }
        }
    }

    @Test func howTheBytesComeMakesNoDifference() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            let bytes = Array(request("/a").utf8)
            client.send(bytes + bytes + bytes)
            for count in 1...3 { #expect(try client.answer().text == "/a \(count)") }
            for cut in 1..<bytes.count {
                client.send(Array(bytes[..<cut]))
                if cut.isMultiple(of: 9) { usleep(2_000) }
                client.send(Array(bytes[cut...]) + bytes)
                #expect(try client.answer().text.hasPrefix("/a "))
                #expect(try client.answer().text.hasPrefix("/a "))
            }
            client.send("GET /a HTTP/1.1\r\nHost: a\r\n broken\r\n\r\n")
            #expect(try client.answer().status == 400)
        }
    }

    @Test func headAndHTTPVersionAreRespected() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            for _ in 0..<3 {
                client.send(request("/a", method: "HEAD"))
                #expect(try client.answer(toHead: true).fields["content-length"] == "4")
                client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.text == "/a 2")
                #expect(answer.fields["connection"] == "keep-alive")
            }
            for _ in 0..<2 {
                let client = try RawClient(port)
                client.send(request("/a", "Connection: close\r\n"))
                #expect(try client.answer().fields["connection"] == "close")
                #expect(client.isClosed())
            }
        }
    }

    /// Later there may be room for a stream.
    @Test func aRefusedStreamIsNotRefusedAgain() async throws {
        let asked = Atomic<Int>(0)
        let handler: ImmediateHandler = { _ in
            asked.add(1, ordering: .relaxed)
            var response = Response(.ok)
            response.body = .stream(Response.Stream { try await $0.write(Array("abc".utf8)) })
            return ImmediateAnswer(response, isValid: { true })
        }
        try await withServer({ $0.limits.streams = 0 }, immediateHandler: handler) { _, port in
            let client = try RawClient(port)
            for _ in 0..<3 {
                client.send(request("/a"))
                #expect(try client.answer().status == 503)
            }
        }
        #expect(asked.load(ordering: .relaxed) == 3)
    }

    @Test func itsDateIsCurrent() async throws {
        try await withServer(immediateHandler: counter.handler) { _, port in
            let client = try RawClient(port)
            var dates: Set<String> = []
            for _ in 0..<12 {
                client.send(request("/a"))
                let answer = try client.answer()
                #expect(answer.text == "/a 1")
                dates.insert(answer.fields["date"] ?? "")
                usleep(100_000)
            }
            #expect((2...3).contains(dates.count))
        }
    }

    @Test func whatTheClientDoesNotTakeAtOnceIsSentLater() async throws {
        let content = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let handler: ImmediateHandler = { _ in
            ImmediateAnswer(Response(type: "text/plain", body: content), isValid: { true })
        }
        try await withServer(immediateHandler: handler) { _, port in
            let client = try RawClient(port)
            // So many that the last ones do not fit into the kernel's buffers.
            for _ in 0..<400 {
                client.send(request("/a"))
                usleep(1_000)
            }
            for _ in 0..<400 { #expect(try client.answer().body == content) }
        }
    }
}
