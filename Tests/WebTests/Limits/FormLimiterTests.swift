import Fixtures
import HTTPServer
import Market
import Testing

@testable import Web

struct FormLimiterTests {
    struct Broken: Error {}

    private func context(
        from address: String = "192.0.2.1", bytes: Int = FormLimiter.small + 1
    ) throws -> RequestContext {
        let request = try Request(
            .post, "/items", headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("title=".utf8) + Array(repeating: UInt8(ascii: "x"), count: bytes - 6))
        return RequestContext(
            request: request, now: Timestamp(seconds: 0),
            remoteAddress: Address(address) ?? .unspecified)
    }

    private func enter<Value>(
        _ gate: FormLimiter, _ context: RequestContext, _ use: () async throws -> Value
    ) async throws -> Value {
        try await gate.withForm(of: context, FormLimits()) { _ in try await use() }
    }

    @Test func aFormHoldsItsPlaceUntilItIsUsedUp() async throws {
        let gate = FormLimiter(mostForms: 2)
        let (one, other) = try (context(from: "192.0.2.1"), context(from: "192.0.2.2"))
        let third = try context(from: "192.0.2.3")
        try await enter(gate, one) {
            try await enter(gate, other) {
                #expect(gate.forms == 2)
                await #expect(throws: SiteError.self) { try await enter(gate, third) {} }
            }
            let forms = try await enter(gate, third) { gate.forms }
            #expect(forms == 2)
        }
        #expect(gate.forms == 0)
    }

    @Test func anAddressHoldsAQuarter() async throws {
        let gate = FormLimiter(mostForms: 8)
        try await enter(gate, context()) {
            try await enter(gate, context()) {
                await #expect(throws: SiteError.self) { try await enter(gate, context()) {} }
                let forms = try await enter(gate, context(from: "192.0.2.2")) { gate.forms }
                #expect(forms == 3)
            }
            let forms = try await enter(gate, context()) { gate.forms }
            #expect(forms == 2)
        }
    }

    @Test func aSmallFormNeedsNoPlace() async throws {
        let gate = FormLimiter(mostForms: 1)
        try await enter(gate, context()) {
            let forms = try await enter(gate, context(bytes: FormLimiter.small)) { gate.forms }
            #expect(forms == 1)
        }
    }

    @Test func anErrorLeavesThePlace() async throws {
        let gate = FormLimiter(mostForms: 1)
        for _ in 0..<3 {
            await #expect(throws: Broken.self) {
                try await enter(gate, context()) { throw Broken() }
            }
            var limits = FormLimits()
            limits.encodedBody = 1
            await #expect(throws: FormError.self) {
                try await gate.withForm(of: context(), limits) { _ in }
            }
        }
        #expect(gate.forms == 0)
    }
}

/// A site with a place for only one large form.
@Blocking
struct FormPlacesTests {
    private let site: ServedSite
    private let large = FilledForm.lamp.with("content", String(repeating: "길어요 ", count: 2_000))

    init() throws {
        site = try ServedSite { $0.mostForms = 1 }
    }

    /// Sends all of the form except its last byte, and keeps the connection open.
    private func begin(
        _ body: FormBody, from address: String? = nil, on other: ServedSite? = nil
    ) throws -> Client {
        let client = try Client(port: (other ?? site).port)
        let forwarded = address.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        try client.send(
            client.head("POST", "/items", body) + forwarded + "Expect: 100-continue\r\n\r\n")
        // The server answers 100 when it begins to read, so from here on the place is taken.
        try #require(try client.readAnswer().status == 100)
        try client.send(body.bytes.dropLast())
        return client
    }

    @Test(arguments: ["/items", "/items/1/edit", "/photos"])
    func oneMoreLargeFormIs503AndWorksLater(path: String) async throws {
        try await site.add()
        let first = try begin(large.multipart)
        let refused = try site.post(path, large.multipart)
        #expect(refused.status == 503)
        #expect(refused["Retry-After"] == "5")
        #expect(refused.page.texts.contains("지금은 붐벼요"))
        try first.send(large.multipart.bytes.suffix(1))
        #expect(try first.readAnswer().status == 303)
        #expect(try site.post(path, large.multipart).status != 503)
    }

