import Fixtures
import Foundation
import Market
import Testing
import ViewModels

@testable import Web

@Blocking
struct ExportSceneTests {
    private let site: ServedSite
    private let member: Client

    init() throws {
        site = try ServedSite()
        member = try site.member()
    }

    private func export() throws -> (data: [String: Any], entries: [ZipEntry]) {
        let entries = try ZipEntry.all(in: try member.get("/my/export").body)
        let json = try #require(entries.first { $0.name == "data.json" })
        let data = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any]
        return (try #require(data), entries)
    }

    private func objects(_ name: String, _ data: [String: Any]) throws -> [[String: Any]] {
        try #require(data[name] as? [[String: Any]])
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
        let (data, entries) = try export()
        #expect(
            entries.map(\.name) == [
                "README.txt", "data.json", "photos/1-1.jpg", "photos/1-2.jpg",
            ])
        #expect(path == "/items/1")
        let item = try #require(try objects("listings", data).first)
        #expect(item["title"] as? String == "북유럽풍 장스탠드")
        #expect(item["price"] as? Int == 35_000)
        #expect(item["status"] as? String == "selling")
        #expect(item["posted_at"] as? String == "2026-11-21T11:20:00Z")
        #expect(item["photos"] as? [String] == ["photos/1-1.jpg", "photos/1-2.jpg"])
        let tasks = try objects("tasks", try #require(try objects("lists", data).first))
        #expect(tasks.map { $0["title"] as? String } == ["우유 사기"])
        #expect(try objects("memos", data).map { $0["text"] as? String } == ["의자 다리 42cm"])
        #expect(try objects("interests", data).map { $0["listing"] as? Int } == [2])
        let follows = try objects("follows", data)
        #expect(follows.map { $0["nickname"] as? String } == ["바다네"])
        #expect(follows.map { $0["followed_at"] as? String } == ["2026-11-21T11:20:00Z"])
        #expect(try objects("searches", data).map { $0["category"] as? Int } == [9])
        #expect(try objects("trash", data).map { $0["title"] as? String } == ["지운 메모"])
        #expect((data["profile"] as? [String: Any])?["nickname"] as? String == "하늘이네")
    }

