import Market

/// The form that writes a memo or edits one: two modes of one view model.
public struct MemoEditor: Sendable {
    /// What was typed.
    public typealias Input = NoteInput

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The form.
    public struct Output: FormOutput {
        /// The memo that is edited; nil for a new one.
        public let id: Memo.ID?
        /// The revision that the edit is made from; 0 for none.
        public let revision: Int64
        /// The form's values.
        public let input: NoteInput
        /// The earliest time that the reminder's field accepts.
        public let earliestReminder: String
        /// The page's heading and window title.
        public let heading: Phrase
        /// The item that the form names; nil when it names none, or that item is gone.
        public let item: PinnedItem?
        /// The stored version, if it is not the one that the edit was made from.
        public let current: CurrentVersion?
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// The form for a new memo; a link from an item's page fills in `item`.
    /// - Throws: `StorageError` when the storage fails.
    public func output(for input: Input, at now: Timestamp) async throws(StorageError) -> Output {
        try await output(nil, input, at: now)
    }

    /// The form filled in with a memo.
    /// - Throws: `.notFound` when the account has no such memo.
    public func output(
        for id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let memo = try await storage.memo(id, of: account)
        return try await output(
            memo, NoteInput(memo.content, in: zone), revision: memo.revision, at: now)
    }

    /// Saves a new memo or an edit. If the memo has changed since the edit began, the form comes
    /// back with both versions.
    /// - Parameters:
    ///   - id: the memo that is edited; nil for a new one.
    ///   - revision: the revision that the edit is made from; 0 for none.
    /// - Returns: the memo, or the form; if the edited memo is gone, the form for a new one,
    ///   refused as `.notFound`.
    public func submit(
        _ input: Input, for id: Memo.ID?, revision: Int64 = 0, of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormResult<Memo.ID, Output> {
        do {
            if let id { return try await edit(id, input, revision, of: account, at: now) }
        } catch .notFound {
            return .refused(try await output(nil, input, refusal: .memoGone, at: now))
        }
        return try await FormResult(
            input.memo(at: now, in: zone), limit: Self.limitFault,
            save: { content throws(StorageError) in
                try await storage.insert(content, of: account, at: now)
            },
            refused: { refusal throws(StorageError) in
                try await output(nil, input, refusal: refusal, at: now)
            })
    }

    private func edit(
        _ id: Memo.ID, _ input: NoteInput, _ revision: Int64, of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormResult<Memo.ID, Output> {
        let edit = Edit<Memo>(
            content: { input.memo(at: now, in: zone, over: $0) }, revision: revision)
        let result = try await edit.save(
            limit: Self.limitFault,
            read: { () throws(StorageError) in try await storage.memo(id, of: account) },
            update: { content throws(StorageError) in
                try await storage.update(
                    id, of: account, content: content, revision: revision, at: now)
            })
        guard case .failure(let refused) = result else { return .saved(id) }
        return .refused(
            try await output(
                refused.stored, input, revision: refused.revision, refusal: refused.refusal,
                refused.current(in: zone), at: now))
    }

    private static func limitFault(_ most: Int) -> Fault {
        Fault("text", Phrase(.tooManyMemos, most))
    }

    private func output(
        _ memo: Memo?, _ input: NoteInput, revision: Int64 = 0, refusal: Refusal? = nil,
        _ current: CurrentVersion? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        Output(
            id: memo?.id, revision: revision, input: input,
            earliestReminder: NoteInput.earliestReminder(
                keeping: memo?.content.reminder, at: now, in: zone),
            heading: Phrase(memo == nil ? .newMemo : .editMemo),
            item: try await storage.pinnedItem(Item.ID(digits: input.item)), current: current,
            refusal: refusal)
    }
}

extension Refusal {
    fileprivate static let memoGone = Refusal(
        .notFound, Alert(failed: .memoGone, Phrase(.saveAsNewMemo)))
}
