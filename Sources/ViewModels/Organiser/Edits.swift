import Market

/// An edit of something with revisions: a to-do or a memo.
struct Edit<Noun: RevisedNote> {
    /// Reads the content that was typed, given what is stored.
    let content: (Noun) -> Result<Noun.Content, Refusal>
    /// The revision that the edit was made from.
    let revision: Int64
    /// Whether the stored one is already in the list that the edit moves it to, which its content
    /// does not tell.
    var isInPlace: (Noun) -> Bool = { _ in true }

    /// Saves the edit. An edit made from an older revision than the stored one is refused, so that
    /// the page can show both; sending the same form twice is not refused.
    /// - Returns: the to-do or memo as it was read, or why the edit was refused.
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
        return .failure(RefusedEdit(refusal: refusal, stored: latest, revision: latest.revision))
    }
}

/// Why an edit was not saved.
struct RefusedEdit<Noun: RevisedNote>: Error {
    let refusal: Refusal
    let stored: Noun
    /// The revision that the form's next edit is made from.
    let revision: Int64

    /// The stored version, if another window has changed it meanwhile.
    func current(in zone: MarketTimeZone) -> CurrentVersion? {
        refusal == .changedMeanwhile ? CurrentVersion(stored, in: zone) : nil
    }
}

/// What another window has saved since an edit was begun.
public struct CurrentVersion: Equatable, Sendable {
    /// The to-do's title, or the memo's whole text.
    public let text: String
    /// Its reminder; nil for none.
    public let reminder: Moment?
    /// How it repeats: `매주 금요일`.
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

/// A to-do or a memo, whose revisions keep one window from overwriting what another has saved.
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

/// The fields of a to-do or a memo, as typed.
public struct NoteInput: Equatable, Sendable {
    /// The to-do's title, or the memo's whole text.
    public var text: String
    /// The local time in the market's time zone, as a `datetime-local` field sends it.
    public var reminder: String
    /// The name of a to-do's frequency; empty if it does not repeat.
    public var repetition: String
    /// The ID of the item to pin it to.
    public var item: String

    /// Without arguments, an empty form.
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

    /// The earliest time that the reminder's field accepts, in the field's format: now, or the
    /// reminder that is kept if that is earlier.
    static func earliestReminder(
        keeping kept: Timestamp?, at now: Timestamp, in zone: MarketTimeZone
    ) -> String {
        zone.typed(min(now, kept ?? now))
    }

    /// The to-do to save, or a refusal with every fault in the fields.
    /// - Parameter stored: the to-do that is edited; nil for a new one.
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

    /// The memo to save, or a refusal with every fault in the fields.
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
    /// The item's ID, for the form and for the link to its page.
    public let id: Item.ID
    /// The item's present title; `…` while the operator hides the item.
    public let title: String

    /// Shown instead of the title of an item that others cannot see.
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
