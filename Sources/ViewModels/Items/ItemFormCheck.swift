/// Looks through a form that is still being filled in, a row after another.
public struct ItemFormCheck: Sendable {
    /// Needs no storage: what only the storage knows is told when the form is sent.
    public init() {}

    /// What has been typed so far, and where its writer has been.
    public struct Input: Sendable {
        /// As the form has it by now.
        public var form: ItemForm.Input
        /// Those that were left; nothing is said of the others.
        public var rows: Set<ItemForm.Field>

        /// A form on its way, of which these rows were left.
        public init(_ form: ItemForm.Input, rows: Set<ItemForm.Field>) {
            self.form = form
            self.rows = rows
        }
    }

    /// What is to be said of the rows that were left.
    public struct Output: Equatable, Sendable {
        /// Each of these rows once, in the form's order.
        public let rows: [Row]
        /// The price as it was read, once its row was left; nil where none can be read, or is asked.
        public let price: Phrase?
    }

    /// A row that was left.
    public struct Row: Equatable, Sendable {
        /// Which one.
        public let field: ItemForm.Field
        /// What has to be put right in it, as the form would say; nil when nothing has.
        public let message: Lines?
    }

    /// Says of each row what the form would say of it if it were sent as it is.
    public func output(for input: Input) -> Output {
        var form = input.form
        form.place = ""
        let faults = ItemValidation(form, in: .empty).faults
        return Output(
            rows: ItemForm.Field.allCases.filter(input.rows.contains).map { field in
                Row(field: field, message: faults.message(field.rawValue))
            },
            price: input.rows.contains(.price) ? form.readPrice : nil)
    }
}
