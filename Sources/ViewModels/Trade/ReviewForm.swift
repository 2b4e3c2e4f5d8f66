import Market

/// What two people tell of a dealing that is closed: the form, and what both have written once it may
/// be seen.
public struct ReviewForm: Sendable {
    /// Of which conversation.
    public typealias Input = Conversation.ID

    private let storage: any ConversationStorage & ReviewStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any ConversationStorage & ReviewStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page.
    public struct Output: FormOutput {
        /// Names the conversation in links.
        public let id: Conversation.ID
        /// Who the dealing was with.
        public let other: Correspondent
        /// What it was about.
        public let subject: ConversationSubject
        /// Whether the reader may write one now.
        public let mayReview: Bool
        /// To choose from, the best first.
        public let choices: [Choice]
        /// As typed.
        public let text: String
        /// What the reader wrote; nil for nothing.
        public let own: ReviewEntry?
        /// Says when others see that; nil once they do.
        public let seal: Phrase?
        /// What the other wrote; nil also while it is sealed.
        public let others: ReviewEntry?
        /// Whether the reader may answer that.
        public let mayAnswer: Bool
        /// As typed.
        public let answer: String
        /// Why nothing was saved; nil when nothing was tried.
        public let refusal: Refusal?

        /// Whether there is nothing to read or write.
        public var isEmpty: Bool { !mayReview && own == nil && others == nil }
    }

    /// A rating, with what may be ticked beside it.
    public struct Choice: Equatable, Sendable {
        /// What is chosen.
        public let rating: Rating
        /// Whether it is.
        public let isChosen: Bool
        /// What goes with it.
        public let remarks: [RemarkChoice]
    }

    /// Something to tick.
    public struct RemarkChoice: Equatable, Sendable {
        /// What is ticked.
        public let remark: Remark
        /// Whether it is.
        public let isTicked: Bool
    }

    /// What somebody typed.
    public enum Action: Equatable, Sendable {
        /// - Parameters:
        ///   - rating: the number of one, as sent.
        ///   - remarks: the numbers of some, as sent.
        case write(rating: String, remarks: [String], text: String)
        /// Answers what the other wrote.
        case answer(String)
    }

    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, of reader: Conversation.Reader, at now: Timestamp,
        after action: Action? = nil, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let conversation = try await storage.conversation(id, of: reader)
        let reviews = try await storage.reviews(in: id, of: reader, at: now)
        let isSealed = reviews.own.map { $0.opens > now } ?? false
        return Output(
            id: id, other: Correspondent(conversation.other),
            subject: ConversationSubject(of: conversation),
            mayReview: conversation.mayBeReviewed(at: now),
            choices: choices(about: conversation.party.other, action),
            text: action?.text ?? "",
            own: reviews.own.map { ReviewEntry($0, zone: zone) },
            seal: isSealed ? reviews.own.map { sealText($0) } : nil,
            others: reviews.others.map { ReviewEntry($0, zone: zone) },
            mayAnswer: reviews.others.map { $0.answer == nil } ?? false,
            answer: action?.answer ?? "", refusal: refusal)
    }

    /// Saves what was typed, or shows it again with why not.
    /// - Throws: `.notFound` when the reader has no such conversation, or no such review.
    public func submit(
        _ action: Action, in id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        let refusal: Refusal
        do throws(StorageError) {
            guard let found = try await save(action, in: id, of: reader, at: now) else {
                return .saved(())
            }
            refusal = found
        } catch {
            switch error {
            case .dealing(let obstacle):
                refusal = Refusal(.conflict, Alert(failed: .failure, obstacle.phrase))
            case .suspended: refusal = .suspended
            case .busy, .full: refusal = .unavailable
            default: throw error
            }
        }
        return .refused(
            try await output(for: id, of: reader, at: now, after: action, refusal: refusal))
    }

    private func save(
        _ action: Action, in id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        // Who has no such conversation learns nothing else.
        let conversation = try await storage.conversation(id, of: reader)
        var fields = FieldReader()
        switch action {
        case .write(let rating, let remarks, let text):
            let content = fields.review(
                rating, remarks, text, about: conversation.party.other)
            guard let content, fields.faults.isEmpty else { return fields.refusal }
            try await storage.insert(content, in: id, by: reader, at: now)
        case .answer(let typed):
            let text = fields.text(
                typed, "answer", called: .reviewAnswerRow, atMost: Limits.message)
            if let refusal = fields.refusal { return refusal }
            try await storage.answerReview(text, in: id, by: reader, at: now)
        }
        return nil
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
        Phrase(.reviewIsSealed, .phrase(zone.civilTime(review.opens).dayText))
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
    /// Nil when no rating is chosen. What was ticked beside another rating, before the writer
    /// thought better of it, is left out.
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
    /// Whether the reader may tell now what it was like.
    func mayBeReviewed(at now: Timestamp) -> Bool {
        Dealing.allows(.review, by: party, at: stage) && (try? checkMayWrite()) != nil
            && (try? closing?.checkMayReview(at: now)) != nil
    }

    /// Whether there is a review that the reader may read.
    func hasReviews(at now: Timestamp) -> Bool {
        guard let closing else { return false }
        return closing.isReviewed || closing.otherReviewOpens.map { $0 <= now } ?? false
    }
}
