import Market
import Testing

/// An item's purpose may be changed until a dealing depends on it.
struct PurposeStorageTests {
    private func turn(
        _ id: Item.ID, _ purpose: Item.Purpose, in storage: any MarketStorage
    ) async throws {
        var content = try await storage.item(id).content
        content.purpose = purpose
        try await storage.update(id, content: content, photos: [], at: noon + 1)
    }

    @Test(arguments: Backend.all)
    func listsAndCountsFollowIt(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (first, second) = (
                try await storage.insert(NewItem.sample("원목 의자")),
                try await storage.insert(NewItem.sample("작은 의자"))
            )
            func ids(_ purpose: Item.Purpose) async throws -> [Item.ID] {
                let search = ItemFilter(purpose: purpose, search: SearchQuery("의자"))
                let found = try await storage.items(
                    ItemQuery(filter: search, order: .bestMatch, limit: 9))
                let all = try await storage.items(
                    ItemQuery(filter: ItemFilter(purpose: purpose), limit: 9))
                #expect(Set(found.items.map(\.id)) == Set(all.items.map(\.id)))
                return all.items.map(\.id)
            }
            func programs() async throws -> [Item.ID] {
                for selection in [ItemOffsetQuery.Selection.wholePrices, .matching("의자")] {
                    let page = try await storage.items(ItemOffsetQuery(limit: 9, of: selection))
                    let all = try await storage.items(ItemOffsetQuery(limit: 9))
                    #expect(page.items.map(\.id) == all.items.map(\.id) && page.count == all.count)
                }
                return try await storage.items(ItemOffsetQuery(limit: 9)).items.map(\.id)
            }
            try await turn(first, .request, in: storage)
            #expect(try await ids(.request) == [first])
            #expect(try await ids(.offer) == [second])
            #expect(try await programs() == [second])
            try await turn(first, .offer, in: storage)
            #expect(try await ids(.request) == [])
            #expect(try await ids(.offer) == [second, first])
            #expect(try await programs() == [second, first])
        }
    }

    @Test(arguments: Backend.all)
    func anItemTurnedWantedIsToldMatchingOffers(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            let other = try await storage.join("다른 이웃")
            let wanted = try await storage.insert(NewItem.sample("의자", of: asker))
            let offer = try await storage.insert(NewItem.sample("원목 의자", of: other))
            #expect(try await storage.savedSearches(of: asker).isEmpty)
            try await turn(wanted, .request, in: storage)
            let search = try #require(try await storage.savedSearches(of: asker).first)
            #expect(search.post == wanted && search.unseenMatches == 1)
            let found = try await storage.counterparts(of: storage.item(offer), for: nil, limit: 9)
            #expect(found.map(\.id) == [wanted])
            try await turn(wanted, .offer, in: storage)
            #expect(try await storage.savedSearches(of: asker).isEmpty)
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            #expect(
                try await storage.counterparts(of: storage.item(offer), for: nil, limit: 9).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aHiddenOneStaysHidden(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            let id = try await storage.insert(NewItem.sample(of: seller))
            try await storage.setHidden(true, id, at: noon)
            try await turn(id, .request, in: storage)
            #expect(try await storage.item(id).isHidden)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.isEmpty)
            try await storage.setHidden(false, id, at: noon)
            let requests = ItemQuery(filter: ItemFilter(purpose: .request), limit: 9)
            #expect(try await storage.items(requests).items.map(\.id) == [id])
            #expect(try await storage.items(ItemOffsetQuery(limit: 9)).count == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aConversationAloneDoesNotFixIt(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == nil)
            try await sale.ask(.offerPrice(20_000))
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == .offer)
            let offer = try await sale.seen().lastMessage.id
            try await sale.sell(.declineOffer(offer))
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == nil)
            try await turn(sale.item, .request, in: sale.storage)
            #expect(try await sale.seen().item?.purpose == .request)
        }
    }

    /// The market's own note about the deletion is no dealing.
    @Test(arguments: Backend.all)
    func deletingAndRestoringDoesNotFixThePurpose(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let deletion = try await sale.storage.trash(sale.item, of: sale.seller)
            #expect(try await sale.kinds().last == .note(.itemDeleted))
            try await sale.storage.restore(deletion.id, of: sale.seller, at: noon)
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == nil)
            try await turn(sale.item, .request, in: sale.storage)
        }
    }

    @Test(arguments: Backend.all)
    func anEditWithoutAPurposeLeavesIt(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(NewItem.sample())
            try await turn(id, .request, in: storage)
            let content = try ItemContent.sample(title: "책상 구해요")
            #expect(content.purpose == .offer)
            try await storage.update(
                id, ItemEdit(content, photos: [], namesPurpose: false), at: noon + 1, if: nil)
            let item = try await storage.item(id)
            #expect(item.content.purpose == .request && item.content.title == "책상 구해요")
            try await storage.update(id, ItemEdit(content, photos: []), at: noon + 2, if: nil)
            #expect(try await storage.item(id).content.purpose == .offer)
        }
    }

    @Test(arguments: Backend.all, 0..<5)
    func aDealingFixesThePurpose(_ backend: Backend, _ way: Int) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            switch way {
            case 0: try await sale.ask(.joinLine)
            case 1:
                try await sale.sell(.reserve)
                try await sale.sell(.release)
            case 2:
                try await sale.ask(.offerPrice(20_000))
                try await sale.sell(.acceptOffer(sale.seen().lastMessage.id))
            case 3: try await sale.sell(.close(at: nil))
            default: try await sale.storage.setStatus(.reserved, of: sale.item, at: noon)
            }
            #expect(try await sale.storage.fixedPurpose(of: sale.item) == .offer)
            await #expect(throws: StorageError.purposeIsFixed) {
                try await turn(sale.item, .request, in: sale.storage)
            }
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.purpose == .offer && item.dateModified == noon)
        }
    }

    @Test(arguments: Backend.all)
    func missingItemsTellNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.fixedPurpose(of: 404)
            }
        }
    }

    // MARK: - Submissions

    private func item(_ title: String, makesAnother: Bool = false) throws -> NewItem {
        var item = try NewItem.sample(title)
        item.submission = Submission(form: "form", content: title, makesAnother: makesAnother)
        return item
    }

    @Test(arguments: Backend.all)
    func aFormMakesAnotherItemOnlyWhenThatIsMeant(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let first = try await storage.insert(item("의자"))
            await #expect(throws: StorageError.postedBefore(first)) {
                try await storage.insert(item("책상"))
            }
            let second = try await storage.insert(item("책상", makesAnother: true))
            #expect(try await storage.insert(item("책상", makesAnother: true)) == second)
            #expect(try await storage.insert(item("의자")) == first)
            for form in ["for", "forms", "FORM", "form/"] {
                var other = try item("책상")
                other.submission?.form = form
                #expect(try await storage.insert(other) > second)
            }
            try await storage.delete(first, at: noon)
            try await storage.delete(second, at: noon)
            #expect(try await storage.insert(item("탁자")) > second)
        }
    }

    @Test(arguments: Backend.all)
    func ofTwoAtOnceOneIsMade(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let made = try await atOnce(20) { try? await storage.insert(item("의자 \($0)")) }
                .compactMap(\.self)
            #expect(made.count == 1)
            let listed = try await storage.items(ItemQuery(limit: 9)).items
            #expect(listed.map(\.id) == made)
        }
    }
}
