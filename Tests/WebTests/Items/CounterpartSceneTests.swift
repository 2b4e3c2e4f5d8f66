import Fixtures
import Foundation
import Market
import Testing

/// Offers and wanted listings that match each other, over the network.
@Blocking
final class CounterpartSceneTests: SiteSuite {
    private func wanted(_ title: String = "장스탠드 구해요") -> FilledForm {
        .ownLamp.with("title", title).with("purpose", "request")
    }

    @Test func eachIsShownOnThePageOfTheOther() throws {
        let asker = try site.member()
        let offer = try site.post(.lamp)
        let (sought, offered) = ("이 물건을 찾는 분이 있어요", "찾는 물건과 비슷한 판매글이 있어요")
        #expect(try !site.get(offer).page.texts.contains(sought))
        let request = try asker.post(wanted())
        for (path, other, heading) in [(offer, request, sought), (request, offer, offered)] {
            let page = try site.get(path).page
            #expect(page.texts.filter { [sought, offered].contains($0) } == [heading])
            #expect(page.itemIDs.contains { "/items/\($0)" == other })
        }
        _ = try asker.press(request + "/sale/elsewhere")
        #expect(try !site.get(offer).page.texts.contains(sought))
    }

    @Test func theAskerIsToldInHeaderInboxAndFeed() throws {
        let asker = try site.member()
        _ = try asker.post(wanted())
        #expect(try !asker.get("/").text.contains("새 알림"))
        let offer = try site.post(.lamp)
        #expect(try asker.get("/").text.contains("새 알림 1개"))
        let inbox = try asker.get("/my/reminders").page
        #expect(inbox.texts.contains("내 구해요 글") || inbox.html.contains("내 구해요 글"))
        let path = try #require(inbox.links.first { $0.hasPrefix("/my/searches/") })
        #expect(try asker.get(path).page.itemPaths == [offer])
        #expect(try !asker.get("/").text.contains("새 알림"))
    }

    @Test func ownItemsTellNothing() throws {
        let asker = try site.member()
        _ = try asker.post(wanted())
        _ = try asker.post()
        #expect(try !asker.get("/").text.contains("새 알림"))
    }

    @Test func aDeletedWantedListingTellsNothingAnyMore() throws {
        let asker = try site.member()
        let request = try asker.post(wanted())
        _ = try site.post(.lamp)
        #expect(try asker.press(request + "/deletion").status == 303)
        #expect(try !asker.get("/").text.contains("새 알림"))
        #expect(try asker.get("/my/searches").page.texts.contains { $0.contains("알림 받는 검색이 없어요") })
    }

    @Test(arguments: ["<script>alert(1)</script> 구해요", "\" * % : AND NOT 구해요", "구해요", "🙂 구해요"])
    func hostileTitlesAreLookedForAsTheyStand(_ title: String) throws {
        let asker = try site.member()
        let request = try asker.post(wanted(title))
        let page = try site.get(request)
        #expect(page.status == 200 && !page.text.contains("<script>alert"))
        #expect(try asker.get("/my/searches").status == 200)
        let offer = try site.post(.lamp.with("title", title))
        #expect(try site.get(offer).status == 200)
    }
}
