import Market

/// The form that adds a to-do from an item's page, pinned to the item, or from a day of the schedule.
public struct TodoComposer: Sendable {
    /// What was typed.
    public typealias Input = NoteInput

    /// The title of the list that is made for an account that has no list but checklists.
    public static let firstList = Phrase(.firstList)

    /// The preset time of a reminder for a future day.
    private static let morning = "T09:00"
    /// Among how many open to-dos the last one that is about no item is sought.
    private static let mostLookedAt = 50

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone
    private let firstList: TodoListContent

    /// Reads and writes in `storage`.
    /// - Parameter firstList: `firstList` in the account's language.
    public init(
        storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone, firstList: String
    ) {
        self.storage = storage
        self.zone = zone
        self.firstList = TodoListContent(title: firstList)
    }

    /// The form.
    public struct Output: FormOutput {
        /// The form's values.
        public let input: NoteInput
        /// The earliest time that the reminder's field accepts.
        public let earliestReminder: String
        /// The account's lists, newest first; above them, if none of them is the usual one, the one
        /// that will be made.
        public let lists: [ListChoice]
        /// The item that the form names; nil when it names none, or that item is gone.
        public let item: PinnedItem?
        /// The day of the schedule that the form leads back to; nil when there is no such day.
        public let day: String?
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// A to-do that was added.
    public struct Added: Equatable, Sendable {
        /// The list that it is on.
        public let list: TodoList.ID
        /// The day of the schedule to go back to; nil when there is no such day.
        public let day: String?
    }

    /// - Parameters:
    ///   - input: the form's values; a link from an item's page fills in `item`.
    ///   - typedList: a list's ID; if empty, the usual list is selected.
    ///   - day: the day of the schedule, `2026-11-23`; unless it has passed, an empty form is
    ///     preset with a time on it.
    ///   - refusal: why the form was refused; nil before it is sent.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for input: Input, on typedList: String = "", day: String = "", of account: Account.ID,
        at now: Timestamp, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        let usual = try await usualList(among: lists, for: input, of: account)
        var choices = ListChoice.all(lists, selected: typedList, orElse: usual)
        if usual == nil {
            let isSelected = !choices.contains(where: \.isSelected)
            let first = ListChoice(id: nil, title: firstList.title, isSelected: isSelected)
            choices.insert(first, at: 0)
        }
        var input = input
        if refusal == nil && input.reminder.isEmpty { input.reminder = reminder(on: day, at: now) }
        return Output(
            input: input,
            earliestReminder: NoteInput.earliestReminder(keeping: nil, at: now, in: zone),
            lists: choices, item: try await storage.pinnedItem(Item.ID(digits: input.item)),
            day: known(day), refusal: refusal)
    }

    /// Adds the to-do.
    /// - Parameters:
    ///   - typedList: a list's ID; if empty, the to-do goes on the usual list.
    ///   - day: the day of the schedule to go back to.
    /// - Returns: where the to-do was added, or the form.
    public func submit(
        _ input: Input, on typedList: String = "", day: String = "", of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormResult<Added, Output> {
        do {
            return try await FormResult(
                input.todo(at: now, in: zone), limit: TodoListDetail.limitFault,
                save: { content throws(StorageError) in
                    let list = try await list(typedList, for: input, of: account, at: now)
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

    /// The day, if the schedule can show it; nil for anything else.
    private func known(_ day: String) -> String? { zone.midnight(ofDay: day) == nil ? nil : day }

    /// The preset reminder for a day: its morning, or the next full hour if that is over; empty for
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
        _ typed: String, for input: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        if !typed.isEmpty {
            guard let id = TodoList.ID(digits: typed) else { throw .notFound }
            return id
        }
        let lists = try await storage.lists(of: account)
        if let usual = try await usualList(among: lists, for: input, of: account) { return usual }
        return try await storage.insert(firstList, of: account, at: now)
    }

    /// The list for a to-do for which none is chosen: if it is about an item, the list of the item's
    /// other to-dos. Any other to-do is not about a sale, so it goes where the last such to-do went,
    /// on the newest list that is no item's checklist, or on the one that was made here before. Nil
    /// if the account has only checklists, or no lists.
    private func usualList(
        among lists: [TodoListSummary], for input: Input, of account: Account.ID
    ) async throws(StorageError) -> TodoList.ID? {
        if let item = Item.ID(digits: input.item) {
            let pinned = try await storage.todos(pinnedTo: item, of: account, limit: 1)
            if let todo = pinned.first { return todo.list }
        }
        let open = try await storage.openTodos(of: account, limit: Self.mostLookedAt).map(\.todo)
        if let plain = open.first(where: { $0.content.item == nil }) { return plain.list }
        let checklists = Set(open.map(\.list))
        return
            (lists.last { !checklists.contains($0.id) }
            ?? lists.last { $0.list.content.title == firstList.title })?.id
    }
}

/// A list to choose for a to-do.
public struct ListChoice: Equatable, Sendable {
    /// Nil for a list that is made when the to-do is saved.
    public let id: TodoList.ID?
    /// The list's title.
    public let title: String
    /// Whether it is selected: exactly one is.
    public let isSelected: Bool

    /// Newest first.
    /// - Parameters:
    ///   - typed: the ID of the list asked for.
    ///   - other: the list that is selected if there is no such list.
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
