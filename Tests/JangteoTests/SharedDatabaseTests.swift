#if PostgreSQL
    import Fixtures
    import Foundation
    import Testing

    /// Two processes over one database, as their visitors see them.
    @Blocking
    final class SharedDatabaseTests {
        private let server: PostgreSQLServer
        private let address: String
        private let first: Program
        private let second: Program

        init() throws {
            server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            self.address = address
            first = try Program(database: address)
            second = try Program(database: address)
        }

        // The programs end together with their owner.
        deinit {
            try? server.drop(address)
        }

        /// Two clients of one visitor, who uses both processes.
        private func visitor() throws -> (one: Client, other: Client) {
            (
                try Client(port: first.port, keepsCookies: true),
                try Client(port: second.port, keepsCookies: true)
            )
        }

        @Test func aGuestEditsAtWhicheverProgramAnswers() throws {
            let (one, other) = try visitor()
            let path = try #require(one.post("/items", Listing(number: 1).body)["Location"])
            _ = try one.post(path + "/authorization", ["password": "달빛1234"])
            #expect(try !other.get(path + "/edit").text.contains("name=\"title\""))
            other.set(cookie: "edit", to: try #require(one.cookie("edit")))
            #expect(try other.get(path + "/edit").text.contains(Listing(number: 1).title))
        }

        @Test func aKeyThatOneProgramHasGivenDeletesAtTheOther() throws {
            let (one, other) = try visitor()
            let path = try #require(one.post("/items", Listing(number: 1).body)["Location"])
            let id = try #require(path.split(separator: "/").last)
            let secret = FormBody(
                contentType: "application/json", bytes: Array(#"{"secret": "달빛1234"}"#.utf8))
            let deletion = try one.post("/api/products/\(id)/archived", secret).text
            try other.send("DELETE \(deletion) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(try other.readAnswer().status == 200)
            #expect(try one.get(path).status == 404)
        }

        @Test func anOpenPageIsToldOfWhatAnotherProgramHasWritten() throws {
            let (one, other) = try visitor()
            let page = try other.get("/").text
            let live = try #require(page.firstMatch(of: /data-live="([^"]+)"/)?.1)
            try other.send(
                "GET \(live.replacing("&amp;", with: "&")) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(try other.readAnswer()["Content-Type"] == "text/event-stream")
            // A process that cannot know what was written before tells the page to reload at once.
            while !other.staysSilent(milliseconds: 300) { _ = try other.readEvent() }
            _ = try one.post("/items", Listing(number: 1).body)
            #expect(try other.readEvent() == "data: changed\n\n")
            let list = try Client(port: second.port).get("/").text
            #expect(list.contains(Listing(number: 1).title))
        }
    }
#endif