    @Test func theExportHasWhereASearchLooks() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
        for query in ["/?place=2", "/?place=3&place=1", "/?category=9"] {
            _ = try member.post("/my/searches", ["query": query])
        }
        let searches = try objects("searches", export().data)
        let named = searches.compactMap { $0["neighbourhoods"] as? [String] }
        let expected: Set<[String]> = [["합정동"], ["망원동", "연남동"], []]
        #expect(named.count == 3 && Set(named) == expected)
        #expect(searches.compactMap { $0["neighbourhood"] as? String } == ["합정동"])
    }

    @Test func theExportHasWhereTheAccountLives() async throws {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        let form = FilledForm(["nickname": "하늘이네", "neighbourhood": "2"])
        #expect(try member.post("/my/profile", form.multipart).status == 303)
        let profile = try export().data["profile"] as? [String: Any]
        #expect(profile?["neighbourhood"] as? String == "합정동")
    }

    @Test func theExportHasHowATaskRepeats() throws {
        for repetition in ["", "fortnightly"] {
            let todo = FilledForm([
                "title": "분리수거", "reminder": "2026-11-27T20:00", "repetition": repetition,
            ])
            #expect(try member.post("/my/tasks", todo.urlencoded).status == 303)
        }
        let tasks = try objects(
            "tasks", try #require(try objects("lists", try export().data).first))
        #expect(tasks.map { $0["repeats"] as? String } == ["fortnightly", nil])
        #expect(tasks.map { $0["repeats_from"] as? String } == ["2026-11-27T11:00:00Z", nil])
        #expect(
            tasks.map { $0["remind_at"] as? String } == [
                "2026-11-27T11:00:00Z", "2026-11-27T11:00:00Z",
            ])
    }

    @Test func theTrashIsExportedWhole() throws {
        let path = try member.post(FilledForm.ownLamp.with(photo: Picture.red))
        #expect(try member.press(path + "/deletion").status == 303)
        _ = try member.delete(try member.makeMemo("지운 메모"))
        let (data, entries) = try export()
        #expect(try objects("listings", data).isEmpty)
        let trash = try objects("trash", data)
        #expect(trash.map { $0["kind"] as? String } == ["memos", "items"])
        #expect(trash.first?["listing"] is NSNull)
        let item = try #require(trash.last?["listing"] as? [String: Any])
        #expect(item["title"] as? String == "북유럽풍 장스탠드")
        #expect(item["price"] as? Int == 35_000)
        #expect(item["photos"] as? [String] == ["photos/1-1.jpg"])
        let photo = try #require(entries.last)
        #expect(photo.name == "photos/1-1.jpg" && !photo.bytes.isEmpty)
    }

    @Test func aLongConversationIsWhole() async throws {
        let item = try site.member("바다네").post(.ownLamp)
        let id = try #require(Conversation.ID(digits: try member.ask(about: item).dropFirst(7)))
        for number in 2...120 {
            _ = try await site.storage.insert(
                NewChatMessage(text: "\(number)", date: site.clock.now), in: id, by: .account(1))
        }
        let chat = try #require(try objects("chats", try export().data).first)
        #expect(chat["with"] as? String == "바다네")
        let messages = try #require(chat["messages"] as? [[String: Any]])
        #expect(messages.map { $0["text"] as? String } == ["아직 있나요?"] + (2...120).map { "\($0)" })
    }

    @Test func whetherAChatIsMutedAndArchivedIsInIt() throws {
        let item = try site.member("바다네").post(.ownLamp)
        let path = try member.ask(about: item)
        let before = try #require(try objects("chats", export().data).first)
        #expect(before["muted"] as? Bool == false && before["archived"] as? Bool == false)
        for step in ["/mute", "/archive"] { _ = try member.press(path + step) }
        let after = try #require(try objects("chats", export().data).first)
        #expect(after["muted"] as? Bool == true && after["archived"] as? Bool == true)
    }

    @Test func photosAreTheOnesServed() async throws {
        let path = try member.post(FilledForm.ownLamp.with(photo: Picture.red))
        let item = try await site.storage.item(try #require(Item.ID(digits: path.dropFirst(7))))
        let full = try await site.storage.bytes(of: item.photos[0].id, .full)
        #expect(try export().entries.last?.bytes == full)
    }

    @Test func aNewAccountGetsAnArchiveToo() throws {
        let (data, entries) = try export()
        #expect(entries.map(\.name) == ["README.txt", "data.json"])
        for name in ["listings", "lists", "memos", "interests", "searches", "reminders", "trash"] {
            #expect(try objects(name, data).isEmpty)
        }
    }

    @Test func anOpenPriceIsNoneAndADraftIsAsItWasTyped() throws {
        _ = try member.post(.ownLamp.with("price", "").with("discounted_price", ""))
        #expect(try export().data["draft"] is NSNull)
        let draft = FilledForm(["title": " 의자", "price": "3만"])
        _ = try member.post("/items/draft", draft.urlencoded)
        let data = try export().data
        #expect(try objects("listings", data).first?["price"] is NSNull)
        let kept = data["draft"] as? [String: Any]
        #expect(kept?["title"] as? String == " 의자")
        #expect(kept?["price"] as? String == "3만")
    }

    @Test func nothingOfAnotherAccountIsInIt() throws {
        let secret = "아무도 모르는"
        let owner = try site.member("바다네")
        _ = try owner.post(.ownLamp.with("title", secret).with(photo: Picture.red))
        _ = try owner.makeTodo(secret, in: try owner.makeList(secret))
        _ = try owner.makeMemo(secret)
        _ = try owner.delete(try owner.makeMemo(secret))
        for entry in try export().entries {
            let text = String(decoding: entry.bytes, as: UTF8.self)
            #expect(!text.contains(secret) && !text.contains("바다네"))
            #expect(!entry.name.hasPrefix("photos/"))
        }
    }

    @Test func longListsAreWhole() async throws {
        for number in 1...120 {
            let text = String(repeating: "\(number)번 메모 ", count: 200)
            _ = try await site.storage.insert(
                MemoContent(text: text), of: 1, at: site.clock.now)
        }
        let memos = try objects("memos", try export().data)
        #expect(memos.compactMap { $0["id"] as? Int } == (1...120).reversed())
    }

    @Test(arguments: ["\"}],\"x\":[", "]]>\u{0}\u{1}\r\n\\", "🪑 \u{2028}\u{FFFE}"])
    func hostileTextComesBackAsItWas(text: String) async throws {
        _ = try await site.storage.insert(MemoContent(text: text), of: 1, at: site.clock.now)
        let memo = try objects("memos", try export().data).first
        #expect(memo?["text"] as? String == text)
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
        let cookie = "session=\(member.cookie("session") ?? "")"
        for _ in 1...6 {
            let led = try site.get(
                "/my/export", ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"])
            #expect(led.status == 303)
            #expect(led["Location"] == "/my/profile#export")
            let head = try site.everything(
                answering: "HEAD /my/export HTTP/1.1\r\nHost: \(site.host)\r\nCookie: \(cookie)\r\n"
                    + "Connection: close\r\n\r\n")
            let text = String(decoding: head, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("application/zip"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
        #expect(try member.get("/my/profile").page.tags("li").contains { $0["id"] == "export" })
        let own = try site.get("/my/export", ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"])
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
