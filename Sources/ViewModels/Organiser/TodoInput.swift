import Market

/// What was typed of a task, as it was typed.
public struct TodoInput: Equatable, Sendable {
    public var title: String
    /// Korean time, as a `datetime-local` field sends it.
    public var reminder: String
    /// The id of the listing that it is to be pinned to.
    public var item: String

    public init(title: String = "", reminder: String = "", item: String = "") {
        self.title = title
        self.reminder = reminder
        self.item = item
    }

    init(_ content: TodoContent) {
        self.init(
            title: content.title, reminder: content.reminder?.typedKoreanTime ?? "",
            item: content.item?.description ?? "")
    }

    /// What to save, or everything that has to be put right.
    func content() -> Result<TodoContent, Refusal> {
        var reader = FieldReader()
        let content = TodoContent(
            title: reader.line(title, "title", called: "할 일을", atMost: Limits.title),
            reminder: reader.reminder(reminder), item: Item.ID(digits: item))
        return reader.faults.isEmpty ? .success(content) : .failure(Refusal(reader.faults))
    }
}
