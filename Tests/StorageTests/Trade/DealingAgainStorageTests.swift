import Market
import Testing

/// Two people who have closed a deal, and deal about the same item again.
struct DealingAgainStorageTests {
    private static let good = ReviewContent(rating: .good)

    /// Runs `body` after the first asker has taken two pieces out of three, a minute apart.
    private func closedTwice(
        _ backend: Backend, _ body: (Sale, [ChatMessage.ID]) async throws -> Void
    ) async throws {
        try await Sale.over(backend, stock: 3, askers: 2) { sale in
            try await sale.sell(.close(at: 1_000))
            try await sale.ask(.dealAgain, after: 30)
            try await sale.sell(.reserve, after: 40)
            try await sale.sell(.close(at: 2_000), after: 60)
            let closings = try await sale.seen().closings
            #expect(closings.map(\.date) == [noon + 60, noon])
            try await body(sale, closings.reversed().map(\.id))
        }
    }

    @Test(arguments: Backend.all)
    func eachIsADealingAndAPurchaseOfItsOwn(_ backend: Backend) async throws {
        try await closedTwice(backend) { sale, _ in
            #expect(try await sale.storage.item(sale.item).content.stock == 1)
            let bought = try await sale.storage.deals(
                .purchase, of: sale.askers[0], before: nil, limit: 9)
            #expect(bought.map(\.price?.amount) == [2_000, 1_000])
            #expect(bought.map(\.date) == [noon + 60, noon])
            #expect(
                bought.map { $0.dealing.closing == $0.dealing.conversation.closing } == [
                    true, false,
                ])
            for account in [sale.seller, sale.askers[0]] {
                // Of several dealings on one day, one counts.
                #expect(try await sale.storage.facts(of: account, at: noon).dealings == 1)
            }
            let other = try await sale.storage.insert(NewItem.sample("책상", of: sale.seller))
            let next = try await sale.storage.ask(about: other, by: sale.askers[0])
            let earlier = try await sale.storage.dealings(besides: next, of: sale.ofSeller)
            #expect(earlier?.count == 2 && earlier?.last == sale.conversations[0])
        }
    }

    @Test(arguments: Backend.all)
    func eachIsReviewedOnItsOwn(_ backend: Backend) async throws {
        try await closedTwice(backend) { sale, closings in
            let (storage, id) = (sale.storage, sale.conversations[0])
            let asker = Conversation.Reader.account(sale.askers[0])
            let bad = ReviewContent(rating: .bad, text: "늦었어요")
            try await storage.insert(bad, in: id, about: closings[0], by: asker, at: noon + 90)
            let open = try await storage.dealingsToReview(
                by: sale.askers[0], at: noon + 90, limit: 9)
            #expect(open.map(\.id) == [closings[1]])
            let sellers = try await storage.dealingsToReview(
                by: sale.seller, at: noon + 90, limit: 9)
            #expect(sellers.map(\.id) == closings.reversed())
            await #expect(throws: StorageError.dealing(.reviewed)) {
                try await storage.insert(
                    Self.good, in: id, about: closings[0], by: asker, at: noon + 90)
            }
            // A review of the other dealing does not open this one.
            try await storage.insert(
                Self.good, in: id, about: closings[1], by: sale.ofSeller, at: noon + 90)
            let sealed = try await storage.reviews(
                in: id, about: closings[0], of: sale.ofSeller, at: noon + 90)
            #expect(sealed == DealingReviews())
            try await storage.insert(
                Self.good, in: id, about: closings[0], by: sale.ofSeller, at: noon + 95)
            let opened = try await storage.reviews(
                in: id, about: closings[0], of: sale.ofSeller, at: noon + 95)
            #expect(opened.others?.content == bad)
            #expect(try await storage.reviews(in: id, of: asker, at: noon + 95).others == nil)
            try await storage.answerReview(
                "미안해요", in: id, about: closings[0], by: sale.ofSeller, at: noon + 95)
            await #expect(throws: StorageError.notFound) {
                try await storage.answerReview("네", in: id, by: asker, at: noon + 95)
            }
        }
    }

    @Test(arguments: Backend.all)
    func onlyOneDealingAndRatingOfEachADayCounts(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 9, askers: 2) { sale in
            let (storage, day) = (sale.storage, PersonFacts.period(of: noon))
            // Three dealings on one day, up to its last second, and one on the next.
            let moments = [noon, noon + 60, day.upperBound + -1, day.upperBound]
            for moment in moments {
                let seconds = moment.since(noon)
                if moment != noon { try await sale.ask(.dealAgain, after: seconds) }
                try await sale.sell(.close(at: nil), after: seconds)
                let closing = try await sale.seen().closing?.id
                for reader in [sale.ofSeller, .account(sale.askers[0])] {
                    try await storage.insert(
                        Self.good, in: sale.conversations[0], about: closing, by: reader,
                        at: moment)
                }
            }
            // A dealing with another person counts by itself.
            try await sale.sell(.close(at: nil), to: 1)
            let end = day.upperBound
            for (account, dealings) in [(sale.askers[0], 2), (sale.seller, 3)] {
                #expect(try await storage.facts(of: account, at: end).dealings == dealings)
                let counts = try await storage.reviewCounts(of: account, at: end)
                #expect(counts.ratings == [.good: 2])
            }
            // All reviews stay listed.
            let told = try await storage.reviews(of: sale.seller, before: nil, limit: 9, at: end)
            #expect(told.count == 4)
        }
    }

    @Test(arguments: Backend.all)
    func aPriceStaysWithItsDealingWhateverIsTakenBack(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 1) { sale in
            func agree(on amount: Int64, after seconds: Int64) async throws {
                try await sale.ask(.offerPrice(amount), after: seconds)
                try await sale.sell(.acceptOffer(sale.seen().lastMessage.id), after: seconds)
            }
            try await agree(on: 15_000, after: 0)
            try await sale.sell(.close(at: 15_000))
            #expect(try await sale.seen().agreed?.amount == 15_000)
            try await sale.ask(.dealAgain, after: 10)
            try await sale.sell(.close(at: 20_000), after: 20)
            // The second dealing has no agreed price, though it is closed.
            #expect(try await sale.seen().agreed == nil)
            try await sale.ask(.dealAgain, after: 30)
            for closing in try await sale.seen().closings {
                try await sale.sell(.reopenClosing(closing.id), after: 40)
            }
            let seen = try await sale.seen()
            #expect(seen.closings.isEmpty && seen.agreed == nil)
            try await agree(on: 18_000, after: 50)
            try await sale.sell(.close(at: 18_000), after: 60)
            #expect(try await sale.seen().agreed?.amount == 18_000)
        }
    }

    @Test(arguments: Backend.all)
    func eachClosingIsFoundByItsNumber(_ backend: Backend) async throws {
        try await closedTwice(backend) { sale, closings in
            let (storage, id) = (sale.storage, sale.conversations[0])
            for closing in closings {
                let found = try await storage.closing(closing, in: id, of: sale.ofSeller)
                #expect(found?.id == closing)
            }
            try await sale.sell(.reopenClosing(closings[0]), after: 90)
            for gone: ChatMessage.ID in [closings[0], 0, -1, .max] {
                let found = try await storage.closing(gone, in: id, of: sale.ofSeller)
                #expect(found == nil)
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.closing(closings[1], in: id, of: .account(sale.askers[1]))
            }
        }
    }

    @Test(arguments: Backend.all)
    func eachIsReviewedInItsOwnTime(_ backend: Backend) async throws {
        try await closedTwice(backend) { sale, closings in
            let id = sale.conversations[0]
            let end = noon + Review.writingTime
            await #expect(throws: StorageError.dealing(.reviewTooLate)) {
                try await sale.storage.insert(
                    Self.good, in: id, about: closings[0], by: sale.ofSeller, at: end)
            }
            try await sale.storage.insert(
                Self.good, in: id, about: closings[1], by: sale.ofSeller, at: end)
            for made: ChatMessage.ID in [0, -1, .max, closings[0] == 1 ? 2 : 1] {
                await #expect(throws: StorageError.dealing(.isAt(.closed))) {
                    try await sale.storage.insert(
                        Self.good, in: id, about: made, by: sale.ofSeller, at: noon + 90)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func takingBackTheLastLeavesTheOneBefore(_ backend: Backend) async throws {
        try await closedTwice(backend) { sale, closings in
            // A review of the former dealing does not make this one stand.
            try await sale.storage.insert(
                Self.good, in: sale.conversations[0], about: closings[0], by: sale.ofSeller,
                at: noon + 90)
            try await sale.sell(.reopen, after: 100)
            let seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.closings.map(\.id) == [closings[0]])
            #expect(try await sale.storage.item(sale.item).content.stock == 2)
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await sale.sell(.reopen, after: 100)
            }
            await #expect(throws: StorageError.dealing(.closingStands)) {
                try await sale.sell(.reopenClosing(closings[0]), after: 100)
            }
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await sale.sell(.reopenClosing(closings[1]), after: 100)
            }
            let bought = try await sale.storage.deals(
                .purchase, of: sale.askers[0], before: nil, limit: 9)
            #expect(bought.map(\.id) == [closings[0]])
        }
    }

    @Test(arguments: Backend.all)
    func takingBackAnEarlierOneLeavesLaterDealings(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.sell(.close(at: nil))
            let closing = try #require(try await sale.seen().closing).id
            try await sale.ask(.dealAgain)
            try await sale.sell(.reserve)
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await sale.sell(.reopen)
            }
            await #expect(throws: StorageError.dealing(.isAt(.closed))) {
                try await sale.ask(.reopenClosing(closing))
            }
            await #expect(throws: StorageError.dealing(.closingStands)) {
                try await sale.sell(
                    .reopenClosing(closing), after: Dealing.Closing.reopeningTime + 1)
            }
            try await sale.sell(.reopenClosing(closing))
            let seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.closings.isEmpty && seen.freeStock == 1)
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 2 && item.status == .selling)
            #expect(try await sale.storage.facts(of: sale.seller, at: noon).dealings == 0)
        }
    }

    @Test(arguments: Backend.all)
    func soldOrBlockedDealingsAreNotRepeated(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            try await sale.sell(.close(at: nil))
            try await sale.storage.setBlocked(true, sale.askers[0], by: sale.seller, at: noon)
            await #expect(throws: StorageError.dealing(.blocked)) {
                try await sale.sell(.dealAgain)
            }
            await #expect(throws: StorageError.dealing(.unreachable)) {
                try await sale.ask(.dealAgain)
            }
            try await sale.storage.setBlocked(false, sale.askers[0], by: sale.seller, at: noon)
            try await sale.storage.setHidden(true, sale.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemHidden)) {
                try await sale.ask(.dealAgain)
            }
            try await sale.storage.setHidden(false, sale.item, at: noon)
            try await sale.sell(.close(at: nil), to: 1)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await sale.ask(.dealAgain)
            }
            #expect(try await sale.seen().stage == .closed)
        }
    }

    @Test(arguments: Backend.all)
    func dealingAgainIsToldAndWaitsForAnAnswer(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            try await sale.ask(.offerPrice(900))
            try await sale.sell(.close(at: nil))
            func waiting() async throws -> [Conversation.ID] {
                try await sale.storage.conversationsToAnswer(
                    by: sale.seller, before: nil, at: noon, limit: 9
                ).map(\.id)
            }
            #expect(try await waiting().isEmpty)
            try await sale.ask(.dealAgain)
            #expect(try await waiting() == sale.conversations)
            #expect(try await sale.kinds().last == .note(.begunAgain))
            // The former offer is no longer open.
            let offer = PriceOffer(amount: 900, currency: .krw, answer: .replaced)
            #expect(try await sale.kinds().contains(.offer(offer)))
            try await sale.storage.write("네", in: sale.conversations[0], by: sale.ofSeller)
            #expect(try await waiting().isEmpty)
        }
    }

    // MARK: - Closings in the same second

    @Test(arguments: Backend.all)
    func takingBackOpensOnlyTodosOfItsOwnClosing(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            var todos: [Todo.ID] = []
            for account in [sale.seller] + sale.askers {
                let list = try await sale.storage.makeList(of: account)
                todos.append(
                    try await sale.storage.insert(
                        TodoContent(title: "건네기", item: sale.item), in: list, of: account,
                        at: noon))
            }
            func isDone() async throws -> [Bool] {
                var done: [Bool] = []
                for (todo, account) in zip(todos, [sale.seller] + sale.askers) {
                    done.append(try await sale.storage.todo(todo, of: account).dateCompleted != nil)
                }
                return done
            }
            for number in 0...1 { try await sale.sell(.close(at: nil), to: number) }
            #expect(try await isDone() == [true, true, true])
            // The last closing has sold the item, and completed the seller's task.
            try await sale.sell(.reopen, to: 0)
            #expect(try await isDone() == [true, false, true])
            try await sale.sell(.reopen, to: 1)
            #expect(try await isDone() == [false, false, false])
            // A task that its owner opened and completed again stays completed.
            try await sale.sell(.close(at: nil), to: 1)
            for isCompleted in [false, true] {
                try await sale.storage.setCompleted(
                    isCompleted, todos[2], of: sale.askers[1], at: noon)
            }
            try await sale.sell(.reopen, to: 1)
            #expect(try await isDone() == [false, false, true])
        }
    }

    @Test(arguments: Backend.all)
    func theLineComesBackWithWhatEndedIt(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 3) { sale in
            try await sale.sell(.reserve, to: 0)
            try await sale.sell(.reserve, to: 1)
            try await sale.ask(.joinLine, by: 2)
            for number in 0...1 { try await sale.sell(.close(at: nil), to: number) }
            #expect(try await sale.seen(by: 2).linePosition == nil)
            try await sale.sell(.reopen, to: 0)
            #expect(try await sale.seen(by: 2).linePosition == nil)
            try await sale.sell(.reopen, to: 1)
            #expect(try await sale.seen(by: 2).linePosition == 1)
        }
    }
}
