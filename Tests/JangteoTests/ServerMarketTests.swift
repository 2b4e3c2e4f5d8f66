#if PostgreSQL
    import Fixtures
    import Testing

    /// The sample market on a server, as its visitors browse it.
    @Blocking
    struct ServerMarketTests {
        /// A database that these tests do not change: the samples' file, whose photos are drawn
        /// already, and one more item.
        private static let address = Result { () throws -> String in
            let address = try #require(PostgreSQLServer.shared).database()
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let file = try SeededDatabase.copy(into: folder)
            for command in [
                ["move", "--from", file, "--to", address],
                ["seed", "--items", "1", "--database", address],
            ] {
                let outcome = try Program.run(command)
                guard outcome.exit == .code(0) else { throw Failure(outcome.errors) }
            }
            return address
        }

        @Test func everyLinkThatAGuestIsShownLeadsToAPage() throws {
            let program = try Program(database: Self.address.get())
            defer { program.end() }
            let crawl = try Crawl(by: program.client())
            #expect(crawl.unexpected == [])
            let kinds = ["/items/0", "/people/0", "/photos", "/search", "/signin", "/api"]
            #expect(crawl.kinds.isSuperset(of: kinds))
        }

        @Test func everyLinkThatAMemberIsShownLeadsToAPage() throws {
            let address = try Self.address.get()
            let program = try Program(database: address)
            defer { program.end() }
            let member = try Client(port: program.port, keepsCookies: true)
            let nickname = try nicknameOfWhoDealsMost(address)
            _ = try member.post("/signin", ["nickname": nickname, "password": "장터1234"])
            _ = try #require(member.cookie("session"))
            let crawl = try Crawl(by: member)
            #expect(crawl.unexpected == [])
            let kinds = ["/chats/0", "/items/0", "/my/export", "/my/items", "/my/profile"]
            #expect(crawl.kinds.isSuperset(of: kinds))
        }

        private func nicknameOfWhoDealsMost(_ address: String) throws -> String {
            let server = try #require(PostgreSQLServer.shared)
            return try server.answer(
                """
                SELECT nickname FROM account
                JOIN conversation ON account.id IN (conversation.seller, conversation.asker)
                GROUP BY nickname ORDER BY count(*) DESC, nickname LIMIT 1
                """, of: address)
        }

        @Test func whatWasSeededIsInOrder() throws {
            let address = try Self.address.get()
            let outcome = try Program.run(["check", "--database", address])
            #expect(outcome.exit == .code(0))
            #expect(outcome.errors == "")
            #expect(outcome.output == "jangteo: \(address) is in order\n")
        }
    }

    /// What a visitor sees who follows the site's links breadth first.
    private struct Crawl {
        /// The most pages of one kind, such as items, and of all kinds.
        private static let (mostOfAKind, most) = (12, 300)

        /// The kinds of the pages requested, as `kind(of:)` names them.
        private(set) var kinds: Set<String> = []
        /// Answers that are neither the page nor a redirect to it.
        private(set) var unexpected: [String] = []
        private var counts: [String: Int] = [:]
        private var paths: [String] = []

        init(by client: Client) throws {
            for path in ["/", "/my", "/chats"] { enqueue(path) }
            var next = 0
            while next < min(paths.count, Self.most) {
                let path = paths[next]
                next += 1
                kinds.insert(Self.kind(of: path))
                let answer = try client.get(path)
                let status = answer.status
                if status != 200, status != 303 { unexpected.append("\(status) \(path)") }
                guard answer["Content-Type"]?.hasPrefix("text/html") == true else { continue }
                for link in Self.links(in: answer.text) { enqueue(link) }
            }
            print("\(next) pages of \(kinds.count) kinds", unexpected)
        }

        /// Queues a page, unless it is queued already or many of its kind are.
        private mutating func enqueue(_ path: String) {
            let kind = Self.kind(of: path)
            guard !paths.contains(path), counts[kind, default: 0] < Self.mostOfAKind else { return }
            counts[kind, default: 0] += 1
            paths.append(path)
        }

        /// The path without its numbers and its query.
        private static func kind(of path: String) -> String {
            guard !path.hasPrefix("/photos/") else { return "/photos" }
            return String(path.prefix { $0 != "?" }).replacing(/\d+/, with: "0")
        }

        /// The links within this site, without fragments.
        private static func links(in html: String) -> [String] {
            html.matches(of: /href="(\/[^"#]*)/).map { decoded(String($0.1)) }
                .filter { !$0.hasPrefix("//") }
        }

        private static func decoded(_ text: String) -> String {
            text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
        }
    }
#endif
