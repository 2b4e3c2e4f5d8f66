import Fixtures
import Foundation
import Market
import Testing

/// Places and purposes, over the network.
@Blocking
final class PlaceSceneTests: SiteSuite {
    private func namePlaces() async throws -> [PlaceDirectory.Entry] {
        let text = "망원동\n 망원역 2번 출구\n <b>시장</b> & 입구\n합정동"
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: text))
        return try await site.storage.places().entries
    }

    @Test func withoutPlacesNoPageSpeaksOfThem() throws {
        let path = try site.post(.lamp)
        for page in ["/", "/items/new", path] {
            let html = try site.get(page).text
            #expect(!html.contains("name=\"place\"") && !html.contains("거래 장소"))
        }
    }

    @Test func aPlaceIsChosenShownAndFilteredBy() async throws {
        let entry = try await namePlaces()[0]
        let value = "\(entry.neighbourhood.id)-\(entry.spots[0].id)"
        let form = try site.get("/items/new").page
        #expect(form.tags("optgroup").map { $0["label"] } == ["망원동", "합정동"])
        #expect(form.tags("option").contains { $0["value"] == value })
        let path = try site.post(.lamp.with("place", value))
        _ = try site.post(.lamp.with("title", "책상").with("place", "2"))
        let detail = try site.get(path).page
        #expect(detail.texts.contains("망원동") && detail.texts.contains("망원역 2번 출구"))
        #expect(detail.links.contains("/?place=1"))
        #expect(detail.html.contains(#""areaServed":{"@type":"Place","name":"망원동"}"#))
        let list = try site.get("/?place=1").page
        #expect(list.itemPaths == [path])
        #expect(list.html.contains("<span>가구</span> <span lang=\"ko\">망원동</span> "))
        #expect(list.texts.contains("망원동 (1)") && list.texts.contains("합정동 (1)"))
        #expect(list.html.contains("<meta name=\"robots\" content=\"noindex\">"))
        #expect(try site.get("/feed.atom?place=2").text.contains("책상"))
        #expect(try !site.get("/feed.atom?place=2").text.contains("장스탠드"))
        #expect(try site.get("/feed.atom").text.contains("가구 · 망원동 · "))
    }

    @Test func everyLinkOfAFilteredListKeepsThePlace() async throws {
        _ = try await namePlaces()
        for number in 1...25 {
            _ = try site.post(.lamp.with("title", "책상 \(number)").with("place", "1"))
        }
        let list = try site.get("/?place=1&purpose=offer&sort=low&free=&q=%EC%B1%85%EC%83%81").page
        let older = try #require(list.link("next"))
        #expect(older.contains("place=1") && older.contains("purpose=offer"))
        #expect(try site.get(older).page.itemIDs.count == 5)
        let chips = list.links.filter { $0.contains("category=9") }
        #expect(!chips.isEmpty)
        #expect(chips.allSatisfy { $0.contains("place=1") && $0.contains("purpose=offer") })
        let categories = try site.get("/categories?place=1&purpose=offer").page
        #expect(categories.html.contains("/?place=1&amp;purpose=offer&amp;category=9"))
    }

    /// Makes three neighbourhoods, and posts a desk in each, in order.
    private func postDesks() async throws -> [String] {
        try await site.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
        return try (1...3).map { number in
            try site.post(.lamp.with("title", "책상 \(number)").with("place", "\(number)"))
        }
    }

    @Test func severalPlacesAreChosenAndTakenOffEachByItself() async throws {
        let paths = try await postDesks()
        let list = try site.get("/?place=3&place=&place=1&place=3").page
        #expect(list.itemPaths == [paths[2], paths[0]])
        #expect(!list.texts.contains { $0.contains("알 수 없는") })
        let canonical = list.tags("link").first { $0["rel"] == "canonical" }?["href"] ?? ""
        #expect(canonical.hasSuffix("/?place=1&place=3"))
        let boxes = list.tags("input").filter { $0["name"] == "place" }
        #expect(boxes.map { $0["value"] } == ["1", "2", "3"])
        #expect(boxes.map { $0.has("checked") } == [true, false, true])
        #expect(list.texts.contains("망원동, 연남동") && list.texts.contains("합정동 (1)"))
        let links = list.links
        #expect(links.contains("/?place=1") && links.contains("/?place=3"))
        #expect(links.contains("/?place=1&place=3&category=9"))
        let feed = try site.get("/feed.atom?place=3&place=1").text
        #expect(feed.contains("책상 1") && !feed.contains("책상 2") && feed.contains("책상 3"))
        #expect(try site.get("/").page.texts.contains("모든 동네"))
    }

    @Test func aSearchOfSeveralPlacesIsKeptAndToldOf() async throws {
        _ = try await postDesks()
        let member = try site.member()
        let kept = try member.post("/my/searches", ["query": "/?place=3&place=1"])
        #expect(kept.status == 303)
        for list in ["/?place=1&place=3", "/?place=3&place=1"] {
            #expect(try member.get(list).page.texts.contains("알림 받고 있어요"))
        }
        #expect(try !member.get("/?place=1").page.texts.contains("알림 받고 있어요"))
        let page = try member.get("/my/searches").page
        #expect(page.texts.contains("망원동, 연남동"))
        let path = try #require(page.links.first { $0.hasPrefix("/my/searches/") })
        for place in ["1", "2", "3"] {
            _ = try site.post(.lamp.with("title", "의자 \(place)").with("place", place))
        }
        let told = try member.get(path).page
        #expect(told.texts.filter { $0.hasPrefix("의자 ") } == ["의자 3", "의자 1"])
        #expect(told.links.contains("/?place=1&place=3"))
    }

    @Test func aWantedPostFromSeveralPlacesHasNoneChosen() async throws {
        _ = try await postDesks()
        let form = try site.get("/items/new?q=%EC%9E%90&place=1&place=3&purpose=request").page
        let chosen = form.tags("option").filter { $0.has("selected") }.compactMap { $0["value"] }
        #expect(!chosen.contains("1") && !chosen.contains("3"))
    }

    @Test(arguments: [
        "place=x", "place=0", "place=99", "place=-1", "place=1e3", "place=1&place=x",
        "place=99999999999999999999", "place=%00",
    ])
    func aPlaceThatIsNoneIsLeftOutAndSaid(_ query: String) async throws {
        _ = try await namePlaces()
        _ = try site.post(.lamp)
        let answer = try site.get("/?\(query)")
        #expect(answer.status == 200)
        #expect(answer.page.texts.contains("알 수 없는 동네 조건은 빼고 보여드려요."))
    }

    @Test(arguments: ["purpose=x", "purpose=Offer", "purpose=1", "purpose=offer&purpose=request"])
    func aPurposeThatIsNoneIsLeftOutAndSaid(_ query: String) throws {
        _ = try site.post(.lamp)
        let page = try site.get("/?\(query)").page
        #expect(page.texts.contains("알 수 없는 글 종류 조건은 빼고 보여드려요."))
    }

    @Test func aFormWithAnotherPlaceComesBackWithEverythingTyped() async throws {
        _ = try await namePlaces()
        let answer = try site.post("/items", FilledForm.lamp.with("place", "7-7").multipart)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 거래 장소를 목록에서 다시 골라주세요."])
        #expect(answer.text.contains("북유럽풍 장스탠드"))
    }

    @Test func theNamesOfPlacesAreText() async throws {
        let spot = try await namePlaces()[0].spots[1]
        let path = try site.post(.lamp.with("place", "1-\(spot.id)"))
        for page in ["/", "/items/new", path] {
            #expect(try !site.get(page).text.contains("<b>시장"))
        }
    }

    // MARK: - Wanted listings

    @Test func wantedItemsSaySoEverywhere() throws {
        let form = try site.get("/items/new").page
        #expect(form.tags("input").filter { $0["name"] == "purpose" }.count == 2)
        let path = try site.post(.lamp.with("purpose", "request"))
        #expect(try site.get("/").page.texts.contains("구해요"))
        let detail = try site.get(path).page
        #expect(detail.texts.contains("구해요") && detail.texts.contains("저 있어요"))
        #expect(detail.html.contains(#""@type":"Demand""#) && !detail.html.contains(#""offers""#))
        #expect(try site.get("/?purpose=request").page.itemPaths == [path])
        #expect(try site.get("/?purpose=offer").page.itemIDs.isEmpty)
        #expect(try site.get("/feed.atom").text.contains("<summary>구해요 · "))
    }

    @Test func programsAreToldOfOffersOnly() throws {
        let path = try site.post(.lamp.with("purpose", "request"))
        let id = path.dropFirst("/items/".count)
        #expect(try site.get("/api/items/1").text.contains(#""items":[]"#))
        #expect(
            try site.get("/api/products?page_no=1&items_per_page=20").text.contains(
                #""totalCount":0"#))
        #expect(try site.get("/api/item/\(id)").status == 404)
        #expect(try site.get("/api/products/\(id)").status == 404)
    }

    @Test func anEditMayChangeThePurposeUntilItIsFound() throws {
        let member = try site.member()
        let path = try member.post(.ownLamp.with("purpose", "request"))
        func choice() throws -> [String?] {
            let inputs = try member.get(path + "/edit").page.tags("input")
            return inputs.filter { $0["name"] == "purpose" && $0["type"] == "radio" }
                .map { $0.has("checked") ? $0["value"] : nil }
        }
        #expect(try choice() == [nil, "request"])
        let edit = FilledForm.ownLamp.with("title", "책상")
        for purpose in ["", "x"] {
            let form = purpose.isEmpty ? edit : edit.with("purpose", purpose)
            #expect(try member.post(path + "/edit", form.multipart).status == 303)
            #expect(try choice() == [nil, "request"])
        }
        let offer = edit.with("purpose", "offer")
        #expect(try member.post(path + "/edit", offer.multipart).status == 303)
        #expect(try choice() == ["offer", nil])
        #expect(try site.get("/?purpose=request").page.itemIDs.isEmpty)
        #expect(try site.get("/api" + path.replacing("items", with: "item")).status == 200)
        let wanted = edit.with("purpose", "request")
        #expect(try member.post(path + "/edit", wanted.multipart).status == 303)
        #expect(try site.get("/?purpose=request").page.itemPaths == [path])
        #expect(try site.get(path).page.texts.contains("구해요"))
        _ = try member.press(path + "/sale/elsewhere")
        #expect(try member.get(path).page.texts.contains("구했다고 표시했어요"))
        #expect(try site.get(path).page.texts.contains("구했어요"))
        #expect(try choice() == [])
        // The seller alone has said so, which no word about "someone" denies.
        _ = try member.post("/language", ["language": "en"])
        let reason = "This can’t be changed any more: there has been a reservation, a sale,"
        #expect(try member.get(path + "/edit").page.texts.contains { $0.hasPrefix(reason) })
        _ = try member.post("/language", ["language": "ko"])
        _ = try member.press(path + "/sale/deletion")
        #expect(try member.get(path).page.texts.contains("다시 구하고 있어요"))
    }

    @Test func aSearchWithoutHitsCanBePostedAsWanted() async throws {
        _ = try await namePlaces()
        let list = try site.get("/?q=%EC%9E%90%EC%A0%84%EA%B1%B0&category=3&place=2&max=30000").page
        let path = try #require(list.links.first { $0.hasPrefix("/items/new?") })
        let form = try site.get(path).page
        let rows = form.tags("input").filter { $0["name"] == "title" || $0["name"] == "price" }
        #expect(rows.map { $0["value"] } == ["자전거", "30000"])
        let chosen = form.tags("option").filter { $0.has("selected") }.compactMap { $0["value"] }
        #expect(Set(chosen).isSuperset(of: ["3", "2"]))
        #expect(form.tags("input").first { $0.has("checked") }?["value"] == "request")
    }

    @Test(arguments: ["place=%22%3E%3Cscript%3E", "purpose=x&place=-1", "q=%00&category=99&max=x"])
    func aFormIsNotFilledInWithNonsense(_ query: String) throws {
        let answer = try site.get("/items/new?\(query)")
        #expect(answer.status == 200 && !answer.text.contains("\"><script>"))
    }
}
