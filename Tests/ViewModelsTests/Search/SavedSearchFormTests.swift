import Market
import Testing

@testable import ViewModels

/// The form that edits a saved search.
struct SavedSearchFormTests {
    private func keep(
        _ filter: ItemFilter, _ fixture: OrganiserFixture
    ) async throws -> SavedSearch.ID {
        let result = try await fixture.searches.submit(
            filter, of: fixture.account, at: fixture.now)
        return try #require(result.saved)
    }

    /// Posts a guest's item, without a place unless one is given.
    private func postChair(
        _ fixture: OrganiserFixture, _ title: String = "의자", _ description: String = "설명",
        in neighbourhood: Neighbourhood? = nil
    ) async throws {
        var content = ItemContent(
            title: title, category: .furniture, price: try Price(25_000), stock: 1,
            description: description)
        content.place = neighbourhood.map { Place($0) }
        let _: Item.ID = try await fixture.storage.insert(
            NewItem(
                content: content, photos: [], owner: .guest(passwordHash: "?"),
                datePosted: fixture.now))
    }

    private func submit(
        _ input: SavedSearchForm.Input, for id: SavedSearch.ID, _ fixture: OrganiserFixture
    ) async throws -> FormResult<Void, SavedSearchForm.Output> {
        try await fixture.searchForm.submit(
            input, for: id, of: fixture.account, at: fixture.now + 60)
    }

