import Market

/// An edit of what has revisions: a to-do or a memo.
struct Edit<Noun: RevisedNote> {
    /// Reads what was typed over what is stored.
    let content: (Noun) -> Result<Noun.Content, Refusal>
    /// The one that the edit is made from.
    let revision: Int64
    /// Whether it is where the edit would have it, which its content does not say.
    var isInPlace: (Noun) -> Bool = { _ in true }

    /// Saves the edit. One made from an older revision than is stored is refused, so that its page
    /// shows both; the same form sent twice is not.
    /// - Returns: what was edited, or why it was not.
    func save(
        limit: (Int) -> Fault, read: () async throws(StorageError) -> Noun,
        update: (Noun.Content) async throws(StorageError) -> Void
    ) async throws(StorageError) -> Result<Noun, RefusedEdit<Noun>> {
        let stored = try await read()
        let content = content(stored)
        let saved = try await content.saved(limit: limit, update)
        guard case .failure(let refusal) = saved else { return .success(stored) }
        guard refusal == .changedMeanwhile else {
            return .failure(RefusedEdit(refusal: refusal, stored: stored, revision: revision))
        }
        let latest = try await read()
        if case .success(latest.content) = content, isInPlace(latest) { return .success(latest) }
        return .failure(
            RefusedEdit(refusal: refusal, stored: latest, revision: latest.revision))
    }
}

/// Why an edit was not saved.
struct RefusedEdit<Noun: RevisedNote>: Error {
    let refusal: Refusal
    let stored: Noun
    /// The one that the form's next edit is made from.
    let revision: Int64

    /// What is stored by now, when another window has changed it.
    func current(in zone: MarketTimeZone) -> CurrentVersion? {
        refusal == .changedMeanwhile ? CurrentVersion(stored, in: zone) : nil
    }
}

/// What another window has saved since an edit was begun.
public struct CurrentVersion: Equatable, Sendable {
    /// The to-do's title, or all of the memo.
    public let text: String
    /// Nil when it has none.
    public let reminder: Moment?
    /// How it comes again: `매주 금요일`.
    public let repetition: Phrase?
    /// When the other window saved it.
    public let dateModified: Moment

    fileprivate init(_ noun: some RevisedNote, in zone: MarketTimeZone) {
        text = noun.content.text
        reminder = noun.content.reminder.map { Moment($0, in: zone) }
        repetition = noun.content.repetition.map(zone.text)
        dateModified = Moment(noun.dateModified, in: zone)
    }
}

/// A to-do or a memo, of which no window overwrites what another has saved.
protocol RevisedNote: Revised {
    associatedtype Content: RevisedContent

    var content: Content { get }
    var dateModified: Timestamp { get }
}

protocol RevisedContent: Equatable, Sendable {
    var text: String { get }
    var reminder: Timestamp? { get }
    var repetition: Repetition? { get }
    var item: Item.ID? { get }
}

extension Todo: RevisedNote {}
extension Memo: RevisedNote {}

extension MemoContent: RevisedContent {
    var repetition: Repetition? { nil }
}

extension TodoContent: RevisedContent {
    var text: String { title }
}

/// What was typed of a to-do or a memo, as it was typed.
public struct NoteInput: Equatable, Sendable {
    /// The to-do's title, or all of the memo.
    public var text: String
    /// As the market's clocks show it, and a `datetime-local` field sends it.
    public var reminder: String
    /// How often a to-do comes again, by its name; empty for not at all.
    public var repetition: String
    /// The id of the item that it is to be pinned to.
    public var item: String

    /// With nothing it is an empty form.
    public init(
        text: String = "", reminder: String = "", repetition: String = "", item: String = ""
    ) {
        self.text = text
        self.reminder = reminder
        self.repetition = repetition
        self.item = item
    }

    init(_ content: some RevisedContent, in zone: MarketTimeZone) {
        self.init(
            text: content.text, reminder: content.reminder.map(zone.typed) ?? "",
            repetition: content.repetition?.frequency.rawValue ?? "",
            item: content.item?.description ?? "")
    }

    /// The first moment that the field for the reminder offers, as it holds one.
    static func earliestReminder(
        keeping kept: Timestamp?, at now: Timestamp, in zone: MarketTimeZone
    ) -> String {
        zone.typed(min(now, kept ?? now))
    }

    /// The to-do to save, or everything that has to be put right.
    /// - Parameter stored: what is edited; nil of a new one.
    func todo(
        at now: Timestamp, in zone: MarketTimeZone, over stored: Todo? = nil
    ) -> Result<TodoContent, Refusal> {
        var reader = FieldReader()
        let title = reader.line(text, "title", called: .todoRow, atMost: Limits.title)
        let date = reader.reminder(reminder, at: now, in: zone, keeping: stored?.content)
        let content = TodoContent(
            title: title, reminder: date,
            repetition: reader.repetition(repetition, of: date, keeping: stored?.content),
            item: Item.ID(digits: item))
        return reader.result(content)
    }

    /// The same of a memo.
    func memo(
        at now: Timestamp, in zone: MarketTimeZone, over stored: Memo? = nil
    ) -> Result<MemoContent, Refusal> {
        var reader = FieldReader()
        let content = MemoContent(
            text: reader.text(text, "text", called: .memoRow, atMost: Limits.memo),
            reminder: reader.reminder(reminder, at: now, in: zone, keeping: stored?.content),
            item: Item.ID(digits: item))
        return reader.result(content)
    }
}

/// The item that a to-do or memo is pinned to.
public struct PinnedItem: Equatable, Sendable {
    /// What the form sends back, and its page is found by.
    public let id: Item.ID
    /// As the item has it now; `…` while the operator hides it.
    public let title: String

    /// Stands for the title of one that nobody else finds.
    static let untitled = "…"
}

extension ItemStorage {
    /// Nil when the item is gone.
    func pinnedItem(_ id: Item.ID?) async throws(StorageError) -> PinnedItem? {
        guard let id else { return nil }
        do {
            let item = try await item(id)
            let title = item.isHidden ? PinnedItem.untitled : item.content.title
            return PinnedItem(id: id, title: title)
        } catch .itemNotFound {
            return nil
        }
    }
}
