import HTTPServer
import Mustache
import ViewModels

/// A form sent by a visitor who is not, or is no longer, signed in. It is carried through the
/// sign-in as hidden fields, shown to its writer again, and sent on only when they confirm; a form
/// that holds nothing typed is carried out at once (`PendingAction`).
///
/// It holds no password and no file: an item's photos have been stored by then, a message's have to be
/// chosen again (`hasLostPhotos`).
struct CarriedForm: Sendable {
    /// The most bytes of all texts together, which must fit into the sign-in's form when encoded again.
    static let mostBytes = 256 << 10
    private static let prefix = "carried."
    private static let actionName = "carried-to"
    private static let writerName = "carried-writer"
    private static let photosName = "carried-photos"

    /// The path that the form was sent to.
    let action: ReturnPath
    private(set) var fields: [CarriedField]
    /// Whether the form was on a page for a signed-in member.
    var isOfMember = false
    /// A mark that identifies the account whose form it is, if known; nobody else is shown the form.
    var writer: String?
    /// Whether photo files were sent with the form, which have to be chosen again.
    private(set) var hasLostPhotos = false
    /// The currency of the amounts in the form; set if the form itself has no such field.
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

    /// - Throws: `SiteError.contentTooLarge`; the visitor can go back to the form, which still has it all.
    init(_ form: Form, to action: ReturnPath) throws(SiteError) {
        self.init(form.entries.compactMap { CarriedField($0) }, to: action)
        hasLostPhotos = form.all("photos").contains { if case .text = $0 { false } else { true } }
        let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard bytes <= Self.mostBytes else { throw .contentTooLarge }
    }

    /// Reads the form carried by a sign-in's form; nil if there is none.
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

    /// The hidden fields that carry the form through the sign-in.
    var hiddenFields: [CarriedField] {
        [CarriedField(name: Self.actionName, value: action.text)]
            + (hasLostPhotos ? [CarriedField(name: Self.photosName, value: "1")] : [])
            + [writer].compactMap { $0 }.map { CarriedField(name: Self.writerName, value: $0) }
            + fields.map { CarriedField(name: Self.prefix + $0.name, value: $0.value) }
    }
}

/// The form as the page that asks whether to send it on shows it.
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
    /// What the form does, where that has its own wording.
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

    /// The label of the button that sends the form on.
    fileprivate var submitLabel: Phrase {
        switch purpose {
        // Somebody who chose to sign in first goes back to the form.
        case .posting: Phrase(self["sign-in"].isEmpty ? .post : .continuePosting)
        case .editing: Phrase(.saveEdit)
        case .asking: Phrase(.sendOn)
        case .reporting: Phrase(.sendReportOn)
        case .other: Phrase(.resume)
        }
    }

    /// The fields that the visitor typed, labelled as in the original form.
    fileprivate var shownFields: [ShownField] {
        fields.compactMap { field in
            guard !field.value.isEmpty, !isPreset(field), let name = label(of: field) else {
                return nil
            }
            return ShownField(label: name, value: shownValue(of: field))
        }
    }

    /// Whether the field has its preset value, which most visitors never change.
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

    /// The field's value; an amount has its currency behind it.
    private func shownValue(of field: CarriedField) -> String {
        guard ["price", "discounted_price"].contains(field.name), let currency else {
            return field.value
        }
        return "\(field.value) \(currency)"
    }
}

/// A field shown to its writer before the form is sent on.
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

/// A field of a carried form.
struct CarriedField: Equatable, Sendable {
    let name: String
    let value: String
}

extension CarriedField {
    /// Returns nil for a file.
    init?(_ entry: Form.Entry) {
        guard case .text(let value) = entry.value else { return nil }
        self.init(name: entry.name, value: value)
    }

    /// Strips the prefix from the field's name; returns nil if the name does not begin with it.
    init?(_ entry: Form.Entry, prefix: String) {
        guard let field = CarriedField(entry), field.name.hasPrefix(prefix) else { return nil }
        self.init(name: String(field.name.dropFirst(prefix.count)), value: field.value)
    }

    /// Whether the field must be typed again, because it must not appear in a page.
    var isSecret: Bool {
        name.hasSuffix("password") || name == "code"
    }

    /// The label of a field that visitors type; nil for hidden fields. Items, to-do lists and
    /// to-dos all have a `title`, whose label suits all three.
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
