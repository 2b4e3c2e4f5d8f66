import HTTPServer
import Mustache
import ViewModels

/// A form that came from a visitor who is not signed in, or not any more. It goes through the
/// sign-in as hidden fields, and is sent on only when its writer says so, having seen it again; what
/// holds nothing typed is done at once (`PendingAction`).
///
/// It holds no password and no file; photos of a form are in the storage by then.
struct CarriedForm: Sendable {
    /// Of all texts together, in bytes: encoded again they have to fit into the sign-in's form.
    static let mostBytes = 256 << 10
    private static let prefix = "carried."
    private static let actionName = "carried-to"
    private static let writerName = "carried-writer"
    private static let photosName = "carried-photos"

    /// Where it was sent to.
    let action: ReturnPath
    private(set) var fields: [CarriedField]
    /// Whether it was made for somebody who was signed in then.
    var isOfMember = false
    /// The mark of who has written it, where that is known; nobody else is shown it.
    var writer: String?
    /// Whether photos were sent with it, which have to be chosen again.
    private(set) var hasLostPhotos = false
    /// Of the amounts in it, where the form itself does not say that.
    var currency: String? {
        get { fields.first { $0.name == "currency" }?.value }
        set {
            fields.removeAll { $0.name == "currency" }
            if let newValue { fields.append(CarriedField(name: "currency", value: newValue)) }
        }
    }

    init(_ fields: [CarriedField], to action: ReturnPath) {
        self.action = action
        self.fields = fields.filter { !$0.isSecret }
    }

    /// - Throws: `SiteError.contentTooLarge`, so that who goes back still has it.
    init(_ form: Form, to action: ReturnPath) throws(SiteError) {
        self.init(form.entries.compactMap { CarriedField($0) }, to: action)
        hasLostPhotos = form.all("photos").contains { if case .text = $0 { false } else { true } }
        let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard bytes <= Self.mostBytes else { throw .contentTooLarge }
    }

    /// The form that came along with a sign-in; nil when none did.
    init?(in form: Form) {
        guard let action = form.text(Self.actionName).flatMap({ ReturnPath($0) }) else {
            return nil
        }
        let carried = form.entries.compactMap { CarriedField($0, prefix: Self.prefix) }
        self.init(carried, to: action)
        writer = form.text(Self.writerName)
        hasLostPhotos = form.text(Self.photosName) != nil
    }

    subscript(name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    /// The hidden fields that it goes through the sign-in as.
    var hiddenFields: [CarriedField] {
        [CarriedField(name: Self.actionName, value: action.text)]
            + (hasLostPhotos ? [CarriedField(name: Self.photosName, value: "1")] : [])
            + [writer].compactMap { $0 }.map { CarriedField(name: Self.writerName, value: $0) }
            + fields.map { CarriedField(name: Self.prefix + $0.name, value: $0.value) }
    }
}

/// As it is sent on.
extension CarriedForm: TemplateData {
    static let fields: [Field<CarriedForm>] = [
        Field("action") { $0.action.text },
        Field("hiddenFields") { $0.fields },
        Field("shownFields") { $0.shownFields },
        Field("hasLostPhotos") { $0.hasLostPhotos },
        Field("submitLabel") { $0.submitLabel },
    ]
}

extension CarriedForm {
    /// What it does, as far as that has words of its own.
    private enum Purpose {
        case posting, editing, asking, reporting, other
    }

    private var purpose: Purpose {
        let path = action.text.prefix { $0 != "?" }
        let last = path.split(separator: "/").last ?? ""
        return switch last {
        case "items": path == Link.items() ? .posting : .other
        case "edit": path.hasPrefix(Link.items() + "/") ? .editing : .other
        case "conversation", "messages": .asking
        case "reports", "report": .reporting
        default: .other
        }
    }

    /// What the button says that sends it on.
    fileprivate var submitLabel: Phrase {
        switch purpose {
        case .posting: Phrase(.post)
        case .editing: Phrase(.saveEdit)
        case .asking: Phrase(.sendOn)
        case .reporting: Phrase(.sendReportOn)
        case .other: Phrase(.resume)
        }
    }

    /// What somebody has written, called as in the form that it is of.
    fileprivate var shownFields: [ShownField] {
        fields.compactMap { field in
            guard !field.value.isEmpty, !isPreset(field), let name = label(of: field) else {
                return nil
            }
            return ShownField(label: name, value: shownValue(of: field))
        }
    }

    /// Whether it is as the form begins, which most never touch.
    private func isPreset(_ field: CarriedField) -> Bool {
        purpose == .posting && field.name == "stock" && field.value == "1"
    }

    private func label(of field: CarriedField) -> Phrase? {
        switch (purpose, field.name) {
        case (.asking, "text"): Phrase(.messageLabel)
        case (.asking, "price"): Phrase(.offerLabel)
        case (.reporting, "text"): Phrase(.reportRow)
        default: field.label
        }
    }

    /// An amount with its currency.
    private func shownValue(of field: CarriedField) -> String {
        guard ["price", "discounted_price"].contains(field.name), let currency else {
            return field.value
        }
        return "\(field.value) \(currency)"
    }
}

/// A row that is shown before it is sent on.
private struct ShownField: Sendable {
    let label: Phrase
    let value: String
}

extension ShownField: TemplateData {
    static let fields: [Field<ShownField>] = [
        Field("label") { $0.label },
        Field("value") { $0.value },
    ]
}

/// A row of a form that is carried.
struct CarriedField: Equatable, Sendable {
    let name: String
    let value: String
}

extension CarriedField {
    /// Nil for a file.
    init?(_ entry: Form.Entry) {
        guard case .text(let value) = entry.value else { return nil }
        self.init(name: entry.name, value: value)
    }

    /// Nil for one whose name does not begin so.
    init?(_ entry: Form.Entry, prefix: String) {
        guard let field = CarriedField(entry), field.name.hasPrefix(prefix) else { return nil }
        self.init(name: String(field.name.dropFirst(prefix.count)), value: field.value)
    }

    /// Whether it must be typed again rather than stand in a page.
    var isSecret: Bool {
        name.hasSuffix("password") || name == "code"
    }

    /// What the row is called, of those that somebody writes; nil for what stands behind the form.
    /// An item, a list and a to-do have a `title` each, which is called by what all three are.
    var label: Phrase? {
        let labels: [String: Phrase.Key] = [
            "text": .descriptionLabel, "nickname": .nicknameLabel, "about": .aboutLabel,
            "steps": .checklistLabel, "reminder": .reminderLabel,
        ]
        return ItemForm.Field(rawValue: name)?.label ?? labels[name].map { Phrase($0) }
    }
}

extension CarriedField: TemplateData {
    static let fields: [Field<CarriedField>] = [
        Field("name") { $0.name },
        Field("value") { $0.value },
    ]
}