    @Test func aLargeCallTakesAPlaceToo() throws {
        let first = try begin(large.multipart)
        let text = String(repeating: "x", count: FormLimiter.small)
        let json = #"{"password": "\#(text)"}"#
        for call in [
            ("DELETE", "/api/item/1"), ("PATCH", "/api/products/1"),
            ("POST", "/api/products/1/archived"),
        ] {
            let answer = try site.call(call.0, call.1, json: json)
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == "5")
            #expect(answer.faultyFields == [])
        }
        let form = HandmadeForm.item.with("descriptions", text)
        #expect(try site.call("POST", "/api/item", form).status == 503)
        withExtendedLifetime(first) {}
    }

    @Test func aSmallFormIsReadMeanwhile() throws {
        let first = try begin(large.multipart)
        #expect(try site.post("/items", FilledForm.lamp.multipart).status == 303)
        try first.send(large.multipart.bytes.suffix(1))
        #expect(try first.readAnswer().status == 303)
    }

    @Test func aChunkedFormCountsAsLarge() throws {
        let first = try begin(large.multipart)
        let client = try Client(port: site.port)
        try client.send(
            "POST /items HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n\r\n")
        #expect(try client.readAnswer().status == 503)
        withExtendedLifetime(first) {}
    }

    @Test func aFormThatComesSlowlyGivesUpItsPlace() throws {
        let slow = try begin(large.multipart)
        // Any form may be slow for a while.
        site.clock.advance(by: FormLimiter.leastTime - 1)
        #expect(try site.post("/items", large.multipart).status == 503)
        site.clock.advance(by: 1)
        var status = 503
        // Until the server has read what has come of the slow one.
        for _ in 0..<100_000 where status == 503 {
            status = try site.post("/items", large.multipart).status
        }
        #expect(status == 303)
        #expect(try slow.readAnswer().status == 408)
        #expect(try site.post("/items", large.multipart).status == 303)
    }

    /// Its share has become smaller than what it holds, since the others came.
    @Test func anAddressLosesOnlyOneSlowFormForAnother() throws {
        let proxy = try #require(Address("127.0.0.1"))
        let other = try ServedSite { ($0.mostForms, $0.proxies) = (8, [proxy]) }
        let address = "192.0.2.1"
        let body = large.multipart
        let own = try (1...2).map { _ in try begin(body, from: address, on: other) }
        let others = try (2...7).map { try begin(body, from: "192.0.2.\($0)", on: other) }
        other.clock.advance(by: FormLimiter.leastTime)
        var status = 503
        // Until the server has read what has come of the slow ones.
        for _ in 0..<100_000 where status == 503 {
            status = try other.post("/items", body, ["X-Forwarded-For": address]).status
        }
        #expect(status == 303)
        for client in own { try client.send(body.bytes.suffix(1)) }
        #expect(try own.map { try $0.readAnswer().status }.sorted() == [303, 408])
        withExtendedLifetime(others) {}
    }

    @Test func aFormThatComesFastEnoughKeepsItsPlace() throws {
        // More than the buffers of the sockets hold, so that most of it has been read.
        let photo = [UInt8](repeating: 0, count: 12 << 20)
        let first = try begin(FilledForm.lamp.with(photo: photo).multipart)
        site.clock.advance(by: 60)
        #expect(try site.post("/items", large.multipart).status == 503)
        withExtendedLifetime(first) {}
    }

    @Test func leavingInTheMiddleFreesThePlace() throws {
        do { _ = try begin(large.multipart) }
        var status = 503
        for _ in 0..<100_000 where status == 503 {
            status = try site.post("/items", large.multipart).status
        }
        #expect(status == 303)
    }

    @Test(arguments: ["authorization", "deletion"])
    func aPasswordMayBeOneLargeFormToo(page: String) async throws {
        try await site.add()
        let form = FilledForm(["password": String(repeating: "x", count: FormLimiter.small)])
        let first = try begin(large.multipart)
        #expect(try site.post("/items/1/\(page)", form.urlencoded).status == 503)
        withExtendedLifetime(first) {}
    }

    @Test func aPasswordOfAMegabyteIs413() async throws {
        try await site.add()
        let form = FilledForm(["password": String(repeating: "x", count: 1 << 20)])
        #expect(try site.post("/items/1/deletion", form.urlencoded).status == 413)
        #expect(try site.post("/items/1/deletion", form.multipart).status == 413)
    }
}
