import Fixtures
import Market
import Storage
import Testing

struct SellingStorageTests {
    private let day = Item.pullUpWait

    @Test(arguments: Backend.all)
    func anAccountsItemNeedsNoPassword(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            let id = try await storage.insert(.sample(of: seller))
            let item = try await storage.item(id)
            #expect(item.seller == seller)
            await #expect(throws: StorageError.noPassword) {
                try await storage.passwordHash(of: id)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aGuestsItemHasNoSeller(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let item = try await storage.item(try await storage.insert(.sample()))
            #expect(item.seller == nil)
            #expect(item.datePulledUp == nil)
        }
    }

    @Test(arguments: Backend.all)
    func unreadQuestionsAboutGuestItemsAreCounted(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = (
                try await storage.insert(.sample("가")), try await storage.insert(.sample("나"))
            )
            func unread() async throws -> [Item.ID: Int] {
                let items = try await storage.guestItems([second, trade.item, 404, first])
                #expect(items.allSatisfy { $0.passwordHash == "$argon2id$hash" })
                // They come in the order in which they are named.
                let ids = items.map(\.id)
                #expect(ids == [second, first].filter { ids.contains($0) })
                return Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.unreadMessages) })
            }
            #expect(try await unread() == [second: 0, first: 0])
            let id = try await trade.ask("아직 있나요?", about: first)
            try await trade.write("깎아주실 수 있나요?", in: id, by: trade.ofAsker)
            #expect(try await unread() == [second: 0, first: 2])
            let poster = Conversation.Reader.guest(first)
            try await trade.write("네, 있어요.", in: id, by: poster)
            let last = try await storage.conversation(id, of: poster).lastMessage.id
            try await storage.setRead(upTo: last, in: id, by: poster)
            #expect(try await unread() == [second: 0, first: 0])
            // Hidden items are left out, and so are items that an account has taken over.
            try await storage.setHidden(true, second, at: noon)
            #expect(try await unread() == [first: 0])
            try await storage.takeOver(first, by: trade.seller)
            #expect(try await unread().isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theNewestQuestionAboutAGuestsItemIsNoAnswer(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample("가"))
            let silent = try await storage.insert(.sample("나"))
            func newest() async throws -> [Item.ID: ChatMessage.ID] {
                try await storage.newestQuestions(about: [silent, trade.item, 404, item])
            }
            #expect(try await newest().isEmpty)
            #expect(try await storage.newestQuestions(about: []).isEmpty)
            let first = try await trade.ask(about: item)
            let other = try await trade.ask(about: item, by: storage.join("늦은 이웃"))
            let question = try await trade.write("얼마예요?", in: first, by: trade.ofAsker)
            #expect(try await newest() == [item: question])
            try await trade.write("네, 있어요.", in: other, by: .guest(item))
            #expect(try await newest() == [item: question])
            // Members are told of theirs elsewhere.
            _ = try await trade.ask()
            #expect(try await newest() == [item: question])
        }
    }

    @Test(arguments: Backend.all)
    func anItemOfAnUnknownAccountIsNotStored(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            await #expect(throws: StorageError.notFound) {
                try await storage.insert(.sample(of: 77))
            }
            let items = try await storage.items(ItemQuery(limit: 9)).items
            #expect(items.isEmpty)
        }
    }

    @Test(arguments: Backend.all, Item.Status.allCases)
    func aStatusIsSetAndNothingElse(_ backend: Backend, _ status: Item.Status) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            var expected = try await storage.item(id)
            expected.status = status
            try await storage.setStatus(status, of: id, at: noon)
            #expect(try await storage.item(id) == expected)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.first?.status == status)
        }
    }

    @Test(arguments: Backend.all)
    func aPulledUpItemIsTheNewest(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(4)
            var expected = try await storage.item(ids[1])
            expected.datePulledUp = noon + day
            try await storage.pullUp(ids[1], at: noon + day)
            let order = try await storage.items(ItemQuery(limit: 9)).items.map(\.id)
            #expect(order == [ids[1], ids[3], ids[2], ids[0]])
            #expect(try await storage.item(ids[1]) == expected)
            let next = try await storage.insert(.sample())
            #expect(next > ids[3])
            #expect(try await storage.items(ItemQuery(limit: 1)).items.map(\.id) == [next])
        }
    }

    @Test(arguments: Backend.all)
    func aPulledUpItemKeepsWhatBelongsToIt(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let account = try await storage.join()
            let id = try await storage.insert(.sample(photos: [.sample("a")], of: account))
            let content = MemoContent(text: "42cm", item: id)
            let memo = try await storage.insert(content, of: account, at: noon)
            let other = try await storage.join("지수")
            try await storage.setInterest(true, of: other, in: id)
            try await storage.pullUp(id, at: noon + day)
            #expect(try await storage.item(id).photos.map(\.id) == [.sample("a")])
            #expect(try await storage.memo(memo, of: account).content == content)
            let interest = try await storage.interests(of: other, before: nil, limit: 9).first
            let top = try await storage.items(ItemQuery(limit: 1)).items.first
            #expect(interest?.item == top)
            #expect(top?.photo == .sample("a"))
        }
    }

    @Test(arguments: Backend.all)
    func anItemIsNotPulledUpTooSoon(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(2)
            func expectRefusal(at moment: Timestamp, until earliest: Timestamp) async throws {
                let before = try await storage.items(ItemQuery(limit: 9))
                await #expect(throws: StorageError.tooSoon(until: earliest)) {
                    try await storage.pullUp(ids[0], at: moment)
                }
                #expect(try await storage.items(ItemQuery(limit: 9)) == before)
            }
            try await expectRefusal(at: noon + (day - 1), until: noon + day)
            try await storage.pullUp(ids[0], at: noon + day)
            try await expectRefusal(at: noon + day, until: noon + 2 * day)
            try await expectRefusal(at: noon + (2 * day - 1), until: noon + 2 * day)
            try await storage.pullUp(ids[0], at: noon + 2 * day)
        }
    }

    @Test(arguments: Backend.all)
    func possibleBuyersAreFoundReservedOnesFirst(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 4, askers: 6) { sale in
            let (storage, ids) = (sale.storage, sale.conversations)
            func found(_ limit: Int = 9, by seller: Account.ID? = nil) async throws
                -> [Conversation.ID]
            {
                try await storage.conversationsToClose(
                    about: sale.item, by: .account(seller ?? sale.seller), limit: limit
                ).map(\.id)
            }
            #expect(try await found() == ids.reversed())
            for number in [1, 3] { try await sale.sell(.reserve, to: number) }
            try await storage.write("저 먼저요", in: ids[0], by: .account(sale.askers[0]))
            #expect(try await found() == [3, 1, 0, 5, 4, 2].map { ids[$0] })
            #expect(try await found(1) == [ids[3]])
            #expect(try await found(3) == [3, 1, 0].map { ids[$0] })
            #expect(try await found(-1).isEmpty)
            // Askers who are suspended or have blocked the seller are left out, but those with a
            // reservation stay, for it can be released.
            for number in [1, 4] {
                try await storage.setSuspended(true, sale.askers[number], at: noon)
            }
            try await storage.setBlocked(true, sale.seller, by: sale.askers[5], at: noon)
            #expect(try await found() == [3, 1, 0, 2].map { ids[$0] })
            let open = try await storage.conversationsToReserve(
                about: sale.item, by: sale.ofSeller, limit: 1)
            #expect(open.map(\.id) == [ids[0]])
            try await storage.setSuspended(true, sale.seller, at: noon)
            #expect(try await found() == [3, 1].map { ids[$0] })
            for person in [sale.seller, sale.askers[1], sale.askers[4]] {
                try await storage.setSuspended(false, person, at: noon)
            }
            try await storage.setBlocked(false, sale.seller, by: sale.askers[5], at: noon)
            // The buyer, and askers who have left, are left out.
            try await sale.sell(.close(at: nil), to: 3)
            try await storage.deleteAccount(sale.askers[1], at: noon)
            try await storage.deleteAccount(sale.askers[5], at: noon)
            #expect(try await found() == [0, 4, 2].map { ids[$0] })
            #expect(try await found(by: sale.askers[0]).isEmpty)
            _ = try await storage.deleteItem(sale.item, of: sale.seller, at: noon)
            #expect(try await found().isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func soldItemsAreNotPulledUp(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(2)
            try await storage.setStatus(.sold, of: ids[0], at: noon)
            let before = try await storage.items(ItemQuery(limit: 9))
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.pullUp(ids[0], at: noon + day)
            }
            #expect(try await storage.items(ItemQuery(limit: 9)) == before)
        }
    }

    @Test(arguments: Backend.all)
    func oneOfFiftyPullUpsAtOnceIsTaken(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            let now = noon + day
            let taken = try await atOnce(50) { _ in
                (try? await storage.pullUp(id, at: now)) != nil
            }
            #expect(taken.count { $0 } == 1)
        }
    }

    @Test(arguments: Backend.all)
    func pagesGoByPositionAndLoseNoItem(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(9)
            for id in [ids[0], ids[4], ids[0]] {
                let earliest = try await storage.item(id).mayBePulledUp
                try await storage.pullUp(id, at: earliest)
            }
            var seen: [ItemSummary] = []
            var page = try await storage.items(ItemQuery(limit: 4))
            seen += page.items
            while let last = page.next {
                page = try await storage.items(ItemQuery(position: .following(last), limit: 4))
                seen += page.items
            }
            let order = [0, 4, 8, 7, 6, 5, 3, 2, 1].map { ids[$0] }
            #expect(seen.map(\.id) == order)
            let after = ItemQuery(position: .preceding(ItemKey(seen[4].position)), limit: 3)
            #expect(try await storage.items(after).items.map(\.id) == Array(order[1...3]))
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedTopNeverGivesItsPositionAway(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(2)
            try await storage.pullUp(ids[0], at: noon + day)
            let top = try #require(try await storage.items(ItemQuery(limit: 1)).items.first)
            try await storage.delete(top.id, at: noon)
            let new = try await storage.insert(.sample())
            let newTop = try await storage.items(ItemQuery(limit: 1)).items.first
            #expect(newTop?.id == new)
            #expect(newTop.map { $0.position > top.position } == true)
        }
    }

    @Test(arguments: Backend.all)
    func aGuestsItemIsTakenOverOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let id = try await storage.insert(.sample(key: "k"))
            var expected = try await storage.item(id)
            expected.seller = account
            try await storage.takeOver(id, by: account)
            for late in [other, account] {
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.takeOver(id, by: late)
                }
            }
            #expect(try await storage.item(id) == expected)
            await #expect(throws: StorageError.noPassword) {
                try await storage.passwordHash(of: id)
            }
            #expect(try await storage.insert(.sample(key: "k")) == id)
        }
    }

    /// Changes authorised by the item's password that arrive after an account has taken the item over.
    @Test(arguments: Backend.all)
    func anItemTakenOverMeanwhileStaysAsItIs(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.insert(.sample())
            try await storage.takeOver(id, by: account)
            let item = try await storage.item(id)
            let late: [(any MarketStorage) async throws -> Void] = [
                { try await $0.setStatus(.sold, of: id, at: noon, if: .belongs(to: nil)) },
                { _ = try await $0.sell(id, leaving: 0, at: noon, if: .belongs(to: nil)) },
                { try await $0.pullUp(id, at: noon + day, if: .belongs(to: nil)) },
            ]
            for write in late {
                await #expect(throws: StorageError.changedMeanwhile) { try await write(storage) }
            }
            #expect(try await storage.item(id) == item)
            try await storage.pullUp(id, at: noon + day, if: .belongs(to: account))
            try await storage.setStatus(.sold, of: id, at: noon, if: .belongs(to: account))
            #expect(try await storage.item(id).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func anUnknownAccountTakesNothingOver(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.sample())
            await #expect(throws: StorageError.notFound) { try await storage.takeOver(id, by: 77) }
            #expect(try await storage.passwordHash(of: id) == "$argon2id$hash")
        }
    }

    @Test(arguments: Backend.all)
    func unknownItemsAreNotFound(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            _ = try await storage.insert(.sample())
            for id in [Item.ID.min, 0, 77, .max] {
                let operations: [(any MarketStorage) async throws -> Void] = [
                    { try await $0.setStatus(.sold, of: id, at: noon) },
                    { try await $0.pullUp(id, at: noon + 99 * 86_400) },
                    { try await $0.takeOver(id, by: account) },
                ]
                for operation in operations {
                    await #expect(throws: StorageError.itemNotFound) {
                        try await operation(storage)
                    }
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func ownItemsArePagedByStatus(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (seller, other) = (try await storage.join("민지"), try await storage.join("지수"))
            var own: [Item.ID] = []
            for _ in 0..<5 {
                own.append(try await storage.insert(.sample(of: seller)))
                _ = try await storage.insert(.sample(of: other))
                _ = try await storage.insert(.sample())
            }
            try await storage.setStatus(.sold, of: own[2], at: noon)
            try await storage.pullUp(own[1], at: noon + day)
            let seen = try await allPages { (last: ItemSummary?) in
                try await storage.items(of: seller, .selling, before: last?.position, limit: 2)
            }
            #expect(seen.map(\.id) == [own[1], own[4], own[3], own[0]])
            let sold = try await storage.items(of: seller, .sold, before: nil, limit: 9)
            #expect(sold.map(\.id) == [own[2]])
            #expect(try await storage.items(of: seller, .sold, before: nil, limit: 0).isEmpty)
            #expect(try await storage.itemCounts(of: seller) == [.offer: [.selling: 4, .sold: 1]])
            #expect(try await storage.itemCounts(of: 77).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedAccountTakesItsItemsAlong(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let (seller, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let own = try await storage.insert(.sample(photos: [.sample("a")], of: seller))
            let kept = try await storage.insert(.sample())
            try await storage.setInterest(true, of: other, in: own)
            let memo = try await storage.insert(
                MemoContent(text: "물어보기", item: own), of: other, at: noon)
            try await storage.deleteAccount(seller, at: noon)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == [kept])
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(own) }
            #expect(try await storage.interests(of: other, before: nil, limit: 9).isEmpty)
            #expect(try await storage.memo(memo, of: other).content.item == nil)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
        }
    }

    /// The few items shown beside each item of a seller are cached; whole pages of a seller's items
    /// are not.
    @Test(arguments: Backend.all)
    func sellersItemsOnSaleStayRightWhateverIsDone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var random = SplitMix64()
            var (sellers, items, most) = ([Account.ID](), [Item.ID](), 0)
            for number in 1...3 { sellers.append(try await storage.join("이웃 \(number)")) }
            for number in 1...SplitMix64.rounds(usually: 300) {
                let seller = sellers.randomElement(using: &random) ?? 0
                let item = items.randomElement(using: &random) ?? 0
                let now = noon + Int64(number) * day
                // Steps that an item does not allow change nothing.
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3:
                    let isGuests = Bool.random(using: &random)
                    items.append(
                        try await storage.insert(
                            .sample("의자 \(number)", of: isGuests ? nil : seller)))
                case 4:
                    try? await storage.update(
                        item, content: .sample(title: "책상 \(number)"), photos: [], at: now)
                case 5:
                    let status = Item.Status.allCases.randomElement(using: &random) ?? .sold
                    try? await storage.setStatus(status, of: item, at: noon)
                case 6:
                    let isHidden = Bool.random(using: &random)
                    try? await storage.setHidden(isHidden, item, at: now)
                case 7: try? await storage.pullUp(item, at: now)
                case 8: try? await storage.takeOver(item, by: seller)
                default: try? await storage.delete(item, at: noon)
                }
                for seller in sellers {
                    let all = try await storage.openItems(
                        of: seller, for: nil, before: nil, limit: 999)
                    most = max(most, all.count)
                    for limit in [7, 2, 9, -1] {
                        let some = try await storage.openItems(
                            of: seller, for: nil, before: nil, limit: limit)
                        #expect(some == Array(all.prefix(max(limit, 0))))
                    }
                }
            }
            #expect(most > 9)
            try await storage.deleteAccount(sellers[0], at: noon)
            let left = try await storage.openItems(of: sellers[0], for: nil, before: nil, limit: 7)
            #expect(left.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func anotherProcessesItemsAreSoonOnSale() async throws {
        try await withMarketFile { path in
            let (storage, other) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
            let seller = try await storage.join()
            func onSale() async throws -> [Item.ID] {
                try await storage.openItems(of: seller, for: nil, before: nil, limit: 7)
                    .map(\.id)
            }
            #expect(try await onSale().isEmpty)
            let id = try await other.insert(.sample(of: seller))
            while try await onSale() != [id] { await Task.yield() }
        }
    }
}
