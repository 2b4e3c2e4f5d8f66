import Market

/// The form in which an operator writes an announcement to everybody, or edits one.
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
        /// The title, as typed.
        public var title: String
        /// The text, as typed.
        public var text: String
        /// The last day on which it applies, as a `date` field sends it; empty for no end.
        public var lastDay: String
        /// Whether to show it on top of the market's list.
        public var isOnTop: Bool

        /// An empty form, unless something else is given.
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
        /// The announcement that is edited; nil for a new one.
        public let id: Announcement.ID?
        /// The revision that the edit is based on; nil for a new announcement.
        public let revision: Int64?
        /// The fields as the form shows them.
        public let input: Input
        /// The page's heading, and its window's title.
        public let heading: Phrase
        /// The first day that the field for the last day offers.
        public let earliestDay: String
        /// Whether the edited announcement is over, and stays over unless its last day is changed.
        public let isOver: Bool
        /// What is stored now, if it is not what the edit was based on.
        public let current: Current?
        /// Why the form came back; nil for a form that was not sent.
        public let refusal: Refusal?
    }

    /// What another operator has saved since an edit was begun.
    public struct Current: Equatable, Sendable {
        /// The title.
        public let title: String
        /// The whole text.
        public let text: String
        /// When it was saved.
        public let dateModified: Moment
    }

    /// The form of a new announcement.
    public func output(for input: Input, at now: Timestamp) -> Output { output(input, at: now) }

    /// The form filled in with an announcement.
    /// - Throws: `.notFound`.
    public func output(
        for id: Announcement.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let stored = try await storage.announcement(id)
        return output(Input(stored.content, in: zone), of: stored, at: now)
    }

    /// Saves a new announcement or an edit. An edit of an announcement that has changed meanwhile
    /// comes back with both versions.
    /// - Parameters:
    ///   - id: the announcement that is edited; nil makes a new one.
    ///   - revision: the revision that the edit is based on; nil overwrites any.
    /// - Returns: the announcement's id, or the form. If the edited announcement is gone, it is the
    ///   form of a new one, refused with `.notFound`.
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
            return .refused(output(input, of: stored, from: revision, refusal: refusal, at: now))
        case .success(let content):
            do {
                try await storage.update(id, content: content, revision: revision, at: now)
                return .saved(id)
            } catch .changedMeanwhile {
                let latest = try await storage.announcement(id)
                // The same form was sent twice.
                guard latest.content != content else { return .saved(id) }
                return .refused(output(input, over: latest, at: now))
            } catch .busy, .full {
                return .refused(
                    output(input, of: stored, from: revision, refusal: .unavailable, at: now))
            }
        }
    }

    /// Shows both versions; sent again, the form overwrites what is stored now.
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
    /// The announcement to save, or everything that has to be corrected.
    /// - Parameter kept: the present end of the announcement; nil for a new one, or if it has no end.
    fileprivate func content(
        keeping kept: Timestamp? = nil, at now: Timestamp, in zone: MarketTimeZone
    ) -> Result<AnnouncementContent, Refusal> {
        var fields = FieldReader()
        let content = AnnouncementContent(
            title: fields.line(
                title, "title", called: .announcementTitle, atMost: Limits.announcementTitle),
            text: fields.text(text, "text", called: .announcementText, atMost: Limits.announcement),
            ends: fields.end(lastDay, keeping: kept, at: now, in: zone), isOnTop: isOnTop)
        return fields.result(content)
    }
}

extension FieldReader {
    /// The end of the last day; nil if none was typed. A day that has passed can only be kept.
    fileprivate mutating func end(
        _ typed: String, keeping kept: Timestamp?, at now: Timestamp, in zone: MarketTimeZone
    ) -> Timestamp? {
        let text = typed.trimmed
        guard !text.isEmpty else { return nil }
        guard let midnight = zone.midnight(ofDay: text) else {
            add("last_day", Phrase(.lastDayIsNoDay))
            return nil
        }
        // An operator may have ended it in the middle of that day.
        if let kept, zone.lastDay(before: kept) == zone.day(of: midnight) { return kept }
        let end = zone.day(around: midnight).upperBound
        if end <= now { add("last_day", Phrase(.lastDayHasPassed)) }
        return end
    }
}

extension MarketTimeZone {
    /// The last day of something that ends at a moment, as a `date` field holds it.
    fileprivate func lastDay(before end: Timestamp) -> String { day(of: end + -1) }
}

extension Refusal {
    fileprivate static let announcementGone = Refusal(
        .notFound, Alert(failed: .announcementGone, Phrase(.postAsNewAnnouncement)))
}
