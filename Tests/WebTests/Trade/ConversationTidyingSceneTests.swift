import Fixtures
import Market
import Testing

/// A chat is muted and archived by its menu, without a script.
@Blocking
final class ConversationTidyingSceneTests: ConversationSuite {
    /// The paths of the forms in the menu of the chat.
    private func menu(of client: Client) throws -> [String] {
        let menu =
            try client.get(path).text
            .stretches(from: "<details class=\"menu tools\">", to: "</details>").first ?? ""
        return Page(html: menu).actions.filter { $0.hasPrefix(path) }
    }

    @Test func whatIsMutedIsMarkedInTheListAndNotCounted() throws {
        _ = try asker.write("오늘 볼 수 있나요?", in: path)
        #expect(try seller.get("/").page.unreadMessages == "2")
        #expect(try seller.press(path + "/mute").redirection() == path)
        #expect(try seller.get("/").page.unreadMessages == nil)
        let list = try seller.get("/chats").page
        #expect(list.html.contains("방금 전 · 알림 꺼짐") && list.html.contains("안 읽은 메시지 2개"))
        #expect(try !asker.get("/chats").text.contains("알림 꺼짐"))
        #expect(try menu(of: seller) == [path + "/mute/deletion", path + "/archive"])
        #expect(try menu(of: asker) == [path + "/mute", path + "/archive"])
        #expect(try seller.press(path + "/mute/deletion")["Location"] == path)
        _ = try asker.write("여기 있어요", in: path)
        #expect(try seller.get("/").page.unreadMessages == "1")
    }

