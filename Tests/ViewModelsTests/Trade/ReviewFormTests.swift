import Market
import Testing

@testable import ViewModels

struct ReviewFormTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private var form: ReviewForm { ReviewForm(storage: trade.storage, zone: .seoul) }

    private func written(
        _ rating: String = "3", _ remarks: [String] = ["1"], _ text: String = ""
    ) -> ReviewForm.Action {
        .write(rating: rating, remarks: remarks, text: text)
    }

    @Test func offeredRemarksFitThePersonReviewed() async throws {
        let id = try await trade.deal()
        let ofSeller = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        let ofAsker = try await form.output(for: id, of: trade.ofSeller, at: trade.now)
        #expect(ofSeller.choices.map(\.rating) == [.good, .fair, .bad])
        for (output, party) in [(ofSeller, Dealing.Party.seller), (ofAsker, .asker)] {
            #expect(output.mayReview && output.own == nil && output.seal == nil)
            for choice in output.choices {
                #expect(choice.remarks.count >= 2)
                #expect(
                    choice.remarks.allSatisfy {
                        $0.remark.isSaid(of: party) && $0.remark.rating == choice.rating
                    })
            }
        }
    }

    @Test(arguments: [
        ("", [], "rating"), ("4", [], "rating"), ("<b>", ["1"], "rating"),
        ("3", ["77"], "remarks"), ("3", ["-1"], "remarks"), ("3", ["친절"], "remarks"),
        // A remark about buyers that does not apply to a seller.
        ("3", ["4"], "remarks"),
    ])
    func faultsAreNamedBesideTheirFields(
        _ rating: String, _ remarks: [String], _ field: String
    ) async throws {
        let id = try await trade.deal()
        let result = try await form.submit(
            written(rating, remarks, " 잘 \n쓴 글 "), in: id, of: trade.ofAsker, at: trade.now)
        #expect(result.refusal?.faults.map(\.field) == [field])
        #expect(result.refusal?.reason == .invalid)
        #expect(result.refusedForm?.text == " 잘 \n쓴 글 ")
        let reviews = try await trade.storage.reviews(in: id, of: trade.ofAsker, at: trade.now)
        #expect(reviews.own == nil)
    }

    @Test func aTextIsNotTooLongAndMayBeMissing() async throws {
        let id = try await trade.deal()
        let long = String(repeating: "가", count: Limits.message + 1)
        let refused = try await form.submit(
            written("3", ["1"], long), in: id, of: trade.ofAsker, at: trade.now)
        #expect(refused.refusal?.faults.map(\.field) == ["text"])
        #expect(
            refused.refusedForm?.choices.first?.remarks.filter(\.isTicked).map(\.remark) == [.kind])
        let result = try await form.submit(
            written("3", [], " \n"), in: id, of: trade.ofAsker, at: trade.now)
        #expect(result.refusal == nil)
    }

    /// The form hides remarks of other ratings, but browsers send them all the same.
    @Test func remarksOfAnotherRatingAreLeftOut() async throws {
        let id = try await trade.deal()
        _ = try await form.submit(
            written("1", ["1", "9"]), in: id, of: trade.ofAsker, at: trade.now)
        let reviews = try await trade.storage.reviews(in: id, of: trade.ofAsker, at: trade.now)
        #expect(reviews.own?.content.remarks == [.unkind])
    }

    @Test func aReviewIsSealedUntilBothHaveWritten() async throws {
        let id = try await trade.deal()
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        var asked = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        #expect(asked.own?.rating.text == "좋았어요" && !asked.mayReview)
        #expect(asked.seal?.text == "상대도 후기를 쓰거나 2026년 12월 5일이 되면 모두에게 보여요.")
        var sold = try await form.output(for: id, of: trade.ofSeller, at: trade.now)
        #expect(sold.others == nil && sold.own == nil && sold.mayReview && !sold.mayAnswer)
        _ = try await form.submit(written("2"), in: id, of: trade.ofSeller, at: trade.now)
        asked = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        sold = try await form.output(for: id, of: trade.ofSeller, at: trade.now)
        #expect(asked.seal == nil && asked.others?.rating.text == "보통이에요")
        #expect(sold.others?.remarks.map(\.text) == ["친절하고 매너가 좋아요"] && sold.mayAnswer)
        try await trade.storage.setSuspended(true, trade.seller, at: trade.now)
        sold = try await form.output(for: id, of: trade.ofSeller, at: trade.now)
        #expect(sold.others != nil && !sold.mayAnswer)
        let refused = try await form.submit(
            .answer("고마워요"), in: id, of: trade.ofSeller, at: trade.now)
        #expect(refused.refusal == .suspended && refused.refusedForm?.mayAnswer == true)
        #expect(refused.refusedForm?.answer == "고마워요")
    }

    @Test func aGuestsDealingSaysThatOnlyTheTwoReadTheReview() async throws {
        let item = try await trade.accounts.post(by: nil)
        let id = try await trade.ask("저요", about: item, by: trade.asker)
        try await trade.take(.close(at: nil), in: id, by: .guest(item))
        for reader in [trade.ofAsker, .guest(item)] {
            let open = try await form.output(for: id, of: reader, at: trade.now)
            #expect(open.mayReview && open.isForTwo)
        }
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        let sealed = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        #expect(sealed.seal?.text == "상대도 후기를 쓰거나 2026년 12월 5일이 되면 상대에게 보여요.")
        #expect(sealed.isForTwo)
        _ = try await form.submit(written(), in: id, of: .guest(item), at: trade.now)
        for reader in [trade.ofAsker, .guest(item)] {
            let read = try await form.output(for: id, of: reader, at: trade.now)
            #expect(read.others != nil && read.seal == nil && read.isForTwo)
        }
    }

    @Test func aMembersDealingDoesNotSaySo() async throws {
        let id = try await trade.deal()
        let open = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        #expect(open.mayReview && !open.isForTwo)
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        let sealed = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        #expect(sealed.own != nil && !sealed.isForTwo)
        // Somebody who has left has no page, but does not count as a guest.
        try await trade.storage.deleteAccount(trade.seller, at: trade.now)
        let left = try await form.output(for: id, of: trade.ofAsker, at: trade.now)
        #expect(left.own != nil && !left.isForTwo)
    }

    @Test func secondAndLateReviewsKeepWhatWasTyped() async throws {
        let id = try await trade.deal()
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        let second = try await form.submit(
            written("3", [], "또요"), in: id, of: trade.ofAsker, at: trade.now)
        #expect(second.refusal?.reason == .conflict)
        #expect(second.refusal?.alert?.texts == ["이 거래의 후기는 이미 썼어요."])
        #expect(second.refusedForm?.text == "또요")
        let late = try await form.submit(
            written("3", [], "늦었네요"), in: id, of: trade.ofSeller,
            at: trade.now + Review.writingTime + 1)
        #expect(late.refusal?.reason == .conflict)
        #expect(late.refusedForm?.text == "늦었네요")
    }

    @Test func aReviewIsAnsweredOnce() async throws {
        let id = try await trade.deal()
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        let open = trade.now + Review.writingTime
        for typed in ["", " \n"] {
            let empty = try await form.submit(.answer(typed), in: id, of: trade.ofSeller, at: open)
            #expect(empty.refusal?.faults.map(\.field) == ["answer"])
        }
        let saved = try await form.submit(.answer("고마워요"), in: id, of: trade.ofSeller, at: open)
        #expect(saved.refusal == nil)
        let again = try await form.submit(.answer("정말"), in: id, of: trade.ofSeller, at: open)
        #expect(again.refusal?.reason == .conflict && again.refusedForm?.answer == "정말")
        let seen = try await form.output(for: id, of: trade.ofAsker, at: open)
        #expect(seen.own?.answer == "고마워요")
    }

    @Test func theConversationLeadsToTheReview() async throws {
        let id = try await trade.deal()
        func steps(
            _ reader: Conversation.Reader, after seconds: Int64 = 0
        ) async throws -> DealingSteps {
            try await trade.page(id, for: reader, after: seconds).steps
        }
        #expect(try await steps(trade.ofSeller).review != nil)
        #expect(try await steps(trade.ofSeller, after: Review.writingTime + 1).review == nil)
        _ = try await form.submit(written(), in: id, of: trade.ofAsker, at: trade.now)
        let asked = try await steps(trade.ofAsker)
        #expect(asked.review == nil && asked.reviews != nil)
        let sold = try await steps(trade.ofSeller)
        #expect(sold.review != nil && sold.reviews == nil)
    }

    @Test func eachOfTwoDealingsIsReviewedOnItsOwn() async throws {
        try await trade.setStock(2)
        let (id, later) = (try await trade.ask(), trade.now + 86_400)
        let storage = trade.storage
        try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: trade.now)
        try await storage.take(.dealAgain, in: id, by: trade.ofAsker, at: later)
        try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: later)
        var page = try await form.output(for: id, of: trade.ofAsker, at: later)
        #expect(page.day?.text == "2026년 11월 22일에 마친 거래" && page.mayReview)
        let first = try #require(page.otherDealings.first)
        #expect(first.day.text == "2026년 11월 21일에 마친 거래")
        #expect(page.otherDealings.count == 1 && first.link.closing != nil)
        let saved = try await form.submit(
            written("1"), in: id, about: first.link.closing, of: trade.ofAsker, at: later)
        #expect(saved.refusal == nil)
        page = try await form.output(
            for: id, about: first.link.closing, of: trade.ofAsker, at: later)
        #expect(page.own?.isBad == true && !page.mayReview)
        // The other dealing can still be reviewed, and is the page's subject by default.
        #expect(page.otherDealings.map(\.link.closing) == [nil])
        page = try await form.output(for: id, of: trade.ofAsker, at: later)
        #expect(page.own == nil && page.mayReview)
        // A made-up closing names no dealing, not even the last one.
        await #expect(throws: StorageError.notFound) {
            try await form.output(for: id, about: 777, of: trade.ofAsker, at: later)
        }
        let refused = try await form.submit(
            written("3", [], "잘 썼어요"), in: id, about: 777, of: trade.ofAsker, at: later)
        #expect(refused.refusal?.reason == .conflict)
        let kept = try #require(refused.refusedForm)
        #expect(kept.text == "잘 썼어요" && !kept.mayReview && kept.closing == nil)
    }

    /// Has the two close so many dealings, a minute apart.
    private func closed(times count: Int) async throws -> (Conversation.ID, [ChatMessage.ID]) {
        let storage = trade.storage
        try await trade.setStock(Int64(count) + 1)
        let id = try await trade.ask()
        var closings: [ChatMessage.ID] = []
        for number in 0..<count {
            let moment = trade.now + 60 * Int64(number)
            if number > 0 {
                try await storage.take(.dealAgain, in: id, by: trade.ofAsker, at: moment)
            }
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: moment)
            closings.append(
                try #require(try await storage.conversation(id, of: trade.ofAsker).closing?.id))
        }
        return (id, closings)
    }

    @Test func aClosingMayBeTakenBackDuringTheReview() async throws {
        let (id, closings) = try await closed(times: 2)
        let later = trade.now + 120
        try await trade.storage.take(
            .reopenClosing(closings[0]), in: id, by: trade.ofSeller, at: later)
        let refused = try await form.submit(
            written("1", [], "늦었어요"), in: id, about: closings[0], of: trade.ofAsker,
            at: later)
        #expect(refused.refusal?.reason == .conflict)
        // From that form the review would be sent about another dealing.
        let kept = try #require(refused.refusedForm)
        #expect(kept.text == "늦었어요" && !kept.mayReview && kept.closing == nil)
        let page = try await form.output(for: id, of: trade.ofAsker, at: later)
        #expect(page.own == nil && page.closing == closings[1] && page.mayReview)
    }

    @Test func oneOfManyDealingsIsReviewedByItsNumber() async throws {
        let (id, closings) = try await closed(times: Conversation.mostClosings + 2)
        let later = trade.now + 3_600
        let page = try await form.output(for: id, about: closings[0], of: trade.ofAsker, at: later)
        #expect(page.closing == closings[0] && page.mayReview)
        #expect(page.day?.text == "2026년 11월 21일 오후 8:20에 마친 거래")
        let saved = try await form.submit(
            written("1"), in: id, about: closings[0], of: trade.ofAsker, at: later)
        #expect(saved.refusal == nil)
        let last = try await form.output(for: id, of: trade.ofAsker, at: later)
        #expect(last.closing == closings.last && last.own == nil)
    }

    @Test func otherDealingsOfADayAreToldApartAndFew() async throws {
        let (id, closings) = try await closed(times: 9)
        let later = trade.now + 3_600
        let page = try await form.output(for: id, of: trade.ofAsker, at: later)
        #expect(
            page.otherDealings.map(\.day.text)
                == (23...27).reversed().map { "2026년 11월 21일 오후 8:\($0)에 마친 거래" })
        #expect(
            page.otherDealings.compactMap(\.link.closing)
                == Array(closings.dropLast().suffix(5).reversed()))
        #expect(page.moreDeals == .purchase)
        let sellers = try await form.output(for: id, of: trade.ofSeller, at: later)
        #expect(sellers.otherDealings.count == 5 && sellers.moreDeals == .sale)
    }
}
