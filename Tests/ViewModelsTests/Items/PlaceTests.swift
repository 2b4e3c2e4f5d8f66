import Market
import Testing

@testable import ViewModels

/// Places in the form, in lists and on the page of an item.
struct PlaceTests {
    private let fixture = Fixture()

    private func namePlaces() async throws -> [PlaceDirectory.Entry] {
        let text = "망원동\n 망원역 2번 출구\n 주민센터 앞\n합정동"
        try await fixture.storage.setPlaces(try [NamedNeighbourhood](parsing: text))
        return try await fixture.storage.places().entries
    }

    private func lamp(_ title: String = "장스탠드", at place: String) -> ItemForm.Input {
        var input = Fixture.lamp()
        input.title = title
        input.place = place
        input.submissionKey = ""
        return input
    }

    private func list(_ change: (inout ItemList.Input) -> Void = { _ in }) async throws
        -> ItemList.Output
    {
        var input = ItemList.Input()
        change(&input)
        return try await ItemList(storage: fixture.storage).output(for: input, at: fixture.now)
    }

    @Test func withoutPlacesNothingIsOffered() async throws {
        #expect(try await fixture.form.output(for: ItemForm.Input()).places.isEmpty)
        #expect(try await list().controls.neighbourhoods.isEmpty)
    }

    @Test func theFormOffersEachNeighbourhoodWithItsSpots() async throws {
        _ = try await namePlaces()
        let groups = try await fixture.form.output(for: ItemForm.Input()).places
        #expect(groups.map(\.name) == ["망원동", "합정동"])
        let names = groups.map { $0.choices.map(\.name.text) }
        #expect(names == [["망원동 어디든", "망원역 2번 출구", "주민센터 앞"], ["합정동 어디든"]])
        let chosen = groups.flatMap(\.choices).filter(\.isSelected)
        #expect(chosen.isEmpty)
    }

    @Test func aChosenPlaceIsShownOnCardPageAndForm() async throws {
        let entry = try await namePlaces()[0]
        let value = "\(entry.neighbourhood.id)-\(entry.spots[0].id)"
        let id = try await fixture.post(lamp(at: value))
        #expect(try await list().entries.map(\.place) == ["망원동"])
        let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
        let place = try await detail.output(for: id, at: fixture.now).place
        #expect(place?.name == "망원동" && place?.spot == "망원역 2번 출구")
        #expect(place?.selection.filter.neighbourhoods == [entry.neighbourhood])
        let form = try await fixture.form.output(
            for: ItemForm.Input(mode: .editing(id, .granted(nil))))
        #expect(form.places.flatMap(\.choices).filter(\.isSelected).map(\.value) == [value])
    }

    @Test(arguments: ["x", "99", "1-99", "1-", "-1", "1-1-1", "+1", "2-1", "1 "])
    func anInvalidPlaceIsRefusedWithTheFormAsTyped(_ place: String) async throws {
        _ = try await namePlaces()
        let refused = try #require(try await fixture.submit(lamp(at: place)).refusedForm)
        #expect(refused.refusal?.faults.message("place")?.text == "거래 장소를 목록에서 다시 골라주세요.")
        #expect(refused.input.place == place && refused.input.title == "장스탠드")
    }

    @Test func aChosenPlaceIsNoFaultBeforeThePhotosEither() async throws {
        let entry = try await namePlaces()[0]
        func faults(at place: String) async throws -> [String]? {
            try await fixture.form.refusal(of: lamp(at: place), hasPhotos: true, at: fixture.now)?
                .faults.map(\.field)
        }
        #expect(try await faults(at: "\(entry.neighbourhood.id)") == nil)
        #expect(try await faults(at: "99") == ["place"])
    }

