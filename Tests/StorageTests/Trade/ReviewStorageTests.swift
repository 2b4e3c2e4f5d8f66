import Market
import Testing

struct ReviewStorageTests {
    private static let good = ReviewContent(
        rating: .good, remarks: [.kind, .punctual], text: "다음에 또 봬요.")
    private static let bad = ReviewContent(rating: .bad, remarks: [.haggled])
    private static let later = noon + Review.writingTime

    /// Runs `body` with a dealing that was closed at noon.
    private func closed(
        _ backend: Backend, _ body: (TradeFixture, Conversation.ID) async throws -> Void
    ) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.deal()
            try await body(trade, id)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyButItsWriterSeesASealedReview(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            let storage = trade.storage
            try await storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon)
            let own = try await storage.reviews(in: id, of: trade.ofAsker, at: noon)
            #expect(own.own?.content == Self.good && own.others == nil)
            let others = try await storage.reviews(in: id, of: trade.ofSeller, at: noon)
            #expect(others == DealingReviews())
            let last = Self.later + -1
            #expect(
                try await storage.reviews(of: trade.seller, before: nil, limit: 9, at: last) == [])
            // A made-up key reveals nothing.
            let key = Review.Key(date: Timestamp(seconds: .max), id: .max)
            #expect(
                try await storage.reviews(of: trade.seller, before: key, limit: 9, at: last) == [])
            let counts = try await storage.reviewCounts(of: trade.seller, at: last)
            #expect(counts.ratings.isEmpty && counts.remarks.isEmpty)
            #expect(counts.nextChange == Self.later)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            #expect(try await storage.reviews(by: trade.seller, before: nil, limit: 9) == [])
            #expect(try await storage.reviews(by: trade.asker, before: nil, limit: 9).count == 1)
            await #expect(throws: StorageError.notFound) {
                try await storage.answerReview("고마워요", in: id, by: trade.ofSeller, at: last)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aReviewOpensWhenTheTimeIsOver(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            try await trade.storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon + 60)
            let seen = try await trade.storage.reviews(
                of: trade.seller, before: nil, limit: 9, at: Self.later)
            #expect(seen.map(\.content) == [Self.good])
            #expect(seen.first?.writer == .member(id: trade.asker, nickname: "지수", picture: nil))
            #expect(seen.first?.itemTitle == "원목 의자" && seen.first?.isPublic == true)
            let counts = try await trade.storage.reviewCounts(of: trade.seller, at: Self.later)
            #expect(counts.ratings == [.good: 1] && counts.remarks == [.kind: 1, .punctual: 1])
            #expect(counts.nextChange == nil)
        }
    }

    @Test(arguments: Backend.all)
    func bothOpenWhenBothHaveWrittenAndAreToldOfIt(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            let storage = trade.storage
            try await storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon)
            try await storage.insert(Self.bad, in: id, by: trade.ofSeller, at: noon + 60)
            for (account, content) in [(trade.seller, Self.good), (trade.asker, Self.bad)] {
                let seen = try await storage.reviews(
                    of: account, before: nil, limit: 9, at: noon + 60)
                #expect(seen.map(\.content) == [content])
            }
            let last = try await storage.conversation(id, of: trade.ofAsker).lastMessage
            #expect(last.kind == .note(.reviewsOpened))
            let reviews = try await storage.reviews(in: id, of: trade.ofAsker, at: noon + 60)
            #expect(reviews.others?.content == Self.bad)
        }
    }

    @Test(arguments: Backend.all)
    func forbiddenReviewsSayWhy(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            func review(_ reader: Conversation.Reader, at now: Timestamp) async throws {
                try await storage.insert(Self.good, in: id, by: reader, at: now)
            }
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await review(trade.ofAsker, at: noon)
            }
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await review(.account(try await storage.join("낯선 이웃")), at: noon)
            }
            await #expect(throws: StorageError.dealing(.reviewTooLate)) {
                try await review(trade.ofAsker, at: Self.later)
            }
            try await review(trade.ofAsker, at: Self.later + -1)
            await #expect(throws: StorageError.dealing(.reviewed)) {
                try await review(trade.ofAsker, at: Self.later)
            }
            let closing = try await storage.conversation(id, of: trade.ofAsker).closing
            #expect(closing?.isReviewed == true)
        }
    }

    @Test(arguments: Backend.all)
    func itMayBeWrittenWhenItsItemIsDeletedSince(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            let storage = trade.storage
            let deletion = try await storage.deleteItem(trade.item, of: trade.seller, at: noon + 60)
            try await storage.purge(try #require(deletion).id, of: trade.seller)
            let last = Self.later + -1
            for account in [trade.asker, trade.seller] {
                let open = try await storage.dealingsToReview(by: account, at: last, limit: 9)
                #expect(open.map(\.conversation.id) == [id])
            }
            try await storage.insert(Self.good, in: id, by: trade.ofAsker, at: last)
            try await storage.insert(Self.good, in: id, by: trade.ofSeller, at: last)
            let read = try await storage.reviews(of: trade.seller, before: nil, limit: 9, at: last)
            #expect(read.map(\.content) == [Self.good])
        }
    }

    @Test(arguments: Backend.all)
    func aReviewIsAnsweredOnceByItsSubject(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            let storage = trade.storage
            try await storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await storage.answerReview("저요", in: id, by: trade.ofAsker, at: Self.later)
            }
            try await storage.answerReview("고마워요.", in: id, by: trade.ofSeller, at: Self.later)
            await #expect(throws: StorageError.dealing(.reviewAnswered)) {
                try await storage.answerReview("정말요.", in: id, by: trade.ofSeller, at: Self.later)
            }
            let seen = try await storage.reviews(
                of: trade.seller, before: nil, limit: 9, at: Self.later)
            #expect(seen.map(\.answer) == ["고마워요."])
        }
    }

    @Test(arguments: Backend.all)
    func aReviewStaysUnderSomebodyWhoHasLeft(_ backend: Backend) async throws {
        try await closed(backend) { trade, id in
            try await trade.storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon)
            try await trade.storage.deleteAccount(trade.asker, at: noon)
            let seen = try await trade.storage.reviews(
                of: trade.seller, before: nil, limit: 9, at: Self.later)
            #expect(seen.map(\.writer) == [.left] && seen.map(\.content) == [Self.good])
            // Nobody is left to read the seller's review.
            await #expect(throws: StorageError.dealing(.otherLeft)) {
                try await trade.storage.insert(Self.bad, in: id, by: trade.ofSeller, at: noon)
            }
            try await trade.storage.deleteAccount(trade.seller, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await trade.storage.facts(of: trade.seller, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func reviewsWithAGuestAreReadByTheTwoAlone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let item = try await storage.insert(.sample())
            let asker = try await storage.join("지수")
            let id = try await storage.ask(about: item, by: asker)
            try await storage.take(.close(at: nil), in: id, by: .guest(item), at: noon)
            try await storage.insert(Self.good, in: id, by: .account(asker), at: noon)
            try await storage.insert(Self.good, in: id, by: .guest(item), at: noon)
            #expect(try await storage.reviews(of: asker, before: nil, limit: 9, at: noon) == [])
            #expect(try await storage.reviewCounts(of: asker, at: noon) == ReviewCounts())
            let seen = try await storage.reviews(in: id, of: .account(asker), at: noon)
            #expect(seen.others?.writer == .guest)
            #expect(seen.own?.isPublic == false && seen.others?.isPublic == false)
            // The item's reviews are taken over with it.
            let seller = try await storage.join("민지")
            try await storage.takeOver(item, by: seller)
            let taken = try await storage.reviews(by: seller, before: nil, limit: 9)
            #expect(taken.map(\.isPublic) == [false])
        }
    }

    @Test(arguments: Backend.all)
    func pagesFollowEachOtherWithoutAGap(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for number in 1...7 {
                let item = try await storage.insert(.sample(of: trade.seller))
                let id = try await trade.ask(about: item)
                // Some are opened at the same moment.
                let date = noon + Int64(number / 2)
                try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: date)
                try await storage.insert(
                    ReviewContent(rating: .fair, text: "\(number)"), in: id, by: trade.ofAsker,
                    at: date)
            }
            let seen = try await allPages { (last: Review?) in
                try await storage.reviews(
                    of: trade.seller, before: last?.key, limit: 2, at: Self.later + 99)
            }
            #expect(seen.map(\.content.text) == ["7", "6", "5", "4", "3", "2", "1"])
        }
    }
}
