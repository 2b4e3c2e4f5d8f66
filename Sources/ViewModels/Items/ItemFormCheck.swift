import Market

/// Checks a form that is still being filled in, row by row.
public struct ItemFormCheck: Sendable {
    /// Needs no storage: what only the storage knows is checked when the form is sent.
    public init() {}

    /// What has been typed so far, and which rows the writer has left.
    public struct Input: Sendable {
        /// The form as it is now.
        public var form: ItemForm.Input
        /// The rows that the writer has left; nothing is said about the others.
        public var rows: Set<ItemForm.Field>

        /// A form in progress, with the rows that the writer has left.
        public init(_ form: ItemForm.Input, rows: Set<ItemForm.Field>) {
            self.form = form
            self.rows = rows
        }
    }

    /// What to say about the rows that were left.
    public struct Output: Equatable, Sendable {
        /// Each of these rows once, in the form's order.
        public let rows: [Row]
        /// The price as it was read; nil if it cannot be read, or none is asked.
        public let price: Phrase?
        /// The category that the title names while none is chosen; nil if it names none.
        public let likelyCategory: Market.Category?
    }

    /// A row that was left.
    public struct Row: Equatable, Sendable {
        /// The row's field.
        public let field: ItemForm.Field
        /// What has to be corrected, in the form's words; nil if nothing has to be.
        public let message: Lines?
    }

    /// Says about each row what the form would say if it were sent now.
    public func output(for input: Input) -> Output {
        var form = input.form
        form.place = ""
        let faults = ItemValidation(form, in: .empty).faults
        return Output(
            rows: ItemForm.Field.allCases.filter(input.rows.contains).map { field in
                Row(field: field, message: faults.message(field.rawValue))
            },
            price: form.readPrice, likelyCategory: form.likelyCategory)
    }
}
