import HTTPServer
import ViewModels

/// The fields of a call by their names, whatever it came as. Some clients call a field otherwise,
/// so that several names may be asked for; the first that is there counts.
struct CallFields: Sendable {
    enum Value: Equatable, Sendable {
        case text(String)
        /// A number of JSON in digits.
        case number(String)
        case null
        /// An object, an array, `true` or `false`, which no field is.
        case other
    }

    /// What is read of a call; whatever else it has is passed over.
    static let names: Set<String> = [
        "title", "name", "descriptions", "description", "price", "currency", "discounted_price",
        "stock", "category", "password", "secret", "thumbnail_id",
    ]

    private let values: [String: Value]
    /// What is of another type than asked for, by the name that it came with.
    private var faults: [(field: String, message: String)] = []

    init(_ values: [String: Value]) {
        self.values = values
    }

    /// The texts of a form; of several of one name the first. What was left empty is not there:
    /// clients send an empty part for what they do not know.
    /// - Throws: 400 for one that is not UTF-8, 413 for one that is too long.
    init(_ form: Form) throws(CallError) {
        var values: [String: Value] = [:]
        for entry in form.entries where values[entry.name] == nil {
            guard Self.names.contains(entry.name) else { continue }
            let text = try entry.callText
            if !text.isEmpty { values[entry.name] = .text(text) }
        }
        self.init(values)
    }

    /// Nil when it is not there, or `null`.
    mutating func text(_ names: String...) -> String? {
        guard let (name, value) = value(names) else { return nil }
        switch value {
        case .text(let text): return text
        case .null: return nil
        case .number, .other:
            faults.append((name, "글자로 적어주세요."))
            return nil
        }
    }

    /// A number as it was written; some clients write it as a text, and print a whole one as
    /// `165.0`. Nil when it is not there, or `null`.
    mutating func number(_ names: String...) -> String? {
        guard let (name, value) = value(names) else { return nil }
        switch value {
        case .text(let text), .number(let text):
            let whole = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
            return whole.contains(".") ? text : String(whole)
        case .null: return nil
        case .other:
            faults.append((name, "숫자로 적어주세요."))
            return nil
        }
    }

    /// - Throws: 400 when something that was asked for is of another type.
    func check() throws(CallError) {
        guard faults.isEmpty else { throw CallError(invalid: faults) }
    }

    private func value(_ names: [String]) -> (String, Value)? {
        for name in names {
            if let value = values[name] { return (name, value) }
        }
        return nil
    }
}

extension Form.Entry {
    /// The text of a part, also of one that some clients give a file name or a type of its own.
    /// - Throws: 400 when it is not UTF-8, 413 when it is too long.
    var callText: String {
        get throws(CallError) {
            let bytes: [UInt8]?
            switch value {
            case .text(let text): return text
            case .tooLarge: bytes = nil
            case .file(let file):
                bytes =
                    file.upload.count > CallFields.longestJSON
                    ? nil : file.upload.withBytes { Array($0) }
            }
            guard let bytes else { throw CallError(FormError.fieldTooLarge(name: name)) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CallError(FormError.notUTF8(name: name))
            }
            return text
        }
    }
}
