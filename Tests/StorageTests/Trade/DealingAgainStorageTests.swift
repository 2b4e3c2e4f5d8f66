import Market
import Testing

/// Two people who have closed a deal, and deal about the same item again.
struct DealingAgainStorageTests {
    private static let good = ReviewContent(rating: .good)

    /// Runs `body` after the first asker has taken two pieces out of three, a minute apart.
    private func closedTwice(
        _ backend: Backend, _ body: (Line, [ChatMessage.ID]) async throws -> Void
    ) async throws {
        try await Line.over(backend, stock: 3, askers: 2) { line in
            try await line.sell(.close(at: 1_000))
            try await line.ask(.dealAgain, after: 30)
            try await line.sell(.reserve, after: 40)
            try await line.sell(.close(at: 2_000), after: 60)
            let closings = try await line.seen().closings
            #expect(closings.map(\.date) == [noon + 60, noon])
            try await body(line, closings.reversed().map(\.id))
        }
    }

    @Test(arguments: Backend.all)
    func eachIsADealingAndAPurchaseOfItsOwn(_ backend: Backend) async throws {
        try await closedTwice(backend) { line, _ in
            #expect(try await line.storage.item(line.item).content.stock == 1)
            let bought = try await line.storage.deals(
                .purchase, of: line.askers[0], before: nil, limit: 9)
            #expect(bought.map(\.price?.amount) == [2_000, 1_000])
            #expect(bought.map(\.date) == [noon + 60, noon])
            #expect(
                bought.map { $0.dealing.closing == $0.dealing.conversation.closing } == [
                    true, false,
                ])
            for account in [line.seller, line.askers[0]] {
                // Of several dealings on one day, one counts.
                #expect(try await line.storage.facts(of: account, at: noon).dealings == 1)
            }
            let other = try await line.storage.insert(NewItem.sample("책상", of: line.seller))
            let next = try await line.storage.ask(
                NewChatMessage(text: "이것도요", date: noon), about: other, by: line.askers[0])
            let earlier = try await line.storage.dealings(besides: next, of: line.ofSeller)
            #expect(earlier?.count == 2 && earlier?.last == line.conversations[0])
        }
    }

    @Test(arguments: Backend.all)
    func eachIsReviewedOnItsOwn(_ backend: Backend) async throws {
        try await closedTwice(backend) { line, closings in
            let (storage, id) = (line.storage, line.conversations[0])
            let asker = Conversation.Reader.account(line.askers[0])
            let bad = ReviewContent(rating: .bad, text: "늦었어요")
            try await storage.insert(bad, in: id, about: closings[0], by: asker, at: noon + 90)
            let open = try await storage.dealingsToReview(
                by: line.askers[0], at: noon + 90, limit: 9)
            #expect(open.map(\.id) == [closings[1]])
            let sellers = try await storage.dealingsToReview(
                by: line.seller, at: noon + 90, limit: 9)
            #expect(sellers.map(\.id) == closings.reversed())
            await #expect(throws: StorageError.dealing(.reviewed)) {
                try await storage.insert(
                    Self.good, in: id, about: closings[0], by: asker, at: noon + 90)
            }
            // A review of the other dealing does not open this one.
            try await storage.insert(
                Self.good, in: id, about: closings[1], by: line.ofSeller, at: noon + 90)
            let sealed = try await storage.reviews(
                in: id, about: closings[0], of: line.ofSeller, at: noon + 90)
            #expect(sealed == DealingReviews())
            try await storage.insert(
                Self.good, in: id, about: closings[0], by: line.ofSeller, at: noon + 95)
            let opened = try await storage.reviews(
                in: id, about: closings[0], of: line.ofSeller, at: noon + 95)
            #expect(opened.others?.content == bad)
            #expect(try await storage.reviews(in: id, of: asker, at: noon + 95).others == nil)
            try await storage.answerReview(
                "미안해요", in: id, about: closings[0], by: line.ofSeller, at: noon + 95)
            await #expect(throws: StorageError.notFound) {
                try await storage.answerReview("네", in: id, by: asker, at: noon + 95)
            }
        }
    }

    @Test(arguments: Backend.all)
    func onlyOneDealingAndRatingOfEachADayCounts(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 9, askers: 2) { line in
            let (storage, day) = (line.storage, PersonFacts.period(of: noon))
            // Three dealings on one day, up to its last second, and one on the next.
            let moments = [noon, noon + 60, day.upperBound + -1, day.upperBound]
            for moment in moments {
                let seconds = moment.since(noon)
                if moment != noon { try await line.ask(.dealAgain, after: seconds) }
                try await line.sell(.close(at: nil), after: seconds)
                let closing = try await line.seen().closing?.id
                for reader in [line.ofSeller, .account(line.askers[0])] {
                    try await storage.insert(
                        Self.good, in: line.conversations[0], about: closing, by: reader,
                        at: moment)
                }
            }
            // A dealing with another person counts by itself.
            try await line.sell(.close(at: nil), to: 1)
            let end = day.upperBound
            var facts = try await storage.facts(of: line.askers[0], at: end)
            #expect(facts.dealings == 2 && facts.ratings == [.good: 2])
            facts = try await storage.facts(of: line.seller, at: end)
            #expect(facts.dealings == 3 && facts.ratings == [.good: 2])
            // All reviews stay listed.
            let told = try await storage.reviews(of: line.seller, before: nil, limit: 9, at: end)
            #expect(told.count == 4)
        }
    }

    @Test(arguments: Backend.all)
    func aPriceStaysWithItsDealingWhateverIsTakenBack(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 3, askers: 1) { line in
            func agree(on amount: Int64, after seconds: Int64) async throws {
                try await line.ask(.offerPrice(amount), after: seconds)
                try await line.sell(.acceptOffer(line.seen().lastMessage.id), after: seconds)
            }
            try await agree(on: 15_000, after: 0)
            try await line.sell(.close(at: 15_000))
            #expect(try await line.seen().agreed?.amount == 15_000)
            try await line.ask(.dealAgain, after: 10)
            try await line.sell(.close(at: 20_000), after: 20)
            // The second dealing has no agreed price, though it is closed.
            #expect(try await line.seen().agreed == nil)
            try await line.ask(.dealAgain, after: 30)
            for closing in try await line.seen().closings {
                try await line.sell(.reopenClosing(closing.id), after: 40)
            }
            let seen = try await line.seen()
            #expect(seen.closings.isEmpty && seen.agreed == nil)
            try await agree(on: 18_000, after: 50)
            try await line.sell(.close(at: 18_000), after: 60)
            #expect(try await line.seen().agreed?.amount == 18_000)
        }
    }

    @Test(arguments: Backend.all)
    func eachClosingIsFoundByItsNumber(_ backend: Backend) async throws {
        try await closedTwice(backend) { line, closings in
            let (storage, id) = (line.storage, line.conversations[0])
            for closing in closings {
                let found = try await storage.closing(closing, in: id, of: line.ofSeller)
                #expect(found?.id == closing)
            }
            try await line.sell(.reopenClosing(closings[0]), after: 90)
            for gone: ChatMessage.ID in [closings[0], 0, -1, .max] {
                let found = try await storage.closing(gone, in: id, of: line.ofSeller)
                #expect(found == nil)
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.closing(closings[1], in: id, of: .account(line.askers[1]))
            }
        }
    }

    @Test(arguments: Backend.all)
    func eachIsReviewedInItsOwnTime(_ backend: Backend) async throws {
        try await closedTwice(backend) { line, closings in
            let id = line.conversations[0]
            let end = noon + Review.writingTime
            await #expect(throws: StorageError.dealing(.reviewTooLate)) {
                try await line.storage.insert(
                    Self.good, in: id, about: closings[0], by: line.ofSeller, at: end)
            }
            try await line.storage.insert(
                Self.good, in: id, about: closings[1], by: line.ofSeller, at: end)
            for made: ChatMessage.ID in [0, -1, .max, closings[0] == 1 ? 2 : 1] {
                await #expect(throws: StorageError.dealing(.isAt(.closed))) {
                    try await line.storage.insert(
                        Self.good, in: id, about: made, by: line.ofSeller, at: noon + 90)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func takingBackTheLastLeavesTheOneBefore(_ backend: Backend) async throws {
        try await closedTwice(backend) { line, closings in
            // A review of the former dealing does not make this one stand.
            try await line.storage.insert(
                Self.good, in: line.conversations[0], about: closings[0], by: line.ofSeller,
                at: noon + 90)
            try await line.sell(.reopen, after: 100)
            let seen = try await line.seen()
            #expect(seen.stage == .reserved && seen.closings.map(\.id) == [closings[0]])
            #expect(try await line.storage.item(line.item).content.stock == 2)
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await line.sell(.reopen, after: 100)
            }
            await #expect(throws: StorageError.dealing(.closingStands)) {
                try await line.sell(.reopenClosing(closings[0]), after: 100)
            }
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await line.sell(.reopenClosing(closings[1]), after: 100)
            }
            let bought = try await line.storage.deals(
                .purchase, of: line.askers[0], before: nil, limit: 9)
            #expect(bought.map(\.id) == [closings[0]])
        }
    }

    @Test(arguments: Backend.all)
    func takingBackAnEarlierOneLeavesLaterDealings(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 1) { line in
            try await line.sell(.reserve)
            try await line.sell(.close(at: nil))
            let closing = try #require(try await line.seen().closing).id
            try await line.ask(.dealAgain)
            try await line.sell(.reserve)
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await line.sell(.reopen)
            }
            await #expect(throws: StorageError.dealing(.isAt(.closed))) {
                try await line.ask(.reopenClosing(closing))
            }
            await #expect(throws: StorageError.dealing(.closingStands)) {
                try await line.sell(
                    .reopenClosing(closing), after: Dealing.Closing.reopeningTime + 1)
            }
            try await line.sell(.reopenClosing(closing))
            let seen = try await line.seen()
            #expect(seen.stage == .reserved && seen.closings.isEmpty && seen.freeStock == 1)
            let item = try await line.storage.item(line.item)
            #expect(item.content.stock == 2 && item.status == .selling)
            #expect(try await line.storage.facts(of: line.seller, at: noon).dealings == 0)
        }
    }

    @Test(arguments: Backend.all)
    func soldOrBlockedDealingsAreNotRepeated(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 2) { line in
            try await line.sell(.close(at: nil))
            try await line.storage.setBlocked(true, line.askers[0], by: line.seller, at: noon)
            await #expect(throws: StorageError.dealing(.blocked)) {
                try await line.sell(.dealAgain)
            }
            await #expect(throws: StorageError.dealing(.unreachable)) {
                try await line.ask(.dealAgain)
            }
            try await line.storage.setBlocked(false, line.askers[0], by: line.seller, at: noon)
            try await line.storage.setHidden(true, line.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemHidden)) {
                try await line.ask(.dealAgain)
            }
            try await line.storage.setHidden(false, line.item, at: noon)
            try await line.sell(.close(at: nil), to: 1)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await line.ask(.dealAgain)
            }
            #expect(try await line.seen().stage == .closed)
        }
    }

    @Test(arguments: Backend.all)
    func dealingAgainIsToldAndWaitsForAnAnswer(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 1) { line in
            try await line.ask(.offerPrice(900))
            try await line.sell(.close(at: nil))
            func waiting() async throws -> [Conversation.ID] {
                try await line.storage.conversationsToAnswer(
                    by: line.seller, before: nil, at: noon, limit: 9
                ).map(\.id)
            }
            #expect(try await waiting().isEmpty)
            try await line.ask(.dealAgain)
            #expect(try await waiting() == line.conversations)
            #expect(try await line.kinds().last == .note(.begunAgain))
            // The former offer is no longer open.
            let offer = PriceOffer(amount: 900, currency: .krw, answer: .replaced)
            #expect(try await line.kinds().contains(.offer(offer)))
            _ = try await line.storage.insert(
                NewChatMessage(text: "네", date: noon), in: line.conversations[0],
                by: line.ofSeller)
            #expect(try await waiting().isEmpty)
        }
    }

    // MARK: - Closings in the same second

    @Test(arguments: Backend.all)
    func takingBackOpensOnlyTodosOfItsOwnClosing(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 2) { line in
            var todos: [Todo.ID] = []
            for account in [line.seller] + line.askers {
                let list = try await line.storage.makeList(of: account)
                todos.append(
                    try await line.storage.insert(
                        TodoContent(title: "건네기", item: line.item), in: list, of: account,
                        at: noon))
            }
            func isDone() async throws -> [Bool] {
                var done: [Bool] = []
                for (todo, account) in zip(todos, [line.seller] + line.askers) {
                    done.append(try await line.storage.todo(todo, of: account).dateCompleted != nil)
                }
                return done
            }
            for number in 0...1 { try await line.sell(.close(at: nil), to: number) }
            #expect(try await isDone() == [true, true, true])
            // The last closing has sold the item, and completed the seller's task.
            try await line.sell(.reopen, to: 0)
            #expect(try await isDone() == [true, false, true])
            try await line.sell(.reopen, to: 1)
            #expect(try await isDone() == [false, false, false])
            // A task that its owner opened and completed again stays completed.
            try await line.sell(.close(at: nil), to: 1)
            for isCompleted in [false, true] {
                try await line.storage.setCompleted(
                    isCompleted, todos[2], of: line.askers[1], at: noon)
            }
            try await line.sell(.reopen, to: 1)
            #expect(try await isDone() == [false, false, true])
        }
    }

    @Test(arguments: Backend.all)
    func theLineComesBackWithWhatEndedIt(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 3) { line in
            try await line.sell(.reserve, to: 0)
            try await line.sell(.reserve, to: 1)
            try await line.ask(.joinLine, by: 2)
            for number in 0...1 { try await line.sell(.close(at: nil), to: number) }
            #expect(try await line.seen(by: 2).linePosition == nil)
            try await line.sell(.reopen, to: 0)
            #expect(try await line.seen(by: 2).linePosition == nil)
            try await line.sell(.reopen, to: 1)
            #expect(try await line.seen(by: 2).linePosition == 1)
        }
    }
}