    @Test func aSearchExcludesANeighbourhoodByItsName() async throws {
        let entries = try await namePlaces()
        for entry in entries {
            _ = try await fixture.post(lamp(at: "\(entry.neighbourhood.id)"))
        }
        let page = try await list { $0.text = "장스탠드 -망원동" }
        #expect(page.entries.map(\.place) == ["합정동"])
        #expect(page.controls.filters.map(\.name.text) == ["‘장스탠드’", "‘-망원동’"])
        let hits = page.controls.neighbourhoods.map { $0.hits?.text.description }
        #expect(hits == ["0", "1"] && page.controls.count?.number == 1)
        let all = try await list { $0.text = "장스탠드" }
        #expect(all.entries.count == 2 && page.controls.filters[1].selection == all.selection)
        let none = try await list {
            ($0.text, $0.neighbourhoods) = ("장스탠드 -망원동", [entries[0].neighbourhood.id])
        }
        #expect(none.entries.isEmpty)
        #expect(
            none.alternatives.map(\.text.text).starts(with: [
                "다른 동네까지 1개 보기", "‘-망원동’ 조건 빼고 보기", "‘장스탠드’ 조건 빼고 보기",
            ]))
    }

    @Test func aFormerPlaceStaysThroughAnEdit() async throws {
        let entry = try await namePlaces()[0]
        let value = "\(entry.neighbourhood.id)-\(entry.spots[0].id)"
        let id = try await fixture.post(lamp(at: value))
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("합정동"))])
        let form = try await fixture.form.output(
            for: ItemForm.Input(mode: .editing(id, .granted(nil))))
        #expect(form.places.map(\.name) == ["합정동", "망원동"])
        #expect(form.places.flatMap(\.choices).filter(\.isSelected).map(\.value) == [value])
        var input = form.input
        input.title = "책상"
        guard case .saved = try await fixture.edit(id, input) else {
            Issue.record("not saved")
            return
        }
        #expect(try await fixture.storage.item(id).content.place?.spot == entry.spots[0])
    }

    @Test func theListIsFilteredWithChipAndCounts() async throws {
        let entries = try await namePlaces()
        let (mangwon, hapjeong) = (entries[0].neighbourhood, entries[1].neighbourhood)
        for place in ["\(mangwon.id)", "\(mangwon.id)", "\(hapjeong.id)", ""] {
            _ = try await fixture.post(lamp(at: place))
        }
        let output = try await list { $0.neighbourhoods = [mangwon.id] }
        #expect(output.entries.map(\.place) == ["망원동", "망원동"])
        #expect(output.controls.filters.map(\.name.text) == ["망원동"])
        #expect(output.controls.filters.first?.selection == ItemSelection())
        #expect(output.controls.neighbourhoods.map { $0.hits?.number } == [2, 1])
        #expect(output.controls.neighbourhoods.map(\.isSelected) == [true, false])
        #expect(output.controls.countOfFormFilters == 1)
        #expect(output.controls.isOfOnePlace && output.heading.text == "망원동")
        #expect(output.notes.isEmpty && !output.selection.isPlain)
    }

    /// Three neighbourhoods, with two lamps in the first and one in each other, and one lamp
    /// without a place.
    private func postLampsAround() async throws -> [Neighbourhood] {
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
        let all = try await fixture.storage.places().entries.map(\.neighbourhood)
        for place in [all[0], all[0], all[1]] {
            _ = try await fixture.post(lamp(at: "\(place.id)"))
        }
        _ = try await fixture.post(lamp("스탠드", at: "\(all[2].id)"))
        _ = try await fixture.post(lamp(at: ""))
        return all
    }

    @Test func severalNeighbourhoodsAreShownTogether() async throws {
        let all = try await postLampsAround()
        let output = try await list { $0.neighbourhoods = [all[1].id, all[0].id, all[1].id] }
        #expect(output.entries.map(\.place) == ["합정동", "망원동", "망원동"])
        #expect(output.controls.count?.number == 3 && output.notes.isEmpty)
        #expect(output.controls.neighbourhoods.map { $0.hits?.number } == [2, 1, 1])
        #expect(output.controls.neighbourhoods.map(\.isSelected) == [true, true, false])
        #expect(!output.controls.isOfOnePlace && output.heading.text == "조건에 맞는 물건")
        // However they were chosen they are one list.
        let other = try await list { $0.neighbourhoods = [all[0].id, all[1].id] }
        #expect(other.selection == output.selection)
    }

    @Test func eachOfSeveralNeighbourhoodsIsRemovedByItself() async throws {
        let all = try await postLampsAround()
        let output = try await list { $0.neighbourhoods = all.map(\.id) }
        let filters = output.controls.filters
        #expect(filters.map(\.name.text) == ["망원동", "합정동", "연남동"])
        #expect(
            filters.map { $0.selection.filter.neighbourhoods.map(\.name) } == [
                ["합정동", "연남동"], ["망원동", "연남동"], ["망원동", "합정동"],
            ])
        let one = try await list { $0.neighbourhoods = [all[1].id] }
        let two = try await list { $0.neighbourhoods = [all[1].id, all[2].id] }
        #expect(two.controls.filters.last?.selection == one.selection)
        #expect(one.controls.filters.map(\.selection) == [ItemSelection()])
    }

    /// Without just one of them less would be found.
    @Test func theWayOnIsWithoutAllOfThem() async throws {
        let all = try await postLampsAround()
        let output = try await list {
            ($0.text, $0.neighbourhoods) = ("스탠드", [all[1].id, all[0].id])
            $0.minimumPrice = "900000"
        }
        #expect(output.entries.isEmpty)
        #expect(!output.alternatives.contains { $0.text.text.hasPrefix("망원동 조건") })
        let few = try await list { ($0.text, $0.neighbourhoods) = ("스탠드", [all[1].id, all[2].id]) }
        #expect(few.entries.count == 2)
        let way = try #require(few.alternatives.first)
        #expect(way.text.text == "다른 동네까지 5개 보기")
        #expect(way.selection.filter.neighbourhoods.isEmpty)
        #expect(!few.alternatives.contains { $0.text.text.contains("연남동") })
    }

    @Test func neighbourhoodsBeyondTheLimitAreNamed() async throws {
        let names = (1...Neighbourhoods.most + 2).map { NamedNeighbourhood(PlaceName("\($0)동")) }
        try await fixture.storage.setPlaces(names)
        let all = try await fixture.storage.places().entries.map(\.neighbourhood)
        let most = try await list { $0.neighbourhoods = all.prefix(Neighbourhoods.most).map(\.id) }
        #expect(most.notes.isEmpty && most.controls.filters.count == Neighbourhoods.most)
        let more = try await list { $0.neighbourhoods = all.map(\.id) }
        #expect(more.selection == most.selection)
        #expect(more.notes.map(\.text) == ["동네는 한 번에 50곳까지 볼 수 있어서 나머지는 빼고 보여드려요."])
    }

    @Test func anUnknownNeighbourhoodIsIgnoredAndNamed() async throws {
        _ = try await namePlaces()
        _ = try await fixture.post(lamp(at: ""))
        let output = try await list { $0.neighbourhoods = [77] }
        #expect(output.entries.count == 1 && output.selection.isPlain)
        #expect(output.notes.map(\.text) == ["알 수 없는 동네 조건은 빼고 보여드려요."])
        let beside = try await list { $0.neighbourhoods = [1, 77, 78] }
        #expect(beside.selection.filter.neighbourhoods.map(\.id) == [1])
        #expect(beside.notes == output.notes)
    }

    @Test func aPlainListOffersThePlacesOfToday() async throws {
        _ = try await namePlaces()
        let first = try await list().controls
        #expect(first.isPlain && first.neighbourhoods.map(\.neighbourhood.name) == ["망원동", "합정동"])
        #expect(try await list().controls === first)
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("합정동"))])
        #expect(try await list().controls.neighbourhoods.map(\.neighbourhood.name) == ["합정동"])
    }

    // MARK: - Places of an account

    @Test func theLastPlaceOfAnAccountIsChosenAlready() async throws {
        let account = AccountFixture(storage: fixture.storage)
        let id = try await account.open().account
        let entry = try await namePlaces()[0]
        let value = "\(entry.neighbourhood.id)-\(entry.spots[0].id)"
        var input = lamp(at: value)
        input.mode = .posting(by: id)
        _ = try await fixture.post(input)
        let blank = ItemForm.Input(mode: .posting(by: id))
        #expect(try await fixture.form.output(for: blank).input.place == value)
        #expect(try await fixture.form.output(for: ItemForm.Input()).input.place == "")
        // If the spot no longer exists, its neighbourhood is chosen.
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        let neighbourhood = "\(entry.neighbourhood.id)"
        #expect(try await fixture.form.output(for: blank).input.place == neighbourhood)
        try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("합정동"))])
        #expect(try await fixture.form.output(for: blank).input.place == "")
    }

    @Test func aDraftHasPlaceAndPurpose() async throws {
        let account = AccountFixture(storage: fixture.storage)
        let id = try await account.open().account
        let entry = try await namePlaces()[0]
        var input = lamp(at: "\(entry.neighbourhood.id)")
        input.purpose = .request
        _ = try await ItemFormDraft(storage: fixture.storage).submit(input, of: id)
        var next = ItemForm.Input(mode: .posting(by: id))
        next.continuesDraft = true
        let form = try await fixture.form.output(for: next)
        #expect(form.input.place == "\(entry.neighbourhood.id)" && form.input.purpose == .request)
    }

    // MARK: - Wanted items

    @Test func wantedItemsAreMarkedAndCanBeFiltered() async throws {
        var wanted = lamp("자전거 구해요", at: "")
        wanted.purpose = .request
        let id = try await fixture.post(wanted)
        _ = try await fixture.post(lamp("자전거", at: ""))
        #expect(try await list().entries.map(\.purpose) == [.offer, .request])
        let requests = try await list { $0.purpose = .request }
        #expect(requests.entries.map(\.id) == [id])
        #expect(requests.controls.filters.map(\.name.text) == ["구해요"])
        #expect(try await list { $0.purpose = .offer }.entries.map(\.title) == ["자전거"])
        let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
        #expect(try await detail.output(for: id, at: fixture.now).purpose == .request)
        #expect(Item.Status.sold.name(of: .request).text == "구했어요")
    }
}
