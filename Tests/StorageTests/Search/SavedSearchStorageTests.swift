import Market
import Testing

/// Which searches accounts save, and which of their matches they have seen.
struct SavedSearchStorageTests {
    @Test(arguments: Backend.all)
    func everyConditionComesBack(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let filters = [
                ItemFilter(category: .games), ItemFilter(isFree: true),
                ItemFilter(minimumPrice: 0, maximumPrice: 50_000), ItemFilter(minimumPrice: 7),
                ItemFilter(maximumPrice: Price.largestAmount, currency: .hkd),
                ItemFilter(minimumPrice: 7, currency: .usd),
                ItemFilter(
                    category: .furniture, isFree: true, maximumPrice: 9,
                    search: SearchQuery("  원목 의자 'ㅇㅈ\" ")),
            ]
            var ids: [SavedSearch.ID] = []
            for (number, filter) in filters.enumerated() {
                ids.append(
                    try await storage.insert(filter, of: account, at: noon + Int64(number)))
            }
            let kept = try await storage.savedSearches(of: account)
            // Saved searches leave out sold items.
            let unsold = filters.map { filter in
                var filter = filter
                filter.status = .unsold
                return filter
            }
            #expect(kept.map(\.filter) == unsold.reversed())
            #expect(kept.map(\.id) == ids.reversed())
            #expect(kept.map(\.dateCreated.seconds) == (0...6).reversed().map { noon.seconds + $0 })
            #expect(kept.allSatisfy { $0.unseenMatches == 0 })
            #expect(try await storage.savedSearch(ids[1], of: account) == kept[5])
        }
    }

    @Test(arguments: Backend.all)
    func severalNeighbourhoodsAreOneSearchHoweverTheyWereChosen(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.setPlaces(.parsed((1...12).map { "\($0)동" }.joined(separator: "\n")))
            let all = try await storage.places().entries.map(\.neighbourhood)
            func keep(_ chosen: Neighbourhoods) async throws -> SavedSearch.ID {
                try await storage.insert(
                    ItemFilter(neighbourhoods: chosen), of: account, at: noon)
            }
            let several = try await keep([all[10], all[1], all[8]])
            #expect(try await keep([all[1], all[8], all[10], all[8]]) == several)
            let others = [
                try await keep([all[1]]), try await keep([all[1], all[8]]),
                try await keep([all[8], all[10]]), try await keep(Neighbourhoods(all)),
            ]
            #expect(Set(others + [several]).count == 5)
            let filter = try await storage.savedSearch(several, of: account).filter
            #expect(filter.neighbourhoods.map(\.name) == ["2동", "9동", "11동"])
            let found = try await storage.savedSearch(for: filter, of: account)
            #expect(found == several)
            #expect(
                try await storage.savedSearch(others[3], of: account).filter.neighbourhoods
                    == Neighbourhoods(all))
        }
    }

    @Test(arguments: Backend.all)
    func itemsInAnyOfSeveralNeighbourhoodsAreTold(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.setPlaces(.parsed("망원동\n합정동\n연남동"))
            let all = try await storage.places().entries.map(\.neighbourhood)
            let search = try await storage.insert(
                ItemFilter(neighbourhoods: [all[0], all[2]]), of: account, at: noon)
            var posted: [Item.ID] = []
            for place in all.map({ Place($0) }) + [nil] {
                var item = try NewItem.sample("의자")
                item.content.place = place
                posted.append(try await storage.insert(item))
            }
            #expect(try await storage.matched(search, of: account) == [posted[2], posted[0]])
            #expect(try await storage.countUnseenMatches(of: account) == 2)
            // One edit moves an item out of the neighbourhoods, and another moves one in.
            var content = try ItemContent.sample(title: "의자")
            content.place = Place(all[1])
            try await storage.update(posted[2], content: content, photos: [], at: noon)
            content.place = Place(all[2])
            try await storage.update(posted[1], content: content, photos: [], at: noon)
            #expect(try await storage.matched(search, of: account) == [posted[1], posted[0]])
        }
    }

    @Test(arguments: Backend.all)
    func theSaleStatusIsNotSaved(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.insert(
                ItemFilter(category: .games, status: .only(.sold)), of: account, at: noon)
            #expect(
                try await storage.savedSearch(id, of: account).filter
                    == ItemFilter(category: .games, status: .unsold))
        }
    }

    @Test(arguments: Backend.all)
    func theSameSearchIsKeptOnceByEachAccount(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (one, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let id = try await storage.keep("의자", of: one)
            #expect(try await storage.keep(" 의자 ", of: one) == id)
            let others = try await storage.keep("의자", of: other)
            #expect(others != id)
            #expect(try await storage.savedSearches(of: one).map(\.id) == [id])
            _ = try await storage.deleteSavedSearch(id, of: one, at: noon)
            #expect(try await storage.savedSearches(of: other).map(\.id) == [others])
        }
    }

    @Test(arguments: Backend.all)
    func searchesAreLimited(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for number in 1...Limits.savedSearches {
                _ = try await storage.keep("의자\(number)", of: account)
            }
            await #expect(throws: StorageError.limitReached(most: Limits.savedSearches)) {
                _ = try await storage.keep("책상", of: account)
            }
            // A search that is saved already takes no more room.
            let kept = try await storage.savedSearches(of: account)
            #expect(try await storage.keep("의자1", of: account) == kept.last?.id)
            _ = try await storage.deleteSavedSearch(kept[0].id, of: account, at: noon)
            _ = try await storage.keep("책상", of: account)
            #expect(
                try await storage.savedSearches(of: account).count == Limits.savedSearches)
        }
    }

    @Test(arguments: Backend.all)
    func othersSearchesAreNotThere(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (owner, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let id = try await storage.keep("의자", of: owner)
            _ = try await storage.insert(.sample())
            for (account, id) in [(other, id), (owner, 77), (77, id)]
                as [(Account.ID, SavedSearch.ID)]
            {
                await #expect(throws: StorageError.notFound) {
                    try await storage.savedSearch(id, of: account)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.matches(of: id, of: account, before: nil, limit: 9)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.setSeen(upTo: 1, of: id, of: account)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.deleteSavedSearch(id, of: account, at: noon)
                }
            }
            #expect(try await storage.savedSearches(of: other).isEmpty)
            #expect(try await storage.countUnseenMatches(of: other) == 0)
            #expect(try await storage.countUnseenMatches(of: owner) == 1)
            await #expect(throws: StorageError.notFound) {
                _ = try await storage.keep("의자", of: 77)
            }
        }
    }

    @Test(arguments: Backend.all)
    func matchesArePagedLastFirst(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let items = try await storage.insertMany(5)
            var seen: [Item.ID] = []
            var page = try await storage.matches(of: id, of: account, before: nil, limit: 2)
            while let last = page.last {
                seen += page.map(\.item.id)
                page = try await storage.matches(of: id, of: account, before: last.id, limit: 2)
            }
            #expect(seen == items.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func seenMatchesAreNotCounted(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            func counts() async throws -> [Int] {
                [
                    try await storage.countUnseenMatches(of: account),
                    try await storage.savedSearch(id, of: account).unseenMatches,
                ]
            }
            _ = try await storage.insertMany(3)
            #expect(try await counts() == [3, 3])
            let matches = try await storage.matches(of: id, of: account, before: nil, limit: 9)
            for _ in 1...2 {
                try await storage.setSeen(upTo: matches[1].id, of: id, of: account)
                #expect(try await counts() == [1, 1])
            }
            try await storage.setSeen(upTo: matches[0].id, of: id, of: account)
            try await storage.setSeen(upTo: matches[2].id, of: id, of: account)
            #expect(try await counts() == [0, 0])
            #expect(
                try await storage.matches(of: id, of: account, before: nil, limit: 9) == matches)
        }
    }

    @Test(arguments: Backend.all)
    func unseenOnesAreCountedToALimit(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            try await storage.insertTogether(Limits.countedMatches + 20)
            let most = Limits.countedMatches
            #expect(try await storage.countUnseenMatches(of: account) == most)
            #expect(try await storage.savedSearch(id, of: account).unseenMatches == most)
        }
    }

    @Test(arguments: Backend.all)
    func oldMatchesArePurged(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let items = try await storage.insertMany(2)
            try await storage.update(
                items[0], content: .sample(title: "책상"), photos: [], at: noon)
            let late = try await storage.insert(.sample())
            try await storage.update(
                late, content: .sample(title: "새 의자"), photos: [], at: noon + 60)
            #expect(try await storage.purgeMatches(before: noon) == 0)
            // One of the three no longer matches.
            #expect(try await storage.countUnseenMatches(of: account) == 2)
            #expect(try await storage.purgeMatches(before: noon + 1) == 3)
            #expect(try await storage.matches(of: id, of: account, before: nil, limit: 9).isEmpty)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            _ = try await storage.insert(.sample())
            #expect(try await storage.countUnseenMatches(of: account) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedSearchComesBackWithWhatItHas(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            let before = try await storage.insertMany(2)
            let deletion = try await storage.deleteSavedSearch(id, of: account, at: noon + 5)
            #expect(deletion.kind == .searches && deletion.title == "의자" && deletion.count == 1)
            #expect(try await storage.deletions(of: account) == [deletion])
            #expect(try await storage.savedSearches(of: account).isEmpty)
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            let after = try await storage.insert(.sample())
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await storage.deletions(of: account).isEmpty)
            #expect(try await storage.matched(id, of: account) == [after] + before.reversed())
            #expect(try await storage.countUnseenMatches(of: account) == 3)
            _ = try await storage.insert(.sample())
            #expect(try await storage.countUnseenMatches(of: account) == 4)
        }
    }

    @Test(arguments: Backend.all)
    func aSearchSavedAgainLeavesTheTrashAndBeginsAnew(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.keep("의자", of: account)
            _ = try await storage.insertMany(2)
            let deletion = try await storage.deleteSavedSearch(id, of: account, at: noon)
            let again = try await storage.keep("의자", of: account)
            #expect(again != id)
            #expect(try await storage.deletions(of: account).isEmpty)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(deletion.id, of: account, at: noon)
            }
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            let item = try await storage.insert(.sample())
            #expect(try await storage.matched(again, of: account) == [item])
        }
    }

    @Test(arguments: Backend.all)
    func withoutRoomASearchStaysInTheTrash(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let deletion = try await storage.deleteSavedSearch(
                try await storage.keep("의자", of: account), of: account, at: noon)
            for number in 1...Limits.savedSearches {
                _ = try await storage.keep("책상\(number)", of: account)
            }
            await #expect(throws: StorageError.limitReached(most: Limits.savedSearches)) {
                try await storage.restore(deletion.id, of: account, at: noon)
            }
            #expect(try await storage.deletions(of: account) == [deletion])
            _ = try await storage.insert(.sample())
            #expect(try await storage.countUnseenMatches(of: account) == 0)
            try await storage.purge(deletion.id, of: account)
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func anAccountTakesItsSearchesAlong(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let id = try await storage.keep("의자", of: account)
            let others = try await storage.keep("의자", of: other)
            _ = try await storage.insert(.sample())
            try await storage.deleteAccount(account, at: noon)
            #expect(try await storage.savedSearches(of: account).isEmpty)
            await #expect(throws: StorageError.notFound) {
                try await storage.savedSearch(id, of: account)
            }
            #expect(try await storage.savedSearch(others, of: other).unseenMatches == 1)
        }
    }
}

extension SavedSearchStorage {
    func keep(_ text: String, of account: Account.ID) async throws -> SavedSearch.ID {
        try await insert(ItemFilter(search: SearchQuery(text)), of: account, at: noon)
    }

    /// The items that have matched a search, last first.
    func matched(_ id: SavedSearch.ID, of account: Account.ID) async throws -> [Item.ID] {
        try await matches(of: id, of: account, before: nil, limit: 10_000).map(\.item.id)
    }
}
