import Market
import Testing

@testable import Storage

/// The operator's places, and how they change over the years.
struct PlaceStorageTests {
    private func names(_ directory: PlaceDirectory) -> [String] {
        directory.entries.map { entry in
            ([entry.neighbourhood.name] + entry.spots.map(\.name)).joined(separator: "/")
        }
    }

    private func item(at place: Place?, of seller: Account.ID? = nil) throws -> NewItem {
        var item = try NewItem.sample(of: seller)
        item.content.place = place
        return item
    }

    /// As after another process has just named new places.
    @Test func namesThatAreNotKnownYetAreReadFromTheFile() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            defer { storage.close() }
            try await storage.setPlaces(.parsed("망원동\n 망원역"))
            let entry = try #require(storage.places().entries.first)
            let place = Place(entry.neighbourhood, entry.spots.first)
            let id = try await storage.insert(item(at: place))
            let connection = try ReaderPool.connection(to: path)
            for places in [nil, PlaceCache()] {
                connection.knownPlaces = places
                #expect(try connection.item(id).content.place == place)
            }
        }
    }

    @Test func whatIsLeftOutByItsPlaceIsSoWhereNoneAreInMemory() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            defer { storage.close() }
            try await storage.setPlaces(.parsed("망원동\n합정동"))
            let connection = try ReaderPool.connection(to: path)
            let filter = ItemFilter(search: SearchQuery("의자 -망원동"))
            for (entry, isShown) in zip(storage.places().entries, [false, true]) {
                let id = try await storage.insert(item(at: Place(entry.neighbourhood)))
                let columns = try ItemColumns(readingFrom: connection)
                let row = try #require(columns[Item.Position(rawValue: id.rawValue)])
                let condition = try connection.condition(of: filter)
                #expect(condition.holds(of: row) == isShown)
            }
        }
    }

    @Test(arguments: Backend.all)
    func thereAreNoPlacesBeforeAnyIsNamed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let places = try await storage.places()
            #expect(places.isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func placesAreThoseNamedLastInTheirOrder(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("망원동\n 망원역\n 시장\n합정동"))
            #expect(try await names(storage.places()) == ["망원동/망원역/시장", "합정동"])
            try await storage.setPlaces(.parsed("합정동\n 합정역\n망원동\n 시장"))
            #expect(try await names(storage.places()) == ["합정동/합정역", "망원동/시장"])
        }
    }

    @Test(arguments: Backend.all)
    func aPlaceNamedAgainIsTheSame(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("망원동\n 망원역\n합정동"))
            let first = try await storage.places()
            try await storage.setPlaces(.parsed("합정동"))
            try await storage.setPlaces(.parsed("합정동\n망원동\n 망원역"))
            let second = try await storage.places()
            #expect(second.entries == first.entries.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func aPlaceThatIsRenamedIsTheSameWithItsItems(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("역삼동\n 동사무소 앞"))
            let entry = try #require(try await storage.places().entries.first)
            let id = try await storage.insert(
                item(at: Place(entry.neighbourhood, entry.spots.first)))
            // The renaming is in the list at every start, and takes effect once.
            for _ in 1...2 {
                try await storage.setPlaces(.parsed("역삼1동 = 역삼동\n 주민센터 앞 = 동사무소 앞"))
                let place = try await storage.item(id).content.place
                #expect(place?.neighbourhood == .init(id: entry.neighbourhood.id, name: "역삼1동"))
                #expect(place?.spot?.name == "주민센터 앞")
            }
            #expect(try await names(storage.places()) == ["역삼1동/주민센터 앞"])
        }
    }

    @Test(arguments: Backend.all)
    func formerPlacesStayWithTheirItems(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("망원동\n 망원역\n합정동"))
            let entry = try #require(try await storage.places().entries.first)
            let place = Place(entry.neighbourhood, entry.spots.first)
            let id = try await storage.insert(item(at: place))
            try await storage.setPlaces(.parsed("합정동"))
            #expect(try await storage.item(id).content.place == place)
            let summary = try await storage.items(ItemQuery(limit: 1)).items.first
            #expect(summary?.neighbourhood == entry.neighbourhood)
            let filter = ItemFilter(neighbourhoods: [entry.neighbourhood])
            #expect(try await storage.items(ItemQuery(filter: filter, limit: 9)).items.count == 1)
            let directory = try await storage.places()
            #expect(directory.neighbourhood(entry.neighbourhood.id) == entry.neighbourhood)
            #expect(directory.place(entry.neighbourhood.id, place.spot?.id) == place)
            #expect(!directory.offers(place))
        }
    }

    @Test(arguments: Backend.all)
    func anEditMovesAnItem(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("망원동\n합정동"))
            let places = try await storage.places().entries.map { Place($0.neighbourhood) }
            let id = try await storage.insert(item(at: places[0]))
            var content = try await storage.item(id).content
            for place in [places[1], nil] {
                content.place = place
                try await storage.update(id, content: content, photos: [], at: noon)
                #expect(try await storage.item(id).content.place == place)
                for other in places {
                    let filter = ItemFilter(neighbourhoods: [other.neighbourhood])
                    let found = try await storage.items(ItemQuery(filter: filter, limit: 9)).items
                    #expect(found.map(\.id) == (other == place ? [id] : []))
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func theLastPlaceIsThatOfTheLastItemThatHasOne(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            #expect(try await storage.lastPlace(of: seller) == nil)
            try await storage.setPlaces(.parsed("망원동\n 망원역\n합정동"))
            let entries = try await storage.places().entries
            let place = Place(entries[0].neighbourhood, entries[0].spots[0])
            let id = try await storage.insert(item(at: place, of: seller))
            _ = try await storage.insert(item(at: nil, of: seller))
            _ = try await storage.insert(item(at: Place(entries[1].neighbourhood)))
            try await storage.delete(id, at: noon)
            #expect(try await storage.lastPlace(of: seller) == place)
        }
    }

    @Test(arguments: Backend.all)
    func theHomeNeighbourhoodIsIndependentOfPosts(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.setPlaces(.parsed("망원동\n 망원역\n합정동"))
            let entries = try await storage.places().entries
            let (here, there) = (entries[0].neighbourhood, entries[1].neighbourhood)
            let spot = Place(here, entries[0].spots[0])
            _ = try await storage.insert(item(at: spot, of: account))
            let profile = try await storage.account(account).profile
            for chosen in [here.id, there.id, nil] {
                try await storage.updateProfile(
                    profile, language: nil, neighbourhood: chosen, of: account)
                #expect(try await storage.account(account).neighbourhood == chosen)
                // A profile sent without a neighbourhood leaves it unchanged.
                try await storage.updateProfile(profile, language: .english, of: account)
                #expect(try await storage.account(account).neighbourhood == chosen)
                #expect(try await storage.lastPlace(of: account) == spot)
            }
        }
    }

    @Test(arguments: Backend.all)
    func theAPIListsNoWantedItems(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var wanted = try NewItem.sample("원목 의자 구해요")
            wanted.content.purpose = .request
            let id = try await storage.insert(wanted)
            let offer = try await storage.insert(.sample("원목 의자"))
            for selection in [ItemOffsetQuery.Selection.everything, .wholePrices, .matching("의자")] {
                let page = try await storage.items(ItemOffsetQuery(limit: 9, of: selection))
                #expect(page.items.map(\.id) == [offer] && page.count == 1)
            }
            await #expect(throws: StorageError.itemNotFound) { try await storage.listedItem(id) }
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == [offer, id])
        }
    }
}

extension [NamedNeighbourhood] {
    static func parsed(_ text: String) throws -> [NamedNeighbourhood] {
        try [NamedNeighbourhood](parsing: text)
    }
}
