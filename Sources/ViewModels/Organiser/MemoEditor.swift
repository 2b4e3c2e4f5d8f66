import Market

/// The form that writes a memo or edits one: two modes of one view model.
public struct MemoEditor: Sendable {
    private let storage: any OrganiserStorage & ItemStorage

    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    public enum Mode: Equatable, Sendable {
        case composing
        /// - Parameter revision: the one that the edit is made from.
        case editing(Memo.ID, revision: Int64)
    }

    /// What was typed, as it was typed.
    public struct Input: Equatable, Sendable {
        public var text: String
        /// Korean time, as a `datetime-local` field sends it.
        public var reminder: String
        /// The id of the listing that it is to be pinned to.
        public var item: String

        public init(text: String = "", reminder: String = "", item: String = "") {
            self.text = text
            self.reminder = reminder
            self.item = item
        }
    }

    public struct Output: Sendable {
        public let mode: Mode
        public let heading: String
        public let input: Input
        public let item: PinnedItem?
        /// What is kept by now, when it is not what the edit was made from.
        public let current: Current?
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// What another window has saved meanwhile.
    public struct Current: Equatable, Sendable {
        public let text: String
        public let dateModified: Moment
    }

    /// - Parameter item: the id of the listing to pin it to.
    public func blank(item: String) async throws(StorageError) -> Output {
        try await output(.composing, Input(item: item))
    }

    /// - Throws: `.notFound` when the account has no such memo.
    public func filled(
        with id: Memo.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let memo = try await memo(id, of: account)
        return try await output(.editing(id, revision: memo.revision), Input(memo.content))
    }

    /// Saves a new memo.
    public func create(
        _ input: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<Memo.ID, Output> {
        var result: Result<Memo.ID, Refusal>
        switch input.content() {
        case .failure(let rejection): result = .failure(rejection)
        case .success(let content):
            result = try await saving(limit: Self.limitFault) { () async throws(StorageError) in
                try await storage.insert(content, of: account, at: now)
            }
        }
        switch result {
        case .success(let id): return .saved(id)
        case .failure(let rejection): return try await refused(.composing, input, rejection)
        }
    }

    /// Saves an edit; one made from what has changed meanwhile comes back with both.
    /// - Throws: `.notFound` when the account has no such memo.
    public func edit(
        _ id: Memo.ID, _ input: Input, revision: Int64, of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<Memo.ID, Output> {
        _ = try await memo(id, of: account)
        let mode = Mode.editing(id, revision: revision)
        let content: MemoContent
        switch input.content() {
        case .failure(let rejection): return try await refused(mode, input, rejection)
        case .success(let found): content = found
        }
        let saved = try await saving(limit: Self.limitFault) { () async throws(StorageError) in
            try await storage.update(
                id, of: account, content: content, revision: revision, at: now)
        }
        guard case .failure(let rejection) = saved else { return .saved(id) }
        guard rejection == .changedMeanwhile else {
            return try await refused(mode, input, rejection)
        }
        let latest = try await memo(id, of: account)
        // The same form, sent twice.
        if latest.content == content { return .saved(id) }
        return try await refused(
            .editing(id, revision: latest.revision), input, rejection, current: latest)
    }

    /// The form of a new memo, for what was typed into one that is not there any more.
    public func rescue(_ input: Input) async throws(StorageError) -> Output {
        try await output(.composing, input, alert: .memoGone)
    }

    private static func limitFault(_ most: Int) -> Fault {
        Fault(
            "text", "메모는 \(grouped(Int64(most)))개까지 쓸 수 있으니 쓰지 않는 메모를 지워주세요.")
    }

    private func memo(
        _ id: Memo.ID, of account: Account.ID
    ) async throws(StorageError) -> Memo {
        try await storage.memo(id, of: account)
    }

    private func refused(
        _ mode: Mode, _ input: Input, _ rejection: Refusal, current: Memo? = nil
    ) async throws(StorageError) -> FormOutcome<Memo.ID, Output> {
        .refused(
            try await output(mode, input, rejection, current: current), rejection.reason)
    }

    private func output(
        _ mode: Mode, _ input: Input, _ rejection: Refusal? = nil, current: Memo? = nil,
        alert: Alert? = nil
    ) async throws(StorageError) -> Output {
        Output(
            mode: mode,
            heading: mode == .composing ? "새 메모" : "메모 수정",
            input: input,
            item: try await storage.pinnedItem(typed: input.item),
            current: current.map { memo in
                Current(text: memo.content.text, dateModified: Moment(memo.dateModified))
            },
            faults: rejection?.faults ?? [],
            alert: alert ?? rejection?.alert)
    }
}

extension Alert {
    fileprivate static let memoGone = Alert(
        .failure, title: "없는 메모예요",
        lines: [Line("지워진 메모예요. 적은 것은 그대로 있으니 새 메모로 저장할 수 있어요.")])
}

extension MemoEditor.Input {
    init(_ content: MemoContent) {
        self.init(
            text: content.text, reminder: content.reminder?.typedKoreanTime ?? "",
            item: content.item?.description ?? "")
    }

    /// What to save, or everything that has to be put right.
    fileprivate func content() -> Result<MemoContent, Refusal> {
        var reader = FieldReader()
        let content = MemoContent(
            text: reader.text(text, "text", called: "메모를", atMost: Limits.memo),
            reminder: reader.reminder(reminder), item: Item.ID(digits: item))
        return reader.faults.isEmpty ? .success(content) : .failure(Refusal(reader.faults))
    }
}
