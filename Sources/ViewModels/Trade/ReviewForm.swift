import Market

/// The reviews of a closed dealing: the form, and what both people have written once it may be seen.
public struct ReviewForm: Sendable {
    /// Which conversation.
    public typealias Input = Conversation.ID

    /// How many other dealings of the two are linked at most, the latest ones.
    private static let mostOthers = 5

    private let storage: any ConversationStorage & ReviewStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any ConversationStorage & ReviewStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page.
    public struct Output: FormOutput {
        /// Identifies the conversation in links.
        public let id: Conversation.ID
        /// Whom the dealing was with.
        public let other: Correspondent
        /// The item that was traded.
        public let subject: ConversationSubject
        /// Identifies the dealing in the form; nil when none is closed.
        public let closing: ChatMessage.ID?
        /// When it was closed, if the two have closed several; nil otherwise.
        public let day: Phrase?
        /// Whether only the two can read the reviews, as when one of them posted or reads as a guest.
        public let isForTwo: Bool
        /// Other dealings of the two with something to read or to write, the latest ones.
        public let otherDealings: [OtherDealing]
        /// Where to find the rest: among the reader's purchases or sales; nil when all are linked.
        public let moreDeals: Deal.Side?
        /// Whether the reader may write a review now.
        public let mayReview: Bool
        /// The ratings to choose from, the best first.
        public let choices: [Choice]
        /// As typed.
        public let text: String
        /// The reader's review; nil for none.
        public let own: ReviewEntry?
        /// Says when others can see the reader's review; nil once they can.
        public let seal: Phrase?
        /// The other person's review; nil also while it is sealed.
        public let others: ReviewEntry?
        /// Whether the reader may answer that review.
        public let mayAnswer: Bool
        /// As typed.
        public let answer: String
        /// Why nothing was saved; nil when nothing was tried.
        public let refusal: Refusal?

        /// Whether there is nothing to read or write.
        public var isEmpty: Bool { !mayReview && own == nil && others == nil }
    }

    /// Another dealing of the same two about the same item.
    public struct OtherDealing: Equatable, Sendable {
        /// What the link to its reviews needs.
        public let link: ReviewLink
        /// When it was closed.
        public let day: Phrase
    }

    /// A rating, with the remarks that may be ticked beside it.
    public struct Choice: Equatable, Sendable {
        /// The rating to choose.
        public let rating: Rating
        /// Whether it is chosen.
        public let isChosen: Bool
        /// The remarks that go with it.
        public let remarks: [RemarkChoice]
    }

    /// A remark to tick.
    public struct RemarkChoice: Equatable, Sendable {
        /// The remark.
        public let remark: Remark
        /// Whether it is ticked.
        public let isTicked: Bool
    }

    /// What the reader does.
    public enum Action: Equatable, Sendable {
        /// Writes a review.
        /// - Parameters:
        ///   - rating: the number of a rating, as sent.
        ///   - remarks: the numbers of remarks, as sent.
        case write(rating: String, remarks: [String], text: String)
        /// Answers the other person's review.
        case answer(String)
    }

    /// - Parameter closing: identifies the dealing; nil for the last one.
    /// - Throws: `.notFound` when the reader has no such conversation, or the closing was taken
    ///   back and nothing was typed that would be lost.
    public func output(
        for id: Input, about closing: ChatMessage.ID? = nil, of reader: Conversation.Reader,
        at now: Timestamp, after action: Action? = nil, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let conversation = try await storage.conversation(id, of: reader)
        let told = try await self.closing(closing, in: conversation, of: reader)
        guard told != nil || closing == nil || action != nil else { throw .notFound }
        var reviews = DealingReviews()
        if let told {
            reviews = try await storage.reviews(in: id, about: told.id, of: reader, at: now)
        }
        let isSealed = reviews.own.map { $0.opens > now } ?? false
        let mayReview = told.map { conversation.mayReview($0, at: now) } ?? false
        let shown = [reviews.own, reviews.others].compactMap { $0 }
        let others = conversation.closings.filter { other in
            other != told && (other.hasReviews(at: now) || conversation.mayReview(other, at: now))
        }
        return Output(
            id: id, other: Correspondent(conversation.other),
            subject: ConversationSubject(of: conversation), closing: told?.id,
            day: conversation.closings.count > 1 ? told.map { day($0, in: conversation) } : nil,
            // A review not written yet depends on who the two are now: an account may have taken
            // over a guest's item.
            isForTwo: mayReview
                ? reader.account == nil || conversation.other == .guest
                : !shown.isEmpty && shown.allSatisfy { !$0.isPublic },
            otherDealings: others.prefix(Self.mostOthers).map { other in
                OtherDealing(
                    link: ReviewLink(other, in: conversation), day: day(other, in: conversation))
            },
            moreDeals: others.count > Self.mostOthers && reader.account != nil
                ? conversation.side : nil,
            mayReview: mayReview,
            choices: choices(about: conversation.party.other, action),
            text: action?.text ?? "",
            own: reviews.own.map { ReviewEntry($0, zone: zone) },
            seal: isSealed ? reviews.own.map { sealText($0) } : nil,
            others: reviews.others.map { ReviewEntry($0, zone: zone) },
            // A refused answer is given back to who wrote it.
            mayAnswer: (!conversation.isSuspended || action?.answer.isEmpty == false)
                && reviews.others.map { $0.answer == nil } ?? false,
            answer: action?.answer ?? "", refusal: refusal)
    }