    /// What the head of the chat says of it.
    private func head(of client: Client) throws -> Page {
        let part = try client.get(path).text
            .stretches(from: "<div class=\"tidied\">", to: "</div>").first
        return Page(html: try #require(part))
    }

    @Test func headOfTheChatSaysSoAndLeadsBack() throws {
        #expect(try head(of: asker).texts.isEmpty)
        _ = try asker.press(path + "/mute")
        #expect(try head(of: asker).texts == ["알림 꺼짐", "알림 켜기"])
        _ = try asker.press(path + "/archive")
        let both = try head(of: asker)
        #expect(both.texts == ["알림 꺼짐", "알림 켜기", "치워 둠", "다시 꺼내기"])
        for action in both.tags("form").compactMap({ $0["action"] }) {
            #expect(try asker.press(action)["Location"] == path)
        }
        #expect(try head(of: asker).texts.isEmpty)
        _ = try asker.press(path + "/mute")
        #expect(try head(of: seller).texts.isEmpty)
    }

    /// Where the way back at the top of the chat leads.
    private func up(of client: Client, _ query: String = "") throws -> String? {
        try client.get(path + query).page.tags("a").first { $0["class"] == "up" }?["href"]
    }

    @Test func archivedChatLeadsBackToTheArchivedOnes() throws {
        #expect(try up(of: asker) == "/chats")
        let other = try asker.ask(about: seller.post())
        _ = try asker.press(path + "/archive")
        #expect(try up(of: asker) == "/chats?archived=1" && up(of: seller) == "/chats")
        // What stands beside it is the list that it is in, which need not say so of each.
        let page = try asker.get(path).page
        let beside = Page(
            html: page.html.stretches(from: "<nav class=\"beside\"", to: "</nav>").first ?? "")
        #expect(beside.texts.contains("치워 둔 채팅") && !beside.html.contains("치워 둠"))
        #expect(beside.links.contains(path) && !beside.links.contains(other))
        // Among the matches of a search are others, too.
        let sought = "?q=%EC%95%84%EC%A7%81"
        #expect(try up(of: asker, sought) == "/chats" + sought)
        _ = try asker.write("그래도 살게요", in: path)
        #expect(try up(of: asker) == "/chats")
    }

    @Test func mutingSaysWhatItMeans() throws {
        _ = try asker.press(path + "/mute")
        let alert = try #require(try asker.get(path).page.alert)
        #expect(alert.title == "이 채팅의 알림을 껐어요")
        #expect(alert.lines.first?.contains("예약과 약속은 그대로 알려드려요.") == true)
        _ = try asker.press(path + "/mute/deletion")
        #expect(try asker.get(path).page.alert?.title == "이 채팅의 알림을 켰어요")
    }

    @Test func whatIsArchivedStandsInAListOfItsOwnUntilTheOtherWrites() throws {
        let archive = "/chats?archived=1"
        #expect(try !asker.get("/chats").page.links.contains(archive))
        #expect(try asker.press(path + "/archive").redirection() == "/chats")
        let list = try asker.get("/chats").page
        #expect(list.alert?.title == "목록에서 치웠어요")
        #expect(list.links.contains(archive) && !list.links.contains(path))
        let archived = try asker.get(archive).page
        #expect(archived.texts.contains("치워 둔 채팅") && archived.links.contains(path))
        #expect(!archived.links.contains(archive) && archived.links.contains("/chats"))
        // The page of all of them need not say it of each.
        #expect(!archived.html.contains("치워 둠"))
        #expect(try asker.get("/chats?q=%EC%95%84%EC%A7%81").text.contains("치워 둠"))
        #expect(try seller.get("/chats").page.links.contains(path))
        #expect(try !seller.get("/chats").page.links.contains(archive))
        _ = try seller.write("네, 있어요.", in: path)
        #expect(try asker.get("/chats").page.links.contains(path))
        #expect(try !asker.get("/chats").page.links.contains(archive))
        #expect(try asker.get(archive).page.texts.contains("치워 둔 채팅이 없어요."))
    }

    @Test func archivingIsUndoneByItsAlertAndByTheMenu() throws {
        _ = try asker.press(path + "/archive")
        let undo = try asker.get("/chats").page.action(endingWith: "/archive/deletion")
        #expect(undo == path + "/archive/deletion")
        #expect(try menu(of: asker) == [path + "/mute", path + "/archive/deletion"])
        #expect(try asker.press(path + "/archive/deletion")["Location"] == path)
        #expect(try asker.get(path).page.alert?.title == "목록으로 다시 꺼냈어요")
        #expect(try asker.get("/chats").page.links.contains(path))
    }

    @Test func whatHasComeMeanwhileKeepsItInTheList() throws {
        _ = try asker.get(path)
        _ = try seller.write("네, 있어요.", in: path)
        #expect(try asker.press(path + "/archive")["Location"] == path)
        let page = try asker.get(path).page
        #expect(page.alert?.lines == ["새 메시지가 와서 목록에 그대로 두었어요."])
        #expect(page.messages.last == "네, 있어요.")
        #expect(try asker.press(path + "/archive")["Location"] == "/chats")
    }

    @Test func archivedChatsComeInPages() async throws {
        for item in try await site.add(31, title: "의자") {
            let id = try await site.storage.ask(
                NewChatMessage(text: "저요", date: site.clock.now), about: item, by: 2)
            _ = try await site.storage.setArchived(true, id, by: 2)
        }
        let first = try asker.get("/chats?archived=1").page
        let next = try #require(first.link("next"))
        #expect(next.hasPrefix("/chats?archived=1&before="))
        let rest = try asker.get(next).page
        #expect(rest.link("next") == nil && rest.links.contains("/chats?archived=1"))
        #expect(rest.html.contains("의자 1<") && !rest.html.contains("의자 31<"))
    }

    @Test func nobodyElseMayDoEither() throws {
        let stranger = try site.member("낯선 이웃")
        for step in ["/mute", "/mute/deletion", "/archive", "/archive/deletion"] {
            #expect(try stranger.press(path + step).status == 404)
            #expect(try site.post(path + step, [:]).status == 403)
            // A reload of what its button led to.
            #expect(try asker.get(path + step)["Location"] == path)
        }
        #expect(try menu(of: asker) == [path + "/mute", path + "/archive"])
    }
}
