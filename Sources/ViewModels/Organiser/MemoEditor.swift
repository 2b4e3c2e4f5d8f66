import Market

/// The form that writes a memo or edits one: two modes of one view model.
public struct MemoEditor: Sendable {
    private let storage: any OrganiserStorage & ItemStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    /// Whether the form makes a memo or changes one.
    public enum Mode: Equatable, Sendable {
        /// A new memo; one that is edited has an id.
        case composing
        case editing(Memo.ID)
    }

    /// Whose memo, and what was typed into its form.
    public struct Input: Equatable, Sendable {
        /// Whose memo it is, or becomes.
        public var account: Account.ID
        /// A new memo unless the page is an existing one's.
        public var mode: Mode
        /// As it was typed, with its line ends.
        public var text: String
        /// Korean time, as a `datetime-local` field sends it.
        public var reminder: String
        /// The id of the item that it is to be pinned to.
        public var item: String
        /// The one that an edit is made from; 0 is none.
        public var revision: Int64

        /// With nothing but an account it asks for an empty form.
        public init(
            account: Account.ID, mode: Mode = .composing, text: String = "",
            reminder: String = "", item: String = "", revision: Int64 = 0
        ) {
            self.account = account
            self.mode = mode
            self.text = text
            self.reminder = reminder
            self.item = item
            self.revision = revision
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// As the form holds it.
        public let input: Input
        /// The page's heading, and its window's title.
        public let heading: String
        /// The item that the form names; nil when it names none, or one that is gone.
        public let item: PinnedItem?
        /// What is stored by now, when it is not what the edit was made from.
        public let current: CurrentVersion?
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// A new memo's form as it is asked for; one that edits is filled with its memo.
    /// - Throws: `.notFound` when the account has no such memo.
    public func output(for input: Input) async throws(StorageError) -> Output {
        guard case .editing(let id) = input.mode else { return try await output(input) }
        let memo = try await storage.memo(id, of: input.account)
        return try await output(Input(memo, of: input.account))
    }

    /// Saves a new memo, or an edit; one made from what has changed meanwhile comes back with both.
    /// - Returns: the memo, or the form: of a new memo, refused as `.notFound`, when the one that
    ///   was edited is gone.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Memo.ID, Output> {
        guard case .editing(let id) = input.mode else { return try await create(input, at: now) }
        do {
            return try await edit(id, input, at: now)
        } catch .notFound {
            var new = input
            new.mode = .composing
            return .refused(try await output(new, Refusal(.notFound, .memoGone)))
        }
    }

    private func create(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Memo.ID, Output> {
        try await FormResult(
            input.content(), limit: Self.limitFault,
            save: { content async throws(StorageError) in
                try await storage.insert(content, of: input.account, at: now)
            },
            refused: { refusal async throws(StorageError) in try await output(input, refusal) })
    }

    private func edit(
        _ id: Memo.ID, _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Memo.ID, Output> {
        let edit = Edit<Memo>(content: input.content(), revision: input.revision)
        let result = try await edit.save(
            limit: Self.limitFault,
            read: { () async throws(StorageError) in
                try await storage.memo(id, of: input.account)
            },
            update: { content async throws(StorageError) in
                try await storage.update(
                    id, of: input.account, content: content, revision: input.revision, at: now)
            })
        guard case .failure(let refused) = result else { return .saved(id) }
        var input = input
        input.revision = refused.revision
        return .refused(try await output(input, refused.refusal, refused.current))
    }

    private static func limitFault(_ most: Int) -> Fault {
        Fault(
            "text", "메모는 \(grouped(Int64(most)))개까지 쓸 수 있으니 쓰지 않는 메모를 지워주세요.")
    }

    private func output(
        _ input: Input, _ refusal: Refusal? = nil, _ current: CurrentVersion? = nil
    ) async throws(StorageError) -> Output {
        Output(
            input: input,
            heading: input.mode == .composing ? "새 메모" : "메모 수정",
            item: try await storage.pinnedItem(typed: input.item),
            current: current,
            refusal: refusal)
    }
}

extension Alert {
    fileprivate static let memoGone = Alert(
        .failure, title: "없는 메모예요",
        lines: [Line("지워진 메모예요. 적은 것은 그대로 있으니 새 메모로 저장할 수 있어요.")])
}

extension MemoEditor.Input {
    fileprivate init(_ memo: Memo, of account: Account.ID) {
        self.init(
            account: account, mode: .editing(memo.id), text: memo.content.text,
            reminder: memo.content.reminder?.typedKoreanTime ?? "",
            item: memo.content.item?.description ?? "", revision: memo.revision)
    }

    /// What to save, or everything that has to be put right.
    fileprivate func content() -> Result<MemoContent, Refusal> {
        var reader = FieldReader()
        let content = MemoContent(
            text: reader.text(text, "text", called: "메모를", atMost: Limits.memo),
            reminder: reader.reminder(reminder), item: Item.ID(digits: item))
        return reader.result(content)
    }
}
