import Market
import Testing

struct DeletionStorageTests {
    /// Runs `body` with an account and a list of three tasks, 할 일 0 to 2.
    private func withTodos(
        _ backend: Backend,
        _ body: (any MarketStorage, Account.ID, TodoList.ID, [Todo.ID]) async throws -> Void
    ) async throws {
        try await backend.withList { storage, account, list in
            let todos = try await storage.makeTodos(3, in: list, of: account)
            try await body(storage, account, list, todos)
        }
    }

    @Test(arguments: Backend.allCases)
    func theTrashShowsTheNewestDeletionFirst(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let memo = try await storage.makeMemo("메모", of: account)
            let deletions = [
                try await storage.deleteTodo(todos[0], of: account, at: noon),
                try await storage.deleteMemo(memo, of: account, at: noon + 1),
                try await storage.deleteList(list, of: account, at: noon + 2),
            ]
            #expect(try await storage.deletions(of: account) == deletions.reversed())
            #expect(deletions.map(\.title) == ["할 일 0", "메모", "장보기"])
            #expect(deletions.map(\.kind) == [.todos, .memos, .lists])
        }
    }

    @Test(arguments: Backend.allCases)
    func aTodoComesBackAsItWas(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            try await storage.complete(todos[1], of: account, at: noon + 9)
            let before = try await storage.todos(in: list, of: account)
            let deletion = try await storage.deleteTodo(todos[1], of: account, at: noon)
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await storage.todos(in: list, of: account) == before)
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func restoredThingsCannotBeRestoredOrPurgedAgain(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, _ in
            let deletion = try #require(
                try await storage.deleteTodos(in: list, of: account, at: noon))
            try await storage.restore(deletion.id, of: account, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(deletion.id, of: account, at: noon)
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.purge(deletion.id, of: account)
            }
            #expect(try await storage.todos(in: list, of: account).count == 3)
        }
    }

    @Test(arguments: Backend.allCases)
    func aListComesBackWithTheTodosThatWentWithIt(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            try await storage.complete(todos[1], of: account)
            let deletion = try await storage.deleteList(list, of: account, at: noon)
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await storage.titles(in: list, of: account) == ["할 일 2", "할 일 1"])
            let completed = try await storage.completedTodos(of: account, before: nil, limit: 9)
            #expect(completed.map(\.id) == [todos[1]])
            #expect(try await storage.lists(of: account).map(\.openTodos) == [1])
            #expect(try await storage.deletions(of: account).map(\.title) == ["할 일 0"])
        }
    }

    @Test(arguments: Backend.allCases)
    func aTodoBringsItsListBack(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            _ = try await storage.deleteList(list, of: account, at: noon)
            try await storage.restore(task.id, of: account, at: noon)
            #expect(try await storage.titles(in: list, of: account) == ["할 일 2", "할 일 1", "할 일 0"])
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func aTodoBringsOneOfAllListsBack(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let other = try await storage.makeList("여행", of: account)
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let all = try #require(try await storage.deleteLists(of: account, at: noon))
            try await storage.restore(task.id, of: account, at: noon)
            #expect(try await storage.lists(of: account).map(\.id) == [list])
            let left = Deletion(id: all.id, kind: .lists, title: "여행", count: 1, date: noon)
            #expect(try await storage.deletions(of: account) == [left])
            try await storage.restore(all.id, of: account, at: noon)
            #expect(try await storage.lists(of: account).map(\.id) == [list, other])
        }
    }

    @Test(arguments: Backend.allCases)
    func allListsComeBackTogether(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, _, _ in
            _ = try await storage.makeList("여행", of: account)
            let before = try await storage.lists(of: account)
            let all = try #require(try await storage.deleteLists(of: account, at: noon))
            let kept = try await storage.makeList("새 목록", of: account)
            try await storage.restore(all.id, of: account, at: noon)
            let lists = try await storage.lists(of: account)
            #expect(Array(lists.prefix(2)) == before)
            #expect(lists.last?.id == kept)
        }
    }

    @Test(arguments: Backend.allCases)
    func aMemoComesBackAsItWas(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo(of: account, reminder: noon)
            let before = try await storage.memo(id, of: account)
            let deletion = try await storage.deleteMemo(id, of: account, at: noon)
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await storage.memo(id, of: account) == before)
        }
    }

    @Test(arguments: Backend.allCases)
    func purgedThingsAreGone(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let other = try await storage.deleteTodo(todos[1], of: account, at: noon)
            try await storage.purge(task.id, of: account)
            #expect(try await storage.deletions(of: account) == [other])
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(task.id, of: account, at: noon)
            }
            try await storage.restore(other.id, of: account, at: noon)
            #expect(try await storage.titles(in: list, of: account) == ["할 일 2", "할 일 1"])
        }
    }

    @Test(arguments: Backend.allCases)
    func aPurgedListTakesItsDeletedTodosAlong(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let whole = try await storage.deleteList(list, of: account, at: noon)
            try await storage.purge(whole.id, of: account)
            #expect(try await storage.deletions(of: account).isEmpty)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(task.id, of: account, at: noon)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func onlyOldDeletionsArePurged(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, _, todos in
            let other = try await storage.join("지수")
            let memo = try await storage.makeMemo(of: other)
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            _ = try await storage.deleteMemo(memo, of: other, at: noon)
            let young = try await storage.deleteTodo(todos[1], of: account, at: noon + 1)
            #expect(try await storage.purgeDeletions(before: noon) == 0)
            #expect(try await storage.purgeDeletions(before: noon + 1) == 2)
            #expect(try await storage.deletions(of: account) == [young])
            #expect(try await storage.deletions(of: other).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func unknownDeletionsAreNotFound(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, _, todos in
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            for id in [Deletion.ID.min, 0, 77, .max] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.restore(id, of: account, at: noon)
                }
                await #expect(throws: StorageError.notFound) {
                    try await storage.purge(id, of: account)
                }
                #expect(try await storage.deletions(of: account).count == 1)
            }
        }
    }

    // MARK: - Listings

    @Test(arguments: Backend.allCases)
    func anItemInTheTrashIsFoundByNobodyAndComesBackAsItWas(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, id) = (trade.storage, trade.item)
            _ = try await storage.insert(NewItem.sample("책상", of: trade.seller))
            try await storage.setInterest(true, of: trade.asker, in: id)
            let memo = try await storage.insert(
                MemoContent(text: "42cm", item: id), of: trade.seller, at: noon)
            let chat = try await trade.ask()
            try await storage.take(.reserve, in: chat, by: trade.ofSeller, at: noon)
            let before = try await storage.item(id)
            let list = try await storage.items(ItemQuery(limit: 9)).items.map(\.id)

            let deletion = try await storage.trash(id, of: trade.seller)
            #expect(deletion.kind == .items)
            #expect(deletion.title == before.content.title)
            #expect(deletion.item == id)
            #expect(try await storage.deletions(of: trade.seller) == [deletion])
            let uses: [() async throws -> Void] = [
                { _ = try await storage.item(id) },
                { _ = try await storage.listedItem(id) },
                { _ = try await storage.passwordHash(of: id) },
                { _ = try await storage.deleteItem(id, of: trade.seller, at: noon) },
                { try await storage.setStatus(.selling, of: id, at: noon) },
                { try await storage.takeOver(id, by: trade.asker) },
                { try await storage.setInterest(false, of: trade.asker, in: id) },
                { try await storage.update(id, content: .sample(), photos: [], at: noon) },
                { _ = try await trade.ask(by: try await storage.join("하늘")) },
            ]
            for use in uses { await #expect(throws: StorageError.itemNotFound) { try await use() } }
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == [list[0]])
            #expect(
                try await storage.items(of: trade.seller, .reserved, before: nil, limit: 9).isEmpty)
            #expect(try await storage.itemCounts(of: trade.seller) == [.offer: [.selling: 1]])
            #expect(try await storage.interests(of: trade.asker, before: nil, limit: 9).isEmpty)
            let meanwhile = try await storage.conversation(chat, of: trade.ofAsker)
            #expect(meanwhile.item == nil)
            #expect(meanwhile.itemTitle == before.content.title)
            await #expect(throws: StorageError.dealing(.itemDeleted)) {
                try await storage.take(.reserve, in: chat, by: trade.ofSeller, at: noon)
            }

            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            // The deletion has released the reservation.
            var expected = before
            expected.status = .selling
            #expect(try await storage.item(id) == expected)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == list)
            #expect(try await storage.deletions(of: trade.seller).isEmpty)
            let conversation = try await storage.conversation(chat, of: trade.ofAsker)
            #expect(conversation.item?.id == id)
            #expect(conversation.stage == .asked)
            #expect(
                try await storage.interests(of: trade.asker, before: nil, limit: 9).map(\.item.id)
                    == [id])
            #expect(try await storage.memo(memo, of: trade.seller).content.item == id)
        }
    }

    @Test(arguments: Backend.allCases)
    func anItemThatIsPurgedIsGoneWithItsPhotos(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var deletions: [Deletion.ID] = []
            for letter: Character in ["a", "b", "c"] {
                try await storage.insert(.sample(letter), at: noon)
                let id = try await storage.insert(
                    .sample(photos: [.sample(letter)], of: trade.seller))
                _ = try await trade.ask(about: id)
                deletions.append(
                    try #require(try await storage.deleteItem(id, of: trade.seller, at: noon)).id)
            }
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 0)
            try await storage.purge(deletions[0], of: trade.seller)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(deletions[0], of: trade.seller, at: noon)
            }
            #expect(try await storage.purgeDeletions(before: noon) == 0)
            #expect(try await storage.deletions(of: trade.seller).count == 2)
            #expect(try await storage.purgeDeletions(before: noon + 1) == 2)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 2)
            let chats = try await storage.conversations(of: trade.ofAsker, before: nil, limit: 9)
            #expect(chats.count == 3)
            #expect(chats.allSatisfy { $0.item == nil && !$0.itemTitle.isEmpty })
        }
    }

    @Test(arguments: Backend.allCases)
    func ownersReadTheirTrashWhole(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller))
            let before = try await storage.item(id)
            let deletion = try await storage.trash(id, of: trade.seller)
            let read = try await storage.item(in: deletion.id, of: trade.seller)
            #expect(read.content == before.content && read.photos == before.photos)
            let memo = try await storage.deleteMemo(
                storage.makeMemo(of: trade.seller), of: trade.seller, at: noon)
            for (other, account) in [
                (deletion.id, trade.asker), (memo.id, trade.seller), (77, trade.seller),
            ] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.item(in: other, of: account)
                }
            }
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await storage.item(in: deletion.id, of: trade.seller)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func photosInTheTrashAreSeenByTheirOwner(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for letter in "ab" { try await storage.insert(.sample(letter), at: noon) }
            let id = try await storage.insert(
                .sample(photos: [.sample("a"), .sample("b")], of: trade.seller))
            let other = try await storage.insert(.sample(photos: [.sample("b")], of: trade.asker))
            for _ in 1...2 {
                let deletion = try await storage.trash(id, of: trade.seller)
                for viewer: Photo.Viewer in [.anybody, .account(trade.asker), .editor(other)] {
                    #expect(try await !storage.isShown("a", to: viewer))
                }
                for viewer: Photo.Viewer in [.account(trade.seller), .operator] {
                    #expect(try await storage.isShown("a", to: viewer))
                }
                // Another item shows this photo, too.
                #expect(try await storage.isShown("b"))
                try await storage.restore(deletion.id, of: trade.seller, at: noon)
                #expect(try await storage.isShown("a"))
            }
            // A seller who deletes an item and posts it anew sends the same photo again.
            _ = try await storage.deleteItem(id, of: trade.seller, at: noon)
            try await storage.insert(.sample("a"), at: noon)
            _ = try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller))
            #expect(try await storage.isShown("a"))
        }
    }

    @Test(arguments: Backend.allCases)
    func aPhotoThatNothingElseShowsAnyMoreIsHiddenByTheUpkeep(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let photos = [Photo.ID.sample("a")]
            let id = try await storage.insert(NewItem.sample(photos: photos, of: trade.seller))
            let other = try await storage.insert(NewItem.sample(photos: photos, of: trade.asker))
            let deletion = try await storage.trash(id, of: trade.seller)
            try await storage.deleteUnusedPhotos(uploadedBefore: noon)
            // The other item still shows it.
            #expect(try await storage.isShown("a"))
            try await storage.delete(other, at: noon)
            try await storage.deleteUnusedPhotos(uploadedBefore: noon)
            #expect(try await !storage.isShown("a"))
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            #expect(try await storage.isShown("a"))
        }
    }

    @Test(arguments: Backend.allCases)
    func restoringDoesNotShowPhotosHiddenByOperators(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let ids = [
                try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller)),
                try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller)),
            ]
            let deletion = try await storage.trash(ids[0], of: trade.seller)
            try await storage.setHidden(true, ids[1], at: noon)
            try await storage.insert(.sample("a"), at: noon)
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            // The photo belongs to a visible item, and stays hidden all the same.
            #expect(try await !storage.isShown("a"))
        }
    }

    @Test(arguments: Backend.allCases)
    func theTrashGoesWithItsAccount(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller))
            _ = try await storage.deleteItem(id, of: trade.seller, at: noon)
            try await storage.deleteAccount(trade.seller, at: noon)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(id) }
        }
    }

    @Test(arguments: Backend.allCases)
    func othersAndHiddenItemsDoNotGoIntoTheTrash(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, id) = (trade.storage, trade.item)
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.deleteItem(id, of: trade.asker, at: noon)
            }
            try await storage.setHidden(true, id, at: noon)
            #expect(try await storage.deleteItem(id, of: trade.seller, at: noon) == nil)
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(id) }
            #expect(try await storage.deletions(of: trade.seller).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func suspendedAccountsRestoreNoItems(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let deletion = try await storage.trash(trade.item, of: trade.seller)
            try await storage.setSuspended(true, trade.seller, at: noon)
            await #expect(throws: StorageError.suspended) {
                try await storage.restore(deletion.id, of: trade.seller, at: noon)
            }
            #expect(try await storage.deletions(of: trade.seller) == [deletion])
            try await storage.setSuspended(false, trade.seller, at: noon)
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            #expect(try await storage.item(trade.item).seller == trade.seller)
        }
    }

    @Test(arguments: Backend.allCases)
    func theSearchOfAWantedItemGoesAlongAndComesBack(_ backend: Backend) async throws {
        try await backend.withAccount { storage, asker in
            var wanted = try NewItem.sample("의자 구해요", of: asker)
            wanted.content.purpose = .request
            let ids = [try await storage.insert(wanted), try await storage.insert(wanted)]
            let searches = try await storage.savedSearches(of: asker)
            let givenUp = try #require(searches.first { $0.post == ids[1] })
            _ = try await storage.deleteSavedSearch(givenUp.id, of: asker, at: noon)
            var deletions: [Deletion] = []
            for id in ids { deletions.append(try await storage.trash(id, of: asker)) }
            #expect(try await storage.savedSearches(of: asker).isEmpty)
            #expect(try await storage.deletions(of: asker) == deletions.reversed())
            _ = try await storage.insert(.sample("의자"))
            #expect(try await storage.countUnseenMatches(of: asker) == 0)
            for deletion in deletions {
                try await storage.restore(deletion.id, of: asker, at: noon)
            }
            #expect(try await storage.savedSearches(of: asker).map(\.post) == [ids[0]])
            #expect(try await storage.countUnseenMatches(of: asker) == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func itemsHiddenInTheTrashComeBackHidden(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller))
            try await trade.report(.item(id))
            let deletion = try await storage.trash(id, of: trade.seller)
            let open = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.person?.id) == [trade.seller])
            #expect(open.map(\.isItemHidden) == [false] && open.map(\.removal) == [.intoTrash])
            #expect(try await storage.reports(by: trade.asker, before: nil, limit: 9).count == 1)
            // Operators see the item in the trash; its seller has the list of what they deleted for that.
            let seen = try await storage.detailedItemInTrash(id, for: trade.asker, at: noon)
            #expect(seen.isInTrash && !seen.item.isHidden && seen.item.seller == trade.seller)
            #expect(seen.item.content.title == open[0].excerpt && seen.item.photos.count == 1)
            let others: [(Item.ID, Account.ID)] = [
                (id, trade.seller), (trade.item, trade.asker), (77, trade.asker),
            ]
            for (item, viewer) in others {
                await #expect(throws: StorageError.itemNotFound) {
                    try await storage.detailedItemInTrash(item, for: viewer, at: noon)
                }
            }
            for _ in 1...2 { try await storage.setHidden(true, id, because: "가짜", at: noon) }
            let hidden = try await storage.detailedItemInTrash(id, for: trade.asker, at: noon)
            #expect(hidden.item.isHidden)
            #expect(try await storage.reports(areSettled: false, before: nil, limit: 9).isEmpty)
            #expect(
                try await storage.reminders(of: trade.seller, until: noon, limit: 9).map(\.subject)
                    == [.hiding(id)])
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            let item = try await storage.item(id)
            #expect(item.isHidden && item.seller == trade.seller)
            #expect(try await storage.hidingReason(of: id) == "가짜")
            #expect(try await !storage.isShown("a"))
            try await storage.setHidden(false, id, at: noon)
            #expect(try await !storage.item(id).isHidden)
            #expect(try await storage.isShown("a"))
        }
    }

    @Test(arguments: Backend.allCases)
    func itemsShownInTheTrashComeBackAsTheyWere(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")], of: trade.seller))
            let deletion = try await storage.trash(id, of: trade.seller)
            for isHidden in [false, true, false] {
                try await storage.setHidden(isHidden, id, at: noon)
                #expect(try await !storage.isShown("a"))
                await #expect(throws: StorageError.itemNotFound) { try await storage.item(id) }
            }
            #expect(try await storage.reminders(of: trade.seller, until: noon, limit: 9).isEmpty)
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            #expect(try await !storage.item(id).isHidden)
            #expect(try await storage.isShown("a"))
        }
    }
}
