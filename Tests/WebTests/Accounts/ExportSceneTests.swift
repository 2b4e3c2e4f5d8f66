import Fixtures
import Foundation
import Market
import Testing
import ViewModels

@testable import Web

@Blocking
final class ExportSceneTests: MemberSuite {
    private func entries() throws -> [ZipEntry] {
        try ZipEntry.all(in: member.get("/my/export").body)
    }

    /// The objects of that name in the account's export.
    private func objects(_ name: String) throws -> [JSON] {
        try member.exportedData()[name].elements
    }

    @Test func theExportHasEverythingOfTheAccount() async throws {
        let form = FilledForm.ownLamp.with(photo: Picture.red).with(photo: Picture.blue)
        let path = try member.post(form)
        let list = try member.makeList("장보기")
        _ = try member.makeTodo("우유 사기", in: list)
        _ = try member.makeMemo("의자 다리 42cm")
        _ = try member.press(try site.post() + "/interest")
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        _ = try site.member("바다네")
        _ = try member.press("/people/2/follow")
        _ = try member.delete(try member.makeMemo("지운 메모"))
        let photos = ["photos/1-1.jpg", "photos/1-2.jpg"]
        #expect(try entries().map(\.name) == ["README.txt", "data.json"] + photos)
        #expect(path == "/items/1")
        let data = try member.exportedData()
        let item = data["listings"][0]
        #expect(item["title"] == "북유럽풍 장스탠드" && item["price"] == 35_000)
        #expect(item["status"] == "selling" && item["posted_at"] == "2026-11-21T11:20:00Z")
        #expect(item["photos"].elements.compactMap(\.string) == photos)
        let tasks = data["lists"][0]["tasks"].elements
        #expect(tasks.map { $0["title"] } == ["우유 사기"])
        let follows = data["follows"].elements
        #expect(follows.map { $0["nickname"] } == ["바다네"])
        #expect(follows.map { $0["followed_at"] } == ["2026-11-21T11:20:00Z"])
        for (list, name, value) in [
            ("memos", "text", "의자 다리 42cm"), ("interests", "listing", 2),
            ("searches", "category", 9), ("trash", "title", "지운 메모"),
        ] as [(String, String, JSON)] {
            #expect(data[list].elements.map { $0[name] } == [value], "\(list)")
        }
        let profile = data["profile"]
        #expect(profile["nickname"] == "하늘이네" && profile["deals"] == 0)
    }

