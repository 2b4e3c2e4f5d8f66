import Fixtures
import Testing

extension MarketInBrowserTests {
    @Blocking
    struct Seller {
        @Test(arguments: Browser.Scripts.allCases)
        func anItemIsPostedWithoutPasswordAndWithItsChecklist(
            _ scripts: Browser.Scripts
        ) throws {
            let browser = try Fixture.browser(scripts, of: "체크 \(scripts)")
            try browser.open("/items/new")
            #expect(try browser.all("#password").isEmpty)
            let path = try browser.sellByForm("원목 책장")
            #expect(try browser.alert() == ["성공", "글을 올렸어요."])
            #expect(try browser.tasks == ["사진 찍기", "약속", "전달"])
            try browser.tick("사진 찍기")
            _ = try browser.find(".done")
            #expect(try browser.address.hasPrefix(path))
            try browser.expectNoComplaints()
        }

        @Test(arguments: Browser.Scripts.allCases)
        func anItemMovesThroughItsStages(_ scripts: Browser.Scripts) throws {
            let browser = try Fixture.browser(scripts, of: "단계 \(scripts)")
            let path = try browser.sell("단계 책장")
            try choose("reservation", at: path, browser, shows: "예약중")
            #expect(try browser.alert().first == "예약중으로 바꿨어요")
            try expectOwn("reserved", "단계 책장", browser)
            try choose("sale", at: path, browser, shows: "거래완료")
            try expectOwn("sold", "단계 책장", browser)
            try choose("sale/deletion", at: path, browser, shows: nil)
            try browser.open("/my/profile")
            try browser.click("a[href='/my/items?status=selling']")
            try browser.waitUntil("it is offered again") { try browser.titles == ["단계 책장"] }
        }

        @Test(arguments: Browser.Scripts.allCases)
        func aNeighboursInterestIsCountedAndKept(_ scripts: Browser.Scripts) throws {
            let seller = try Fixture.browser(scripts, of: "파는 이 \(scripts)")
            let neighbour = try Fixture.browser(scripts.other)
            let path = try seller.sell("관심 책장")
            try neighbour.signUp("이웃 \(scripts)")
            try neighbour.open(path)
            try neighbour.click("form[action$='/interest'] button")
            _ = try neighbour.find("button[aria-pressed=true]")
            try neighbour.open("/my/interests")
            #expect(try neighbour.titles == ["관심 책장"])
            try seller.open(path)
            #expect(try seller.text(of: ".marks").contains("관심 1"))
            #expect(try seller.all("form[action*='/interest']").isEmpty)
        }

        @Test(arguments: Browser.Scripts.allCases)
        func followerFindsTheNewListingOfASeller(_ scripts: Browser.Scripts) throws {
            let seller = try Fixture.browser(scripts, of: "단골집 \(scripts)")
            let follower = try Fixture.browser(scripts.other)
            let path = try seller.sell("먼저 올린 책장")
            try follower.signUp("단골 \(scripts)")
            try follower.open(path)
            try follower.click("form[action$='/follow'] button")
            _ = try follower.find("form[action$='/follow/deletion']")
            #expect(try follower.address == path)
            _ = try seller.sell("새로 올린 책장")
            try follower.open("/my")
            try follower.click(".tasks a[href='/my/follows']")
            try follower.waitUntil("the new listing is shown first") {
                try follower.titles == ["새로 올린 책장", "먼저 올린 책장"]
            }
            #expect(try follower.texts(of: ".entries .due") == ["새 글"])
            try follower.click(".folded summary")
            try follower.click(".folded form[action$='/follow/deletion'] button")
            _ = try follower.find("form[action$='/follow']")
            try follower.open("/my/follows")
            #expect(try follower.titles.isEmpty)
        }

        @Test func theWholeCardOfASellerLeadsToTheirPage() throws {
            let browser = try Fixture.browser(.on)
            try browser.signUp("카드 이웃")
            _ = try browser.sell("카드 책장")
            let targets = try browser.run(
                """
                const card = document.querySelector('.seller');
                card.scrollIntoView({ block: 'center' });
                const { left, top, right, bottom } = card.getBoundingClientRect();
                const [middle, below] = [(left + right) / 2, bottom - 8];
                return [[left + 4, top + 8], [middle, below], [right - 4, below]].map(([x, y]) =>
                    document.elementFromPoint(x, y)?.closest('a')?.pathname ?? '');
                """)
            let paths = try #require(targets as? [String])
            #expect(paths.count == 3 && Set(paths).count == 1)
            #expect(paths[0].hasPrefix("/people/"))
        }

        @Test(arguments: Browser.Scripts.allCases)
        func pinnedNotesAreSeenByTheirOwnerOnly(_ scripts: Browser.Scripts) throws {
            let seller = try Fixture.browser(scripts, of: "붙인 이 \(scripts)")
            let neighbour = try Fixture.browser(scripts.other)
            let path = try seller.sell("메모 붙은 책장")
            try seller.click("a[href^='/my/memos/new']")
            try seller.type("화요일 저녁에 찾으러 와요", into: "#text")
            try seller.submit()
            try seller.arrive(at: path)
            #expect(try seller.text(of: ".notes").contains("화요일 저녁"))
            try neighbour.signUp("못 보는 이 \(scripts)")
            try neighbour.open(path)
            #expect(try !neighbour.text(of: "main").contains("화요일 저녁"))
        }

        /// Presses one of the seller's buttons and waits until the listing shows its new status;
        /// nil is the usual one.
        private func choose(
            _ action: String, at path: String, _ browser: Browser, shows status: String?
        ) throws {
            try browser.open(path)
            try browser.click("button[formaction='\(path)/\(action)']")
            try browser.waitUntil("the listing is \(status ?? "on sale")") {
                try browser.texts(of: ".marks [class]") == [status].compactMap(\.self)
            }
        }

        private func expectOwn(_ status: String, _ title: String, _ browser: Browser) throws {
            try browser.open("/my/items?status=\(status)")
            #expect(try browser.titles == [title])
        }
    }
}
