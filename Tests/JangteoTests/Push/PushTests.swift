import Fixtures
import Foundation
import Testing

/// The program tells people who are away, through a push service on this machine.
@Blocking
final class PushTests {
    private let folder: TemporaryFolder
    private let service: PushService
    private let other: PushService
    private let program: Program

    init() throws {
        folder = try TemporaryFolder()
        service = try PushService()
        other = try PushService()
        program = try Program(
            database: folder.file("market.sqlite"),
            options: [
                "--push", "mailto:me@market.example", "--push-services",
                "\(service.origin),\(other.origin)", "--metrics-port", "0",
            ])
    }

    isolated deinit {
        program.end()
        folder.remove()
    }

    private func member(_ nickname: String) throws -> Client {
        let client = try Client(port: program.port, keepsCookies: true)
        try client.signUp(nickname)
        return client
    }

    /// - Parameter origin: nil for that of `service`.
    private func subscribe(
        _ member: Client, at path: String, of origin: String? = nil
    ) throws {
        let form: FormBody = ["endpoint": (origin ?? service.origin) + path]
        try #require(try member.post("/push", form).status == 204)
    }

    private func post(_ title: String, by seller: Client) throws -> String {
        let form: FormBody = [
            "title": title, "category": "9", "price": "", "currency": "KRW", "stock": "1",
            "content": "이사하면서 내놓습니다.",
        ]
        return try #require(try seller.post("/items", form)["Location"])
    }

    private func ask(_ text: String, about item: String, by asker: Client) throws -> String {
        return try #require(try asker.post(item + "/conversation", ["text": text])["Location"])
    }

    private func write(_ text: String, in chat: String, by writer: Client) throws {
        let form: FormBody = ["text": text, "token": ""]
        try #require(try writer.post(chat + "/messages", form).status == 303)
    }

