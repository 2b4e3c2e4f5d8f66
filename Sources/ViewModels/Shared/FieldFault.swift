/// Something to put right in a form.
public struct FieldFault: Equatable, Sendable {
    /// The name of the field it stands in.
    public let field: String
    public let message: String

    init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

extension [FieldFault] {
    /// What is wrong with a field; nil when nothing is.
    public func message(_ field: String) -> String? {
        let messages = filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }
}

extension Alert {
    /// One line for each fault; nil when there is none.
    init?(_ faults: [FieldFault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: "실패",
            lines: faults.map { Line("~ " + $0.message, field: $0.field) })
    }
}
