#if PostgreSQL
    import Fixtures
    import Foundation
    import Testing

    /// What visitors see while the database server is away, and when it is back.
    @Blocking
    final class LostServerTests {
        private let server: PostgreSQLServer
        private let program: Program
        private let member: Client

        init() throws {
            server = try PostgreSQLServer()
            program = try Program(database: server.database())
            member = try Client(port: program.port, keepsCookies: true)
            try member.signUp("하늘이네")
            _ = try program.client().post("/items", Listing(number: 1).body)
            // Often enough for the page to be cached.
            for _ in 0..<3 { _ = try program.client().get("/") }
            server.kill()
        }

        // The program ends together with its owner.
        deinit {
            server.end()
        }

        @Test func aCachedPageSaysSinceWhenItIsUnchanged() throws {
            // The loss of the server is noticed a moment later.
            usleep(200_000)
            let answer = try program.client().get("/")
            #expect(answer.status == 200)
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer["ETag"] == nil)
            #expect(answer.text.contains(Listing(number: 1).title))
            let note = /<main[^>]*>\n<p class="note" role="status">[^<]*\d{4}년 [^<]*<\/p>/
            #expect(answer.text.contains(note))
        }

        @Test func pagesThatAreNotCachedAskToRetry() throws {
            let answer = try program.client().get("/items/1")
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == "5")
            #expect(try program.client().get("/app.css").status == 200)
        }

        @Test func aGuestsFormComesBackAsItWasTyped() throws {
            let answer = try program.client().post("/items", Listing(number: 2).body)
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == "5")
            #expect(answer.text.contains(Listing(number: 2).title))
        }

        @Test func aMembersFormComesBackToBeSentAgain() throws {
            let form: FormBody = [
                "of_account": "1", "title": "북유럽풍 장스탠드", "content": "불빛이 <따뜻해요>.",
            ]
            let answer = try member.post("/items", form)
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == "5")
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer.text.contains("action=\"/items\""))
            #expect(answer.text.contains("value=\"북유럽풍 장스탠드\""))
            #expect(answer.text.contains("불빛이 &lt;따뜻해요&gt;."))
            #expect(answer.text.contains("지금은 저장할 수 없어요"))
        }

        @Test func theServerIsFoundWhenItIsBack() throws {
            #expect(try program.client().get("/items/1").status == 503)
            try server.start()
            let start = ContinuousClock.now
            while try program.client().get("/items/1").status != 200 {
                try #require(ContinuousClock.now < start + .seconds(30))
                usleep(10_000)
            }
            print("found again after \(ContinuousClock.now - start)")
            #expect(try member.post("/items", Listing(number: 2).body).status == 303)
            let list = try program.client().get("/")
            #expect(list.text.contains(Listing(number: 2).title))
            #expect(list["Cache-Control"] == "private, no-cache")
        }
    }
#endif
