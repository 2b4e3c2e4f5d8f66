import Testing

@testable import HTTPServer

struct BodyReaderTests {
    private func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    @Test func bodyIsRead() async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "hello") + post("Content-Length: 2", "ho"))
            #expect(try client.answer().text == "hello")
            #expect(try client.answer().text == "ho")
        }
    }

    @Test func chunkedBodyIsRead() async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            let chunked = post(
                "Transfer-Encoding: chunked", "3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: y\r\n\r\n")
            client.send(chunked + chunked)
            #expect(try client.answer().text == "abcde")
            #expect(try client.answer().text == "abcde")
        }
    }

    @Test(arguments: ["3\r\nabcd", "3;\r\nabc", "3;[\r\nabc"])
    func malformedChunkGets400AndClose(_ chunk: String) async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Transfer-Encoding: chunked", chunk + "\r\n0\r\n\r\n"))
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func largeBodyIsReadWhole() async throws {
        let body = [UInt8](repeating: 7, count: 3_000_000)
        let handler: Handler = { request in
            var count = 0
            while let chunk = try? await request.body.next(upTo: 3_000_000) { count += chunk.count }
            return .text("\(count)")
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 3000000"))
            client.send(body)
            #expect(try client.answer().text == "3000000")
        }
    }

    @Test func tooLargeContentLengthIs413() async throws {
        try await withServer({ $0.limits.body = 10 }, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 11", "hello hello"))
            let answer = try client.answer()
            #expect(answer.status == 413)
            #expect(answer.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func chunkedTooLargeIs413() async throws {
        try await withServer({ $0.limits.body = 4 }, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"))
            #expect(try client.answer().status == 413)
        }
    }

    /// The size is refused before any byte of the chunk has come.
    @Test(arguments: ["5\r\n", "4\r\nfour\r\n1\r\n", "FFFFFFFFFFFFFFF\r\n"])
    func chunkPastTheLimitIs413AtItsSize(_ chunks: String) async throws {
        try await withServer({ $0.limits.body = 4 }, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Transfer-Encoding: chunked", chunks))
            let answer = try client.answer()
            #expect(answer.status == 413)
            #expect(answer.fields["connection"] == "close")
        }
    }

    @Test(arguments: [
        ("Content-Length: 5", 5), ("Transfer-Encoding: chunked", nil), ("X: y", 0),
    ])
    func lengthIsKnownBeforeReading(_ field: String, length: Int?) async throws {
        let handler: Handler = { request in .text("\(request.body.length == length)") }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post(field))
            #expect(try client.answer().text == "true")
        }
    }

    /// The client is still sending more than all buffers hold, and yet can read the answer.
    @Test func responseIsReadableDuringALongUpload() async throws {
        try await withServer({ $0.limits.body = 10 }, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 20000000"))
            client.send([UInt8](repeating: 1, count: 20_000_000))
            #expect(try client.answer().status == 413)
        }
    }

    @Test func continueIsSentWhenTheBodyIsWanted() async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 2\r\nExpect: 100-continue"))
            #expect(try client.answer().status == 100)
            client.send("hi")
            #expect(try client.answer().text == "hi")
            client.send(getRoot)
            #expect(try client.answer().status == 200)
        }
    }

    @Test func continueIsNotSentWhenTheBodyIsNotWanted() async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 2\r\nExpect: 100-continue"))
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["connection"] == "close")
        }
    }

    @Test func tooLargeBodyIs413InsteadOf100() async throws {
        try await withServer({ $0.limits.body = 1 }, handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 2\r\nExpect: 100-continue"))
            #expect(try client.answer().status == 413)
        }
    }

    @Test(arguments: [
        ("Content-Length: 5", "hello"), ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
    ])
    func smallUnreadBodyIsSkipped(_ field: String, body: String) async throws {
        try await withServer { _, port in
            let client = try RawClient(port)
            client.send(post(field, body) + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "POST /")
            #expect(try client.answer().text == "GET /next")
        }
    }

    @Test func largeUnreadBodyCloses() async throws {
        try await withServer({ $0.limits.drain = 4 }) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "hello") + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func largeUnreadChunksClose() async throws {
        try await withServer({ $0.limits.drain = 4 }) { _, port in
            let client = try RawClient(port)
            client.send(post("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"))
            #expect(try client.answer().status == 200)
            #expect(client.isClosed())
        }
    }

    @Test func clientThatLeavesWithinABodyIsNoticed() async throws {
        try await withServer(handler: echo) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "he"))
            client.finish()
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.text == "disconnected")
        }
    }

    /// Whoever counts the bodies being read gives one up on another thread.
    @Test func aBodyThatIsGivenUpGets408() async throws {
        let handler: Handler = { request in
            let body = request.body
            Task.detached {
                while body.receivedWhileWaiting != 2 { await Task.yield() }
                body.giveUp()
            }
            return await echo(request)
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "he"))
            let answer = try client.answer()
            #expect(answer.status == 408 && answer.text == "timedOut")
            #expect(client.isClosed())
        }
    }

    @Test func aBodyThatHasComeIsNotGivenUp() async throws {
        let handler: Handler = { request in
            do throws(BodyError) {
                let first = try await request.body.next()
                request.body.giveUp()
                let rest = try await request.body.next()
                return .text("\(first?.count ?? 0) \(rest == nil)")
            } catch {
                return .text("\(error)", status: error.status)
            }
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "hello") + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "5 true")
            #expect(try client.answer().text == "0 true")
        }
    }

    @Test func bodyMayBeReadFromAnotherTask() async throws {
        let handler: Handler = { request in
            let bytes = await Task.detached { try? await request.body.collect() }.value
            return Response(type: "x/y", body: bytes ?? [])
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5", "hello"))
            #expect(try client.answer().text == "hello")
        }
    }

    /// A task that outlives the handler still waits for a body that will never come.
    @Test func readerAfterTheResponseGetsClosed() async throws {
        let (errors, told) = AsyncStream.makeStream(of: BodyError?.self)
        let handler: Handler = { request in
            let hasBegun = AsyncStream.makeStream(of: Void.self)
            Task.detached {
                hasBegun.continuation.finish()
                do throws(BodyError) { _ = try await request.body.next() } catch {
                    told.yield(error)
                }
            }
            for await _ in hasBegun.stream {}
            return .text("done")
        }
        try await withServer(handler: handler) { _, port in
            let client = try RawClient(port)
            client.send(post("Content-Length: 5"))
            #expect(try client.answer().text == "done")
            client.finish()
            for await error in errors {
                #expect(error == .closed)
                break
            }
        }
    }

    private let formReader: Handler = { request in
        do throws(FormError) {
            let form = try await request.form()
            let size = form.files("photos").map(\.upload.count)
            return .text("\(form.text("title") ?? "") \(size)")
        } catch {
            return .text("\(error)", status: error.status)
        }
    }

    /// Most of the form has not come when it is refused.
    @Test func formFieldPastItsLimitIs413AtTheFirstByteTooMany() async throws {
        let head = "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n"
        try await withServer({ $0.limits.form.field = 4 }, handler: formReader) { _, port in
            let client = try RawClient(port)
            let type = "Content-Type: multipart/form-data; boundary=b"
            client.send(post("\(type)\r\nContent-Length: 1000000", head + "12345"))
            let answer = try client.answer()
            #expect(answer.status == 413)
            #expect(answer.text == "fieldTooLarge(name: \"title\")")
        }
    }

    @Test func formIsReadFromASocket() async throws {
        let photo = String(repeating: "x", count: 400_000)
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n의자\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a\"\r\n\r\n"
            + photo + "\r\n--b--\r\n"
        try await withServer(handler: formReader) { _, port in
            let client = try RawClient(port)
            let type = "Content-Type: multipart/form-data; boundary=b"
            client.send(post("\(type)\r\nContent-Length: \(body.utf8.count)", body))
            #expect(try client.answer().text == "의자 [400000]")
        }
    }
}