    /// Saves what was typed, or answers the page with the refusal and what was typed.
    /// - Parameter closing: identifies the dealing; nil for the last one.
    /// - Throws: `.notFound` when the reader has no such conversation, or no such review.
    public func submit(
        _ action: Action, in id: Input, about closing: ChatMessage.ID? = nil,
        of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        let refusal: Refusal
        do throws(StorageError) {
            let found = try await save(action, in: id, about: closing, of: reader, at: now)
            guard let found else {
                return .saved(())
            }
            refusal = found
        } catch {
            switch error {
            case .dealing(let obstacle):
                refusal = Refusal(.conflict, Alert(failed: .notDone, obstacle.phrase))
            case .suspended: refusal = .suspended
            case .busy, .full: refusal = .unavailable
            default: throw error
            }
        }
        return .refused(
            try await output(
                for: id, about: closing, of: reader, at: now, after: action, refusal: refusal))
    }

    private func save(
        _ action: Action, in id: Input, about closing: ChatMessage.ID?,
        of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        // Checked first: a reader without this conversation is told nothing but that.
        let conversation = try await storage.conversation(id, of: reader)
        var fields = FieldReader()
        switch action {
        case .write(let rating, let remarks, let text):
            let content = fields.review(rating, remarks, text, about: conversation.party.other)
            guard let content, fields.faults.isEmpty else { return fields.refusal }
            try await storage.insert(content, in: id, about: closing, by: reader, at: now)
        case .answer(let typed):
            let text = fields.text(
                typed, "answer", called: .reviewAnswerRow, atMost: Limits.message)
            if let refusal = fields.refusal { return refusal }
            try await storage.answerReview(text, in: id, about: closing, by: reader, at: now)
        }
        return nil
    }

    /// Nil when there is none, or it was taken back: a review of one dealing is never saved for another.
    private func closing(
        _ id: ChatMessage.ID?, in conversation: Conversation, of reader: Conversation.Reader
    ) async throws(StorageError) -> Dealing.Closing? {
        guard let id else { return conversation.closing }
        if let known = conversation.closings.first(where: { $0.id == id }) { return known }
        return try await storage.closing(id, in: conversation.id, of: reader)
    }

    /// The day, with the time if the two have closed another dealing on that day.
    private func day(_ closing: Dealing.Closing, in conversation: Conversation) -> Phrase {
        let day = zone.day(of: closing.date)
        let isShared = conversation.closings.contains { other in
            other != closing && zone.day(of: other.date) == day
        }
        let time = zone.civilTime(closing.date)
        return Phrase(.dealingOfDay, .phrase(isShared ? time.text : time.dayText))
    }

    private func choices(about party: Dealing.Party, _ action: Action?) -> [Choice] {
        Rating.allCases.reversed().map { rating in
            Choice(
                rating: rating, isChosen: action?.rating == "\(rating.rawValue)",
                remarks: Remark.allCases.filter { $0.rating == rating && $0.isSaid(of: party) }
                    .map { remark in
                        RemarkChoice(
                            remark: remark,
                            isTicked: action?.remarks.contains("\(remark.rawValue)") ?? false)
                    })
        }
    }

    private func sealText(_ review: Review) -> Phrase {
        Phrase(
            review.isPublic ? .reviewIsSealed : .reviewIsSealedForTwo,
            .phrase(zone.civilTime(review.opens).dayText))
    }
}

extension ReviewForm.Action {
    fileprivate var rating: String {
        if case .write(let rating, _, _) = self { rating } else { "" }
    }

    fileprivate var remarks: [String] {
        if case .write(_, let remarks, _) = self { remarks } else { [] }
    }

    fileprivate var text: String { if case .write(_, _, let text) = self { text } else { "" } }

    fileprivate var answer: String { if case .answer(let text) = self { text } else { "" } }
}

extension FieldReader {
    /// Nil when no rating is chosen. Remarks ticked beside another rating, before the writer
    /// changed their mind, are dropped.
    fileprivate mutating func review(
        _ rating: String, _ remarks: [String], _ text: String, about party: Dealing.Party
    ) -> ReviewContent? {
        let rating = Int(rating).flatMap { Rating(rawValue: $0) }
        if rating == nil { add("rating", Phrase(.chooseRating)) }
        let ticked = remarks.map { Int($0).flatMap { Remark(rawValue: $0) } }
        if ticked.contains(where: { $0.map { !$0.isSaid(of: party) } ?? true }) {
            add("remarks", Phrase(.unknownRemark))
        }
        let text =
            text.trimmed.isEmpty
            ? "" : self.text(text, "text", called: .reviewRow, atMost: Limits.message)
        return rating.map { rating in
            let remarks = ticked.compactMap { $0 }.filter { $0.rating == rating }
            return ReviewContent(rating: rating, remarks: Set(remarks), text: text)
        }
    }
}

extension Conversation {
    /// Whether the reader may review a closed dealing now.
    func mayReview(_ closing: Dealing.Closing, at now: Timestamp) -> Bool {
        Dealing.allows(.review, by: party, at: stage(of: .review))
            && !isSuspended
            && (try? checkMayWrite()) != nil && (try? closing.checkMayReview(at: now)) != nil
    }

    /// Whether the reader buys or sells, as far as is known.
    fileprivate var side: Deal.Side {
        party == (item?.purpose == .request ? .seller : .asker) ? .purchase : .sale
    }

    /// The latest dealing that the reader may review; nil for none.
    func closingToReview(at now: Timestamp) -> Dealing.Closing? {
        closings.first { mayReview($0, at: now) }
    }
}

extension Dealing.Closing {
    /// Whether there is a review that the reader may read.
    func hasReviews(at now: Timestamp) -> Bool {
        isReviewed || otherReviewOpens.map { $0 <= now } ?? false
    }
}