    /// Waits until the metrics count so many pushes with that result.
    private func waitFor(_ result: String, _ count: Double) throws {
        let metrics = try program.metricsClient()
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            let read = try Exposition(metrics.get("/metrics").text)
            if try read.value("jangteo_pushes_total", ["result": result]) == count { return }
            usleep(20_000)
        }
        throw Failure("not \(count) pushes that were \(result)")
    }

    @Test func aRecipientIsWokenOnceUntilTheyRead() throws {
        let (seller, asker) = (try member("민지"), try member("지수"))
        try subscribe(seller, at: "/ok/seller")
        try subscribe(asker, at: "/ok/asker")
        let item = try post("원목 의자", by: seller)
        let chat = try ask("아직 있나요?", about: item, by: asker)
        let first = try #require(try service.waitForPushes(1).first)
        #expect(first.path == "/ok/seller" && first.body.isEmpty)
        #expect(first.fields["authorization"]?.hasPrefix("vapid t=") == true)
        let topic = try #require(first.fields["topic"])
        #expect(topic.wholeMatch(of: /[A-Za-z0-9_-]{32}/) != nil)
        // A second message within a minute wakes nobody again; the answer wakes the other person.
        try write("네고 되나요?", in: chat, by: asker)
        _ = try seller.post(chat + "/reading", ["message": "2"])
        try write("네", in: chat, by: seller)
        #expect(try service.waitForPushes(2)[1].path == "/ok/asker")
        // News after reading wakes at once, and replaces a push that may still be waiting.
        try write("내일 갈게요", in: chat, by: asker)
        let third = try service.waitForPushes(3)[2]
        #expect(third.path == "/ok/seller" && third.fields["topic"] == topic)
        try waitFor("sent", 3)
        #expect(service.pushes.count == 3)
    }

    @Test func aMemberWithTheSiteOpenIsNotWoken() throws {
        let (seller, asker) = (try member("민지"), try member("지수"))
        try subscribe(seller, at: "/ok/seller")
        let item = try post("원목 의자", by: seller)
        let window = try Client(port: program.port)
        let cookie = try #require(seller.cookie("session"))
        try window.send(
            "GET /my/live?since=1 HTTP/1.1\r\nHost: 127.0.0.1:\(program.port)\r\n"
                + "Cookie: session=\(cookie)\r\n\r\n")
        #expect(try window.readAnswer().status == 200)
        _ = try window.readEvent()
        let chat = try ask("아직 있나요?", about: item, by: asker)
        #expect(try window.readEvent() == "data: own\n\n")
        // Somebody without an open page is woken, by what comes later.
        try subscribe(asker, at: "/ok/asker")
        try write("있어요", in: chat, by: seller)
        #expect(try service.waitForPushes(1)[0].path == "/ok/asker")
        try waitFor("sent", 1)
        #expect(service.pushes.count == 1)
    }

    @Test func aMatchOfASavedSearchWakesItsOwner() throws {
        let (seller, keeper) = (try member("민지"), try member("지수"))
        _ = try keeper.post("/my/searches", ["query": "/?q=의자"])
        try subscribe(keeper, at: "/ok/keeper")
        try subscribe(seller, at: "/ok/seller")
        _ = try post("책상", by: seller)
        _ = try post("원목 의자", by: seller)
        #expect(try service.waitForPushes(1)[0].path == "/ok/keeper")
        let news = try keeper.get("/push/news").text
        #expect(news.contains("원목 의자"))
        try waitFor("sent", 1)
        #expect(service.pushes.count == 1)
    }

    @Test func aGoneEndpointIsNotTriedAgain() throws {
        let (seller, asker) = (try member("민지"), try member("지수"))
        try subscribe(seller, at: "/gone/seller")
        let item = try post("원목 의자", by: seller)
        _ = try ask("아직 있나요?", about: item, by: asker)
        try waitFor("gone", 1)
        for _ in 0..<1_000 {
            if try !seller.get("/my/profile").text.contains("알림을 받는 기기") { break }
            usleep(10_000)
        }
        #expect(try !seller.get("/my/profile").text.contains("알림을 받는 기기"))
    }

    @Test func aPushThatIsPutOffIsTriedAgain() throws {
        let (seller, asker) = (try member("민지"), try member("지수"))
        try subscribe(seller, at: "/later/seller")
        try subscribe(asker, at: "/refused/asker")
        let chat = try ask("아직 있나요?", about: try post("의자", by: seller), by: asker)
        let pushes = try service.waitForPushes(2)
        #expect(pushes.map(\.path) == ["/later/seller", "/later/seller"])
        try waitFor("sent", 1)
        try write("있어요", in: chat, by: seller)
        try waitFor("failed", 1)
        let complaint = "\(service.origin) refuses pushes with status 403"
        for _ in 0..<1_000 where !program.process.errors.contains(complaint) { usleep(10_000) }
        #expect(program.process.errors.contains(complaint))
    }

    @Test func aServiceThatDoesNotAnswerHoldsUpNoOther() throws {
        let (seller, asker) = (try member("민지"), try member("지수"))
        try subscribe(seller, at: "/silent/seller", of: other.origin)
        try subscribe(asker, at: "/ok/asker")
        let chat = try ask("아직 있나요?", about: try post("의자", by: seller), by: asker)
        try other.waitForPushes(1)
        try write("있어요", in: chat, by: seller)
        // Before the silent service is given up.
        #expect(try service.waitForPushes(1, within: 10)[0].path == "/ok/asker")
    }

    /// However many conversations have news between two rounds.
    @Test func eachConversationIsPushed() throws {
        let seller = try member("민지")
        try subscribe(seller, at: "/ok/seller")
        let item = try post("원목 의자", by: seller)
        var askers: [Client] = []
        for nickname in ["지수", "하늘", "나래"] { askers.append(try member(nickname)) }
        for asker in askers { _ = try ask("아직 있나요?", about: item, by: asker) }
        let topics = try service.waitForPushes(3).compactMap { $0.fields["topic"] }
        #expect(Set(topics).count == 3)
        try waitFor("sent", 3)
        #expect(service.pushes.count == 3)
    }

    /// Another member, whose push the same service puts off a moment later, is tried again.
    @Test(arguments: ["/push/deletion", "/signout"])
    func anUnsubscribedMemberIsNotTriedAgain(_ path: String) throws {
        let (seller, asker, other) = (try member("민지"), try member("지수"), try member("하늘"))
        let (item, others) = (try post("의자", by: seller), try post("책상", by: other))
        try subscribe(seller, at: "/much-later/seller")
        try subscribe(asker, at: "/much-later/asker")
        let chat = try ask("아직 있나요?", about: others, by: asker)
        _ = try ask("아직 있나요?", about: item, by: asker)
        #expect(try service.waitForPushes(1)[0].path == "/much-later/seller")
        #expect(try seller.post(path, ["a": "b"]).status == 303)
        try write("있어요", in: chat, by: other)
        let paths = try service.waitForPushes(3).map(\.path)
        #expect(
            paths == ["/much-later/seller", "/much-later/asker", "/much-later/asker"])
        try waitFor("sent", 1)
    }

    @Test func theKeyStaysTheSame() throws {
        let seller = try member("민지")
        func key() throws -> String? {
            try seller.get("/my/profile").text.firstMatch(of: /data-push="([^"]+)"/)
                .map { String($0.1) }
        }
        let first = try #require(try key())
        #expect(first.count == 87)
        let second = try Program(
            database: folder.file("market.sqlite"),
            options: ["--push", "https://market.example/contact"])
        defer { second.end() }
        let client = try Client(port: second.port, keepsCookies: true)
        client.set(cookie: "session", to: try #require(seller.cookie("session")))
        #expect(try client.get("/my/profile").text.contains("data-push=\"\(first)\""))
    }
}

/// What the program says at the start when it cannot push.
@Blocking
struct PushStartTests {
    @Test func withoutTheProgramsItServesAndSaysSo() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try Program(
            options: ["--push", "mailto:me@market.example"], after: "PATH=\(folder.path);")
        defer { program.end() }
        #expect(try program.client().get("/").status == 200)
        let line = "no pushes are sent: there is no program ‘openssl’"
        #expect(program.process.errors.contains(line))
    }

    @Test(arguments: [
        "me@market.example", "mailto:", "mailto:a\"@b", "mailto:a b@c", "http://a.example",
    ])
    func aContactThatIsNoneIsRefused(_ contact: String) throws {
        let outcome = try Program.run(["serve", "--push", contact])
        #expect(outcome.exit == .code(64))
        #expect(outcome.errors.contains("--push takes an address"))
    }

    @Test(arguments: ["*", "push.example/a", "http://push.example", "a,,b.example"])
    func anInvalidServiceIsRefused(_ host: String) throws {
        let outcome = try Program.run(["serve", "--push-services", host])
        #expect(outcome.exit == .code(64))
    }
}
