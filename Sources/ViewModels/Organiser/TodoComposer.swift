import Market

/// The form that makes a to-do from elsewhere: from an item that it is pinned to, or from a day of the
/// schedule.
public struct TodoComposer: Sendable {
    /// What was typed.
    public typealias Input = NoteInput

    /// What the list is called that is made for who has none.
    public static let firstList = Phrase(.firstList)

    /// When a to-do of a day to come is thought of, unless another time is chosen.
    private static let morning = "T09:00"

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone
    private let firstList: TodoListContent

    /// Reads and writes in `storage`.
    /// - Parameter firstList: the same, in the language of the account.
    public init(
        storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone, firstList: String
    ) {
        self.storage = storage
        self.zone = zone
        self.firstList = TodoListContent(title: firstList)
    }

    /// The form.
    public struct Output: FormOutput {
        /// As the form holds it.
        public let input: NoteInput
        /// The first moment that the field for the reminder offers.
        public let earliestReminder: String
        /// Newest first; one to be made for who has none.
        public let lists: [ListChoice]
        /// The item that the form names; nil when it names none, or one that is gone.
        public let item: PinnedItem?
        /// The day of the schedule that the form goes back to; nil where there is no such one.
        public let day: String?
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// A to-do that was added.
    public struct Added: Equatable, Sendable {
        /// The one that it is on.
        public let list: TodoList.ID
        /// The day of the schedule to go back to; nil where there is no such one.
        public let day: String?
    }

    /// - Parameters:
    ///   - input: what the fields hold; the link here from an item's page fills in `item`.
    ///   - typedList: a list's id; with nothing the newest is chosen.
    ///   - day: of the schedule, `2026-11-23`: as the form begins it holds a time of that day, if it is still
    ///     to come.
    ///   - refusal: why the form comes back; nil as it begins.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, on typedList: String = "", day: String = "", of account: Account.ID,
        at now: Timestamp, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        let choices = ListChoice.all(lists, selected: typedList, orElse: lists.last?.id)
        let first = ListChoice(id: nil, title: firstList.title, isSelected: true)
        var input = input
        if refusal == nil && input.reminder.isEmpty { input.reminder = reminder(on: day, at: now) }
        return Output(
            input: input,
            earliestReminder: NoteInput.earliestReminder(keeping: nil, at: now, in: zone),
            lists: choices.isEmpty ? [first] : choices,
            item: try await storage.pinnedItem(Item.ID(digits: input.item)),
            day: known(day), refusal: refusal)
    }

    /// Adds the to-do.
    /// - Parameters:
    ///   - typedList: a list's id; with nothing the to-do goes on the newest list.
    ///   - day: of the schedule, to go back to.
    /// - Returns: what is to be known of it, or the form.
    public func submit(
        _ input: Input, on typedList: String = "", day: String = "", of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormResult<Added, Output> {
        do {
            return try await FormResult(
                input.todo(at: now, in: zone), limit: TodoListDetail.limitFault,
                save: { content throws(StorageError) in
                    let list = try await list(typedList, of: account, at: now)
                    _ = try await storage.insert(content, in: list, of: account, at: now)
                    return Added(list: list, day: known(day))
                },
                refused: { refusal throws(StorageError) in
                    try await output(
                        for: input, on: typedList, day: day, of: account, at: now,
                        refusal: refusal)
                })
        } catch .notFound {
            let refusal = Refusal([ListChoice.goneFault])
            return .refused(
                try await output(
                    for: input, on: typedList, day: day, of: account, at: now, refusal: refusal))
        }
    }

    /// A day as the schedule knows it; nil for anything else.
    private func known(_ day: String) -> String? {
        zone.midnight(ofDay: day) == nil ? nil : day
    }

    /// What the field holds for a day: its morning, or the next full hour where that is over; nothing for
    /// a day that has passed.
    private func reminder(on day: String, at now: Timestamp) -> String {
        guard let midnight = zone.midnight(ofDay: day),
            let morning = zone.moment(typed: day + Self.morning)
        else { return "" }
        let next = zone.day(around: midnight).upperBound
        guard now < next else { return "" }
        let hour = now + (3_600 - zone.local(now).seconds % 3_600)
        return zone.typed(min(max(morning, hour), next + -60))
    }

    private func list(
        _ typed: String, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        if !typed.isEmpty {
            guard let id = TodoList.ID(digits: typed) else { throw .notFound }
            return id
        }
        if let newest = try await storage.lists(of: account).last { return newest.id }
        return try await storage.insert(firstList, of: account, at: now)
    }
}

/// A list among those that a to-do may be on.
public struct ListChoice: Equatable, Sendable {
    /// Nil for one that is made when the to-do is saved.
    public let id: TodoList.ID?
    /// The list's, or what the one to be made will be called.
    public let title: String
    /// True of one: the list asked for, or another where there is no such one.
    public let isSelected: Bool

    /// Newest first.
    /// - Parameters:
    ///   - typed: the id of the list asked for.
    ///   - other: the one that is selected where that is none.
    static func all(
        _ lists: [TodoListSummary], selected typed: String, orElse other: TodoList.ID?
    ) -> [ListChoice] {
        let selected = lists.last { $0.id.description == typed }?.id ?? other
        return lists.reversed().map { summary in
            ListChoice(
                id: summary.id, title: summary.list.content.title,
                isSelected: summary.id == selected)
        }
    }

    static let goneFault = Fault("list", Phrase(.listGone))
}
