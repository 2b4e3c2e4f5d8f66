import Foundation
import Testing

@testable import HTTPServer

struct ConnectionTests {
    @Test func getIsAnswered() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send("GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.text == "GET /a")
            #expect(answer.fields["content-length"] == "6")
            #expect(HTTPDate.parse(answer.fields["date"] ?? "", now: 0) != nil)
        }
    }

    @Test func connectionIsKept() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            for number in 1...50 {
                client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().text == "GET /\(number)")
            }
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            let requests = (1...500).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
            client.send(requests.joined())
            for number in 1...500 { #expect(try client.answer().text == "GET /\(number)") }
        }
    }

    @Test func requestMayComeByteByByte() async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            for byte in "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8 {
                client.send([byte])
            }
            #expect(try client.answer().text == "abc")
        }
    }

    @Test func headHasTheFieldsOfGetAndNoBody() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send("HEAD /ab HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer(toHead: true).fields["content-length"] == "8")
            #expect(try client.answer().text == "GET /x")
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close"),
        ("GET / HTTP/1.0\r\n\r\n", "close"),
    ])
    func connectionClosesWhenAskedTo(_ request: String, connection: String) async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send(request)
            #expect(try client.answer().fields["connection"] == connection)
            #expect(client.isClosed())
        }
    }

    @Test func http10ClientMayKeepItsConnection() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            for _ in 1...2 {
                client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try client.answer().fields["connection"] == "keep-alive")
            }
        }
    }

    @Test func halfClosedClientGetsItsAnswers() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finish()
            #expect(try client.answer().text == "GET /1")
            #expect(try client.answer().text == "GET /2")
            #expect(client.isClosed())
        }
    }

    @Test func handlerIsCancelledWhenItsClientGoesAway() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let handler: Handler = { _ in
            await untilCancelled()
            end.yield(Task.isCancelled)
            return .text("late")
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            client.finish()
            #expect(await ends.first { _ in true } == true)
            #expect(try client.answer().text == "late")
        }
    }

    @Test func malformedRequestGets400AndClose() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func incompleteRequestIs400() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send("GET / HT")
            client.finish()
            #expect(try client.answer().status == 400)
        }
    }

    @Test func errorResponseIsConfigurable() async throws {
        let look: @Sendable (RequestError) -> Response = { request in
            let html = "<p>\(request.reason) \(request.target)"
            return Response(request.status, type: "text/html", body: Array(html.utf8))
        }
        try await withServer({ $0.errorResponse = look }) { _, port in
            let client = try RawClient(port)
            client.send("GET /shop?a HTTP/3.0\r\nHost: a\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 505)
            #expect(answer.text == "<p>only HTTP/1 is spoken here /shop?a")
        }
    }

    @Test func commonFieldsAreSentWithEveryAnswer() async throws {
        try await withServer({ $0.fields.append("X-Common", "yes") }) { _, port in
            let client = try RawClient(port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nbroken\r\n")
            #expect(try client.answer().fields["x-common"] == "yes")
            #expect(try client.answer().fields["x-common"] == "yes")
        }
    }

    @Test func splitResponseBecomes500() async throws {
        let handler: Handler = { request in .redirect(to: request.query["to"] ?? "") }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send("GET /?to=%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 500)
            #expect(answer.fields["set-cookie"] == nil)
        }
    }

    @Test func interimStatusFromAHandlerBecomes500() async throws {
        try await withServer(handler: { _ in Response(Status(103, "Early Hints")) }) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().status == 500)
        }
    }

    @Test func requestHasTheRemoteAddress() async throws {
        try await withServer(handler: { .text("\($0.remoteAddress) \($0.loop)") }) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().text == "127.0.0.1 0")
        }
    }

    @Test func handlerMayLeaveItsLoopAndComeBack() async throws {
        let handler: Handler = { request in
            let sum = await Task.detached { (1...10).reduce(0, +) }.value
            await Task.yield()
            return .text("\(sum)")
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            for _ in 1...10 {
                client.send(getRoot)
                #expect(try client.answer().text == "55")
            }
        }
    }

    @Test func largeAnswerArrivesWhole() async throws {
        let body = (0..<625_000).map { $0 }.withUnsafeBytes { Array($0) }
        try await withServer(handler: { _ in Response(type: "x/y", body: body) }) { _, port in
            let client = try RawClient(port, receiveBuffer: 4096)
            client.send(getRoot)
            #expect(try client.answer().body == body)
        }
    }

    @Test func fileRegionIsSent() async throws {
        let text = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let path = NSTemporaryDirectory() + "/region-" + UUID().uuidString
        try Data(text).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(OpenFile(path: path))
        let region = FileRegion(file, offset: 10, count: 299_000)
        try await withServer(handler: { _ in Response(.ok, body: .file(region)) }) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(try client.answer().body == Array(text[10..<299_010]))
        }
    }

    @Test func shortenedFileCutsTheConnection() async throws {
        let file = try #require(OpenFile(path: "/dev/null"))
        let region = FileRegion(file, count: 10)
        try await withServer(handler: { _ in Response(.ok, body: .file(region)) }) { _, port in
            let client = try RawClient(port)
            client.send(getRoot)
            #expect(throws: RawClient.Closed.self) { try client.answer() }
        }
    }

    @Test func manyClientsAreServedByManyLoops() async throws {
        try await withServer({ $0.loops = 3 }) { server, port in
            #expect(server.loops == 3)
            let clients = try (0..<100).map { _ in try RawClient(port) }
            for (number, client) in clients.enumerated() {
                client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            for (number, client) in clients.enumerated() {
                #expect(try client.answer().text == "GET /\(number)")
            }
        }
    }
}