    @Test func theExportHasWhereASearchLooks() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
        for query in ["/?place=2", "/?place=3&place=1", "/?category=9"] {
            _ = try member.post("/my/searches", ["query": query])
        }
        let searches = try objects("searches")
        let named = searches.map { $0["neighbourhoods"].elements.compactMap(\.string) }
        let expected: Set<[String]> = [["합정동"], ["망원동", "연남동"], []]
        #expect(named.count == 3 && Set(named) == expected)
        #expect(searches.compactMap { $0["neighbourhood"].string } == ["합정동"])
    }

    @Test func theExportHasWhereTheAccountLives() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        let form = FilledForm(["nickname": "하늘이네", "neighbourhood": "2"])
        #expect(try member.post("/my/profile", form.multipart).status == 303)
        #expect(try member.exportedData()["profile"]["neighbourhood"] == "합정동")
    }

    @Test func theExportHasHowATaskRepeats() throws {
        for repetition in ["", "fortnightly"] {
            let todo = FilledForm([
                "title": "분리수거", "reminder": "2026-11-27T20:00", "repetition": repetition,
            ])
            #expect(try member.post("/my/tasks", todo.urlencoded).status == 303)
        }
        let tasks = try member.exportedData()["lists"][0]["tasks"].elements
        let time = "2026-11-27T11:00:00Z"
        #expect(tasks.map { $0["repeats"].string } == ["fortnightly", nil])
        #expect(tasks.map { $0["repeats_from"].string } == [time, nil])
        #expect(tasks.map { $0["remind_at"].string } == [time, time])
    }

    @Test func theTrashIsExportedWhole() throws {
        let path = try member.post(FilledForm.ownLamp.with(photo: Picture.red))
        #expect(try member.press(path + "/deletion").status == 303)
        _ = try member.delete(try member.makeMemo("지운 메모"))
        let data = try member.exportedData()
        #expect(data["listings"] == .array([]))
        let trash = data["trash"]
        #expect(trash.elements.map { $0["kind"] } == ["memos", "items"])
        #expect(trash[0].names.contains("listing") && trash[0]["listing"] == .null)
        let item = trash[1]["listing"]
        #expect(item["title"] == "북유럽풍 장스탠드" && item["price"] == 35_000)
        #expect(item["photos"] == .array(["photos/1-1.jpg"]))
        let photo = try #require(try entries().last)
        #expect(photo.name == "photos/1-1.jpg" && !photo.bytes.isEmpty)
    }

    @Test func aLongConversationIsWhole() async throws {
        let item = try site.member("바다네").post(.ownLamp)
        let id = try #require(Conversation.ID(digits: try member.ask(about: item).dropFirst(7)))
        for number in 2...120 {
            _ = try await site.storage.insert(
                NewChatMessage(text: "\(number)", date: site.clock.now), in: id, by: .account(1))
        }
        let chat = try member.exportedData()["chats"][0]
        #expect(chat["with"] == "바다네")
        let texts = chat["messages"].elements.map { $0["text"].string }
        #expect(texts == ["아직 있나요?"] + (2...120).map { "\($0)" })
    }

    @Test func whetherAChatIsMutedAndArchivedIsInIt() throws {
        let item = try site.member("바다네").post(.ownLamp)
        let path = try member.ask(about: item)
        let before = try member.exportedData()["chats"][0]
        #expect(before["muted"] == false && before["archived"] == false)
        for step in ["/mute", "/archive"] { _ = try member.press(path + step) }
        let after = try member.exportedData()["chats"][0]
        #expect(after["muted"] == true && after["archived"] == true)
    }

    @Test func photosAreTheOnesServed() async throws {
        let path = try member.post(FilledForm.ownLamp.with(photo: Picture.red))
        let item = try await site.storage.item(try #require(Item.ID(digits: path.dropFirst(7))))
        let full = try await site.storage.bytes(of: item.photos[0].id, .full)
        #expect(try entries().last?.bytes == full)
    }

    @Test func aNewAccountGetsAnArchiveToo() throws {
        #expect(try entries().map(\.name) == ["README.txt", "data.json"])
        let data = try member.exportedData()
        for name in ["listings", "lists", "memos", "interests", "searches", "reminders", "trash"] {
            #expect(data[name] == .array([]), "\(name)")
        }
    }

    @Test func anOpenPriceIsNoneAndADraftIsAsItWasTyped() throws {
        _ = try member.post(.ownLamp.with("price", "").with("discounted_price", ""))
        let before = try member.exportedData()
        #expect(before.names.contains("draft") && before["draft"] == .null)
        _ = try member.post("/items/draft", ["title": " 의자", "price": "3만"])
        let data = try member.exportedData()
        let item = data["listings"][0]
        #expect(item.names.contains("price") && item["price"] == .null)
        #expect(data["draft"]["title"] == " 의자" && data["draft"]["price"] == "3만")
    }

    @Test func nothingOfAnotherAccountIsInIt() throws {
        let secret = "아무도 모르는"
        let owner = try site.member("바다네")
        _ = try owner.post(.ownLamp.with("title", secret).with(photo: Picture.red))
        _ = try owner.makeTodo(secret, in: try owner.makeList(secret))
        _ = try owner.makeMemo(secret)
        _ = try owner.delete(try owner.makeMemo(secret))
        for entry in try entries() {
            let text = String(decoding: entry.bytes, as: UTF8.self)
            #expect(!text.contains(secret) && !text.contains("바다네"))
            #expect(!entry.name.hasPrefix("photos/"))
        }
    }

    @Test func longListsAreWhole() async throws {
        for number in 1...120 {
            let text = String(repeating: "\(number)번 메모 ", count: 200)
            _ = try await site.storage.insert(MemoContent(text: text), of: 1, at: site.clock.now)
        }
        let ids = try objects("memos").compactMap { $0["id"].int }
        #expect(ids == (1...120).reversed())
    }

    @Test(arguments: ["\"}],\"x\":[", "]]>\u{0}\u{1}\r\n\\", "🪑 \u{2028}\u{FFFE}"])
    func hostileTextComesBackAsItWas(text: String) async throws {
        _ = try await site.storage.insert(MemoContent(text: text), of: 1, at: site.clock.now)
        #expect(try objects("memos").map { $0["text"].string } == [text])
    }

    @Test func itIsAFileToKeepByName() throws {
        let answer = try member.get("/my/export")
        #expect(answer["Content-Type"] == "application/zip")
        #expect(answer["Cache-Control"] == "private, no-store")
        #expect(
            answer["Content-Disposition"]
                == "attachment; filename=\"jangteo--2026-11-21.zip\"; filename*=UTF-8''"
                + "jangteo-%ED%95%98%EB%8A%98%EC%9D%B4%EB%84%A4-2026-11-21.zip")
    }

    @Test func aHostileNameStaysOneFileName() throws {
        let member = try site.member("a\"; b=1/../🪑")
        #expect(
            try member.get("/my/export")["Content-Disposition"]
                == "attachment; filename=\"jangteo-a_; b=1_.._-2026-11-21.zip\"; filename*=UTF-8''"
                + "jangteo-a_%3B%20b%3D1_.._%F0%9F%AA%91-2026-11-21.zip")
    }

    @Test func theSixthWithinAnHourIs429() throws {
        for _ in 1...5 { #expect(try member.get("/my/export").status == 200) }
        let answer = try member.get("/my/export")
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "3600")
        #expect(try site.member("바다네").get("/my/export").status == 200)
        site.clock.advance(by: 3_600)
        #expect(try member.get("/my/export").status == 200)
    }

    @Test func otherSitesAndHeadRequestsUseNoExportUp() throws {
        for _ in 1...6 {
            let led = try member.get("/my/export", ["Sec-Fetch-Site": "cross-site"])
            #expect(led.status == 303)
            #expect(led["Location"] == "/my/profile#export")
            let head = try site.head("/my/export", as: member)
            #expect(head.hasPrefix("HTTP/1.1 200 ") && head.contains("application/zip"))
            #expect(head.hasSuffix("\r\n\r\n"))
        }
        #expect(try member.get("/my/profile").page.tags("li").contains { $0["id"] == "export" })
        let own = try member.get("/my/export", ["Sec-Fetch-Site": "same-origin"])
        #expect(own.status == 200)
    }

    @Test func nobodyIsLedToTheSignIn() throws {
        #expect(try site.get("/my/export").redirection() == "/signin?return=/my/export")
    }

    @Test func noRoomIs500AndTheOperatorReadsWhy() throws {
        let site = try ServedSite { $0.temporaryFolder = "/nowhere" }
        let member = try site.member()
        for _ in 1...6 { #expect(try member.get("/my/export").status == 500) }
        #expect(site.log.lines.first?.contains("no file for an export") == true)
    }

    @Test func nothingIsLeftInTheTemporaryFolder() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let site = try ServedSite { $0.temporaryFolder = folder.path }
        #expect(try site.member().get("/my/export").status == 200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func theProfileLeadsToIt() throws {
        let links = try member.get("/my/profile").page.links
        #expect(links.contains("/my/export"))
    }
}