    @Test func theFormBeginsWithTheSavedSearch() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(
                ItemFilter(
                    category: .furniture, maximumPrice: 50_000,
                    search: SearchQuery("의자 -이케아")), fixture)
            let form = try await fixture.searchForm.output(for: id, of: fixture.account)
            #expect(form.name.isEmpty && !form.isQuiet && form.text == "의자 -이케아")
            #expect(form.search.title.text == "‘의자 -이케아’" && form.refusal == nil)
            let controls = try #require(form.controls)
            #expect(controls.categories.filter(\.isSelected).map(\.category) == [.furniture])
            #expect(controls.minimumPrice.isEmpty && controls.maximumPrice == "50000")
            // Sent unchanged, it changes nothing.
            let before = try await fixture.storage.savedSearch(id, of: fixture.account)
            var same = ItemList.Input()
            (same.text, same.category, same.maximumPrice) = ("의자 -이케아", .furniture, "50000")
            let input = SavedSearchForm.Input(name: " ", isQuiet: false, conditions: same)
            #expect(try await submit(input, for: id, fixture).saved != nil)
            #expect(try await fixture.storage.savedSearch(id, of: fixture.account) == before)
        }
    }

    @Test func aSavedSearchMayBeNamed() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let input = SavedSearchForm.Input(name: "  거실에\n둘 것 ", isQuiet: true)
            #expect(try await submit(input, for: id, fixture).saved != nil)
            let entry = try await fixture.searches.output(for: fixture.account).entries[0]
            #expect(entry.title.text == "거실에 둘 것")
            #expect(entry.conditions.map(\.text) == ["‘의자’", "알리지 않음"])
            // Fields that are missing from a form stay unchanged.
            let other = SavedSearchForm.Input(isQuiet: false)
            #expect(try await submit(other, for: id, fixture).saved != nil)
            let again = try await fixture.searches.output(for: fixture.account).entries[0]
            #expect(again.title.text == "거실에 둘 것" && again.conditions.map(\.text) == ["‘의자’"])
        }
    }

    @Test func theSearchBecomesWhatWasTyped() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            var conditions = ItemList.Input()
            (conditions.text, conditions.maximumPrice) = ("책상", "3만원대")
            let input = SavedSearchForm.Input(conditions: conditions)
            #expect(try await submit(input, for: id, fixture).saved != nil)
            let filter = try await fixture.storage.savedSearch(id, of: fixture.account).filter
            #expect(filter.search?.text == "책상")
            #expect(filter.minimumPrice == 30_000 && filter.maximumPrice == 39_999)
        }
    }

    @Test(arguments: ["망원동의자", "망원동 의자", "망원동 근처 의자", "의자 망원동"])
    func filterWordsBecomeFilters(_ typed: String) async throws {
        try await OrganiserFixture.with { fixture in
            try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
            let place = try await fixture.storage.places().entries[0].neighbourhood.id
            try await postChair(fixture)
            let id = try await keep(ItemFilter(search: SearchQuery("책상")), fixture)
            for (words, most) in [(typed, nil), (typed + " 5만원 이하", 50_000)] as [(String, Int64?)] {
                var conditions = ItemList.Input()
                conditions.text = words
                let input = SavedSearchForm.Input(conditions: conditions)
                #expect(try await submit(input, for: id, fixture).saved != nil)
                let filter = try await fixture.storage.savedSearch(id, of: fixture.account).filter
                #expect(filter.search?.text == "의자" && filter.maximumPrice == most)
                #expect(filter.neighbourhoods.map(\.id) == [place])
                let form = try await fixture.searchForm.output(for: id, of: fixture.account)
                #expect(form.text == "의자" && form.search.title.text.contains("의자"))
            }
        }
    }

    @Test(arguments: [
        "의자를", "의자를 팝니다", "예약중 의자", "의자를 판매중", "최저가 의자", "의자는 판매 -이케아", "망원동에서 의자를",
    ])
    func editedWordsWatchWhatASearchForThemFinds(_ typed: String) async throws {
        try await OrganiserFixture.with { fixture in
            try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
            let place = try await fixture.storage.places().entries[0].neighbourhood
            try await postChair(fixture, in: place)
            var conditions = ItemList.Input()
            conditions.text = typed
            let list = try await ItemList(storage: fixture.storage).output(
                for: conditions, at: fixture.now)
            var found = list.sought.filter
            // An alert waits for nothing that is sold, whatever the status.
            found.status = .unsold
            let id = try await keep(ItemFilter(search: SearchQuery("책상")), fixture)
            let input = SavedSearchForm.Input(conditions: conditions)
            #expect(try await submit(input, for: id, fixture).saved != nil)
            let filter = try await fixture.storage.savedSearch(id, of: fixture.account).filter
            #expect(filter == found && filter.search?.terms.wanted == "의자")
        }
    }

    @Test func chosenFiltersDoNotChangeHowWordsAreRead() async throws {
        try await OrganiserFixture.with { fixture in
            try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
            let place = try await fixture.storage.places().entries[0].neighbourhood
            try await postChair(fixture, in: place)
            // A description that happens to have the words is not what was meant.
            try await postChair(fixture, "책장", "망원동 사는 사람의 의자와 함께 샀어요")
            let id = try await keep(ItemFilter(search: SearchQuery("책상")), fixture)
            var conditions = ItemList.Input()
            (conditions.text, conditions.category) = ("망원동 의자", .games)
            let input = SavedSearchForm.Input(conditions: conditions)
            #expect(try await submit(input, for: id, fixture).saved != nil)
            let filter = try await fixture.storage.savedSearch(id, of: fixture.account).filter
            #expect(filter.search?.text == "의자" && filter.category == .games)
            #expect(filter.neighbourhoods.map(\.name) == ["망원동"])
        }
    }

    @Test func wordsFoundNowhereAreWaitedFor() async throws {
        try await OrganiserFixture.with { fixture in
            try await postChair(fixture)
            let id = try await keep(ItemFilter(search: SearchQuery("망원동 의자")), fixture)
            try await fixture.storage.setPlaces([NamedNeighbourhood(PlaceName("망원동"))])
            var conditions = ItemList.Input()
            // A search that was meant exactly stays so while its words are the same.
            for (text, kept) in [("망원동 의자", "망원동 의자"), ("의쟈", "의쟈"), ("망원동책상", "망원동책상")] {
                conditions.text = text
                let input = SavedSearchForm.Input(isQuiet: true, conditions: conditions)
                #expect(try await submit(input, for: id, fixture).saved != nil)
                let search = try await fixture.storage.savedSearch(id, of: fixture.account)
                #expect(search.filter.search?.text == kept && search.isQuiet)
            }
        }
    }

    @Test func invalidConditionsAreNamedAndNothingIsSaved() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let before = try await fixture.storage.savedSearch(id, of: fixture.account)
            var rows: [(ItemList.Input, [String])] = [(ItemList.Input(), ["q"])]
            for (text, fields) in [
                ("-이케아", ["q"]), ("!?", ["q"]), (String(repeating: "가", count: 101), ["q"]),
            ] {
                var conditions = ItemList.Input()
                conditions.text = text
                rows.append((conditions, fields))
            }
            var prices = ItemList.Input()
            (prices.text, prices.minimumPrice, prices.maximumPrice) = ("의자", "싸게", "비싸게")
            rows.append((prices, ["min", "max"]))
            var free = ItemList.Input()
            (free.isFree, free.maximumPrice) = (true, "1만")
            rows.append((free, ["min"]))
            var unknown = ItemList.Input()
            (unknown.text, unknown.neighbourhoods, unknown.unknown) = ("의자", [77], [.category])
            rows.append((unknown, ["category", "place"]))
            for (conditions, fields) in rows {
                let input = SavedSearchForm.Input(name: "새 이름", conditions: conditions)
                let form = try await submit(input, for: id, fixture).refusedForm
                #expect(form?.faults.map(\.field) == fields)
                #expect(form?.name == "새 이름" && form?.text == conditions.text)
                #expect(form?.controls?.maximumPrice == conditions.maximumPrice)
            }
            #expect(try await fixture.storage.savedSearch(id, of: fixture.account) == before)
        }
    }

    @Test func aNameThatIsTooLongComesBack() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            let name = String(repeating: "가", count: Limits.title + 1)
            let form = try await submit(
                SavedSearchForm.Input(name: name, isQuiet: true), for: id, fixture
            ).refusedForm
            #expect(form?.name == name && form?.isQuiet == true && form?.text == "의자")
            #expect(form?.alert?.texts == ["~ 알림 이름을 100자까지 입력해주세요."])
        }
    }

    @Test func twoEqualSearchesAreRefused() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            _ = try await keep(ItemFilter(search: SearchQuery("책상")), fixture)
            var conditions = ItemList.Input()
            conditions.text = "책상"
            let form = try await submit(
                SavedSearchForm.Input(conditions: conditions), for: id, fixture
            ).refusedForm
            #expect(form?.alert?.texts == ["~ 똑같은 검색의 알림을 이미 받고 있어요."])
            #expect(form?.text == "책상")
        }
    }

    @Test func othersSearchesCannotBeOpened() async throws {
        try await OrganiserFixture.with { fixture in
            let id = try await keep(ItemFilter(search: SearchQuery("의자")), fixture)
            await #expect(throws: StorageError.notFound) {
                _ = try await fixture.searchForm.output(for: id, of: fixture.stranger)
            }
            await #expect(throws: StorageError.notFound) {
                _ = try await fixture.searchForm.submit(
                    SavedSearchForm.Input(name: "내 것"), for: id, of: fixture.stranger,
                    at: fixture.now)
            }
        }
    }
}
