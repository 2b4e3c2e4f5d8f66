import Market

/// The form by which an operator tells everybody something, or edits that.
public struct AnnouncementForm: Sendable {
    private let storage: any AnnouncementStorage
    private let zone: MarketTimeZone

    /// Reads from and writes to `storage`.
    public init(storage: any AnnouncementStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// As typed.
        public var title: String
        /// As typed.
        public var text: String
        /// The last day that it holds, as a `date` field sends it; empty for good.
        public var lastDay: String
        /// Whether it is to stand on top of the market's list.
        public var isOnTop: Bool

        /// An empty form, unless said otherwise.
        public init(
            title: String = "", text: String = "", lastDay: String = "", isOnTop: Bool = false
        ) {
            (self.title, self.text) = (title, text)
            (self.lastDay, self.isOnTop) = (lastDay, isOnTop)
        }

        fileprivate init(_ content: AnnouncementContent, in zone: MarketTimeZone) {
            self.init(
                title: content.title, text: content.text,
                lastDay: content.ends.map { zone.lastDay(before: $0) } ?? "",
                isOnTop: content.isOnTop)
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// The one that is edited; nil of a new one.
        public let id: Announcement.ID?
        /// The one that an edit is made from; nil of a new one.
        public let revision: Int64?
        /// As the form holds it.
        public let input: Input
        /// The page's heading, and its window's title.
        public let heading: Phrase
        /// The first day that the field for the last day offers.
        public let earliestDay: String
        /// Whether the one that is edited is over, and stays so while its last day does.
        public let isOver: Bool
        /// What is stored by now, when it is not what the edit was made from.
        public let current: Current?
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// What another operator has saved since an edit was begun.
    public struct Current: Equatable, Sendable {
        /// What it is called.
        public let title: String
        /// All of it.
        public let text: String
        /// When they have saved it.
        public let dateModified: Moment
    }

    /// A new announcement's form.
    public func output(for input: Input, at now: Timestamp) -> Output {
        output(input, at: now)
    }

    /// The form filled with an announcement.
    /// - Throws: `.notFound`.
    public func output(
        for id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let stored = try await storage.announcement(id)
        return output(Input(stored.content, in: zone), of: stored, at: now)
    }

    /// Saves a new one, or an edit; one made from what has changed meanwhile comes back with both.
    /// - Parameters:
    ///   - id: the one that is edited; nil makes a new one.
    ///   - revision: the one that an edit is made from; nil overwrites any.
    /// - Returns: which it is, or the form: of a new one, refused as `.notFound`, when the one that was
    ///   edited is gone.
    public func submit(
        _ input: Input, for id: Announcement.ID? = nil, revision: Int64? = nil, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Announcement.ID, Output> {
        do {
            if let id { return try await edit(id, input, revision, at: now) }
        } catch .notFound {
            return .refused(output(input, refusal: .announcementGone, at: now))
        }
        switch input.content(at: now, in: zone) {
        case .failure(let refusal):
            return .refused(output(input, refusal: refusal, at: now))
        case .success(let content):
            do {
                return .saved(try await storage.insert(content, at: now))
            } catch .busy, .full {
                return .refused(output(input, refusal: .unavailable, at: now))
            }
        }
    }

    private func edit(
        _ id: Announcement.ID, _ input: Input, _ revision: Int64?, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Announcement.ID, Output> {
        let stored = try await storage.announcement(id)
        switch input.content(keeping: stored.content.ends, at: now, in: zone) {
        case .failure(let refusal):
            return .refused(
                output(input, of: stored, from: revision, refusal: refusal, at: now))
        case .success(let content):
            do {
                try await storage.update(id, content: content, revision: revision, at: now)
                return .saved(id)
            } catch .changedMeanwhile {
                let latest = try await storage.announcement(id)
                // The same form, sent twice.
                guard latest.content != content else { return .saved(id) }
                return .refused(output(input, over: latest, at: now))
            } catch .busy, .full {
                return .refused(
                    output(input, of: stored, from: revision, refusal: .unavailable, at: now))
            }
        }
    }

    /// Shows both: sent again, it takes the place of what is there by now.
    private func output(_ input: Input, over latest: Announcement, at now: Timestamp) -> Output {
        let current = Current(
            title: latest.content.title, text: latest.content.text,
            dateModified: Moment(latest.dateModified, in: zone))
        return output(input, of: latest, current, refusal: .changedMeanwhile, at: now)
    }

    private func output(
        _ input: Input, of stored: Announcement? = nil, from revision: Int64? = nil,
        _ current: Current? = nil, refusal: Refusal? = nil, at now: Timestamp
    ) -> Output {
        Output(
            id: stored?.id, revision: revision ?? stored?.revision, input: input,
            heading: Phrase(stored == nil ? .newAnnouncement : .editAnnouncement),
            earliestDay: zone.day(of: now), isOver: stored?.content.isOver(at: now) ?? false,
            current: current, refusal: refusal)
    }
}

extension AnnouncementForm.Input {
    /// The announcement to save, or everything that has to be put right.
    /// - Parameter kept: when it ends so far; nil of a new one, and for good.
    fileprivate func content(
        keeping kept: Timestamp? = nil, at now: Timestamp, in zone: MarketTimeZone
    ) -> Result<AnnouncementContent, Refusal> {
        var fields = FieldReader()
        let content = AnnouncementContent(
            title: fields.line(
                title, "title", called: .announcementTitle, atMost: Limits.announcementTitle),
            text: fields.text(
                text, "text", called: .announcementText, atMost: Limits.announcement),
            ends: fields.end(lastDay, keeping: kept, at: now, in: zone), isOnTop: isOnTop)
        return fields.result(content)
    }
}

extension FieldReader {
    /// The end of a last day; nil when none was typed. One that has passed may only be kept.
    fileprivate mutating func end(
        _ typed: String, keeping kept: Timestamp?, at now: Timestamp, in zone: MarketTimeZone
    ) -> Timestamp? {
        let text = typed.trimmed
        guard !text.isEmpty else { return nil }
        guard let midnight = zone.midnight(ofDay: text) else {
            add("last_day", Phrase(.lastDayIsNoDay))
            return nil
        }
        // An operator may have ended it in the midst of that day.
        if let kept, zone.lastDay(before: kept) == zone.day(of: midnight) { return kept }
        let end = zone.day(around: midnight).upperBound
        if end <= now { add("last_day", Phrase(.lastDayHasPassed)) }
        return end
    }
}

extension MarketTimeZone {
    /// Of what ends at a moment, as a `date` field holds it.
    fileprivate func lastDay(before end: Timestamp) -> String { day(of: end + -1) }
}

extension Refusal {
    fileprivate static let announcementGone = Refusal(
        .notFound, Alert(failed: .announcementGone, Phrase(.postAsNewAnnouncement)))
}
