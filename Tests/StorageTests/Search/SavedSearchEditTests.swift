import Fixtures
import Market
import Storage
import Testing

/// Saved searches that are renamed, muted, or changed to look for something else.
struct SavedSearchEditTests {
    @Test(arguments: Backend.all)
    func nameAndQuietnessAreKept(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let item = try await storage.insert(.sample())
            let before = try await storage.savedSearch(id, of: account)
            let edit = SavedSearch.Edit(name: "거실에 둘 것", isQuiet: false)
            #expect(try await storage.update(id, of: account, edit, at: noon + 60) == nil)
            let named = try await storage.savedSearch(id, of: account)
            #expect(named.name == "거실에 둘 것" && !named.isQuiet)
            #expect(named.filter == before.filter && named.dateCreated == noon)
            #expect(named.unseenMatches == 1)
            #expect(try await storage.matched(id, of: account) == [item])
            let unnamed = SavedSearch.Edit(name: nil, isQuiet: false, filter: before.filter)
            #expect(try await storage.update(id, of: account, unnamed, at: noon + 60) == nil)
            #expect(try await storage.savedSearch(id, of: account) == before)
        }
    }

    @Test(arguments: Backend.all)
    func aSearchForSomethingElseBeginsAnew(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let other = try await storage.keep("책상", of: account)
            let desk = try await storage.insert(.sample("책상과 조명"))
            let edit = SavedSearch.Edit(
                name: nil, isQuiet: false, filter: ItemFilter(search: SearchQuery("조명")))
            #expect(try await storage.update(id, of: account, edit, at: noon + 60) == nil)
            let edited = try await storage.savedSearch(id, of: account)
            #expect(edited.filter.search?.text == "조명" && edited.dateCreated == noon + 60)
            #expect(try await storage.matched(id, of: account).isEmpty)
            // An item that is new in another search is still new there.
            #expect(try await storage.matched(other, of: account) == [desk])
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            let chair = try await storage.insert(.sample("의자"))
            let lamp = try await storage.insert(.sample("조명"))
            #expect(try await storage.matched(id, of: account) == [lamp])
            #expect(try await storage.countUnseenMatches(of: account) == 2)
            // Items that an edit makes match are told, too.
            try await storage.update(
                chair, content: .sample(title: "작은 조명"), photos: [], at: noon + 90)
            #expect(try await storage.matched(id, of: account) == [chair, lamp])
        }
    }

    @Test(arguments: Backend.all)
    func nobodyHasTheSameSearchTwice(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let desks = try await storage.keep("책상", of: account)
            let before = try await storage.savedSearches(of: account)
            let edit = SavedSearch.Edit(
                name: "다른 것", isQuiet: true, filter: ItemFilter(search: SearchQuery("책상")))
            #expect(try await storage.update(id, of: account, edit, at: noon) == desks)
            #expect(try await storage.savedSearches(of: account) == before)
            // A deleted search is none that the account has.
            _ = try await storage.deleteSavedSearch(desks, of: account, at: noon)
            #expect(try await storage.update(id, of: account, edit, at: noon) == nil)
            #expect(try await storage.savedSearches(of: account).map(\.name) == ["다른 것"])
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aQuietSearchCollectsAndTellsNobody(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let wooden = try await storage.keep("원목", of: account)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            let quiet = SavedSearch.Edit(name: nil, isQuiet: true)
            #expect(try await storage.update(id, of: account, quiet, at: noon) == nil)
            let chair = try await storage.insert(.sample("의자"))
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            #expect(try await storage.matched(id, of: account) == [chair])
            // An item that another search also matches is told by that one.
            _ = try await storage.insert(.sample("원목 의자"))
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            let kept = try await storage.savedSearches(of: account)
            #expect(kept.map(\.id) == [wooden, id])
            #expect(kept.map(\.toldMatches) == [1, 0] && kept.map(\.unseenMatches) == [1, 2])
            let table = try await storage.insert(.sample("책상"))
            try await storage.update(
                table, content: .sample(title: "책상과 의자"), photos: [], at: noon)
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            #expect(try await storage.savedSearch(id, of: account).unseenMatches == 3)
            let loud = SavedSearch.Edit(name: nil, isQuiet: false)
            #expect(try await storage.update(id, of: account, loud, at: noon) == nil)
            #expect(try await storage.countUnseenMatches(of: account) == 3)
        }
    }

    @Test(arguments: Backend.all)
    func aWantedItemsSearchLooksForWhatItSays(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            var item = try NewItem.sample("의자", of: account)
            item.content.purpose = .request
            let wanted = try await storage.insert(item)
            let search = try #require(try await storage.savedSearches(of: account).first)
            let edit = SavedSearch.Edit(
                name: "급한 것", isQuiet: true, filter: ItemFilter(category: .games))
            #expect(try await storage.update(search.id, of: account, edit, at: noon) == nil)
            let edited = try await storage.savedSearch(search.id, of: account)
            #expect(edited.post == wanted && edited.filter == search.filter)
            #expect(edited.name == "급한 것" && edited.isQuiet)
        }
    }

    @Test(arguments: Backend.all)
    func aWantedItemsSearchStaysWhenTheItemIsEdited(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            var item = try NewItem.sample("의자", of: account)
            item.content.purpose = .request
            let wanted = try await storage.insert(item)
            _ = try await storage.insert(.sample("작은 의자"))
            let search = try #require(try await storage.savedSearches(of: account).first)
            let match = try await storage.matches(
                of: search.id, of: account, before: nil, limit: 1)[0]
            try await storage.setSeen(upTo: match.id, of: search.id, of: account)
            let edit = SavedSearch.Edit(name: "급한 것", isQuiet: true)
            #expect(try await storage.update(search.id, of: account, edit, at: noon) == nil)
            item.content = try .sample(title: "작은 책상")
            item.content.purpose = .request
            try await storage.update(wanted, content: item.content, photos: [], at: noon + 1)
            let kept = try await storage.savedSearches(of: account)
            #expect(kept.map(\.id) == [search.id] && kept.map(\.post) == [wanted])
            #expect(kept[0].filter.search?.text == "작은 책상")
            #expect(kept[0].name == "급한 것" && kept[0].isQuiet)
            let desk = try await storage.insert(.sample("작은 책상"))
            #expect(try await storage.matched(search.id, of: account) == [desk])
            #expect(try await storage.savedSearches(of: account).map(\.unseenMatches) == [1])
            #expect(try await storage.countUnseenMatches(of: account) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func whatAWantedItemAsksForSinceAnEditWasNotSeenWithIt(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let desks = try await storage.keep("책상", of: account)
            var item = try NewItem.sample("의자", of: account)
            item.content.purpose = .request
            let wanted = try await storage.insert(item)
            let desk = try await storage.insert(.sample("책상"))
            _ = try await storage.insert(.sample("의자"))
            let search = try #require(try await storage.savedSearches(of: account).first)
            let match = try await storage.matches(
                of: search.id, of: account, before: nil, limit: 1)[0]
            try await storage.setSeen(upTo: match.id, of: search.id, of: account)
            #expect(try await storage.countUnseenMatches(of: account) == 1)
            item.content = try .sample(title: "책상")
            item.content.purpose = .request
            try await storage.update(wanted, content: item.content, photos: [], at: noon + 1)
            #expect(try await storage.matched(search.id, of: account) == [desk])
            #expect(try await storage.savedSearch(desks, of: account).unseenMatches == 1)
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyEditsOthersSearches(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (owner, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let id = try await storage.keep("의자", of: owner)
            let edit = SavedSearch.Edit(name: "내 것", isQuiet: true)
            for (search, account) in [(id, other), (77, owner)] as [(SavedSearch.ID, Account.ID)] {
                await #expect(throws: StorageError.notFound) {
                    _ = try await storage.update(search, of: account, edit, at: noon)
                }
            }
            #expect(try await storage.savedSearch(id, of: owner).name == nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func searchesEditedByAnotherProcessAreWatchedAtOnce() async throws {
        try await withTwoStorages { storage, other in
            let account = try await storage.join()
            let id = try await storage.keep("의자", of: account)
            let item = try await storage.insert(.sample("책상"))
            let edit = SavedSearch.Edit(
                name: nil, isQuiet: false, filter: ItemFilter(search: SearchQuery("조명")))
            #expect(try await other.update(id, of: account, edit, at: noon) == nil)
            // This storage's writer still knows the former search.
            try await storage.update(item, content: .sample(title: "조명"), photos: [], at: noon)
            #expect(try await storage.matched(id, of: account) == [item])
        }
    }
}
