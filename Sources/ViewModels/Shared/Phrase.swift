import Localization

/// A message independent of language: the key of a message in the catalogues, and its arguments.
public struct Phrase: Equatable, Sendable {
    /// The message.
    public let key: Key
    /// The arguments, in the order of the key's labels.
    public let arguments: Arguments

    /// An argument of a message.
    public enum Argument: Equatable, Sendable {
        /// Text that somebody wrote, verbatim.
        case text(String)
        /// Shown with thousands separators; the last `decimals` digits are the fraction.
        case number(Int64, decimals: Int = 0)
        /// Another message.
        indirect case phrase(Phrase)
    }

    /// The arguments. A single number, as most messages of a list have, needs no array.
    public enum Arguments: Equatable, Sendable {
        case none
        case number(Int64, decimals: Int)
        case several([Argument])
    }

    /// A message without arguments.
    public init(_ key: Key) {
        self.key = key
        arguments = .none
        assert(key.labels.isEmpty, "\(key) takes arguments")
    }

    /// A message with a number.
    public init(_ key: Key, _ number: some BinaryInteger, decimals: Int = 0) {
        self.key = key
        arguments = .number(Int64(number), decimals: decimals)
        assert(key.labels.count == 1, "\(key) takes \(key.labels)")
    }

    /// A message with arguments, in the order of the key's labels.
    public init(_ key: Key, _ arguments: Argument...) {
        self.key = key
        self.arguments = .several(arguments)
        assert(key.labels.count == arguments.count, "\(key) takes \(key.labels)")
    }
}

extension Phrase {
    /// The message in a catalogue's language; empty if the catalogue lacks the key.
    public func text(in catalogue: Catalogue) -> String {
        let (name, labels) = key.signature
        guard let message = catalogue.messages[name] else { return "" }
        return message.text { label in
            labels.firstIndex(of: label).flatMap(argument)?.text(in: catalogue) ?? ""
        }
    }

    private func argument(_ place: Int) -> Argument? {
        switch arguments {
        case .none: nil
        case .number(let number, let decimals): .number(number, decimals: decimals)
        case .several(let several): several[place]
        }
    }
}

extension Phrase.Argument {
    fileprivate func text(in catalogue: Catalogue) -> String {
        switch self {
        case .text(let text): text
        case .number(let number, let decimals):
            ShortText(number, decimals: decimals).description
        case .phrase(let phrase): phrase.text(in: catalogue)
        }
    }
}

extension ShortText {
    /// A number with thousands separators: `12,500`, or `12.50` with two decimals.
    public init(_ number: Int64, decimals: Int) {
        self.init()
        guard decimals > 0 else {
            append(number, grouped: true)
            return
        }
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: 100)
        append(whole, grouped: true)
        append(".")
        append(twoDigits: fraction)
    }
}

/// Phrases to show below each other.
public struct Lines: Equatable, Sendable {
    /// At least one.
    public let phrases: [Phrase]

    init(_ phrases: [Phrase]) {
        self.phrases = phrases
    }
}

extension Phrase.Key {
    /// The key's index among all keys, which is how an enum without associated values is stored.
    public var index: Int {
        withUnsafeBytes(of: self) { bytes in
            bytes.count == 1 ? Int(bytes[0]) : Int(bytes.load(as: UInt16.self))
        }
    }

    /// The message's name in the catalogues, and the labels of its arguments in order.
    public var signature: (name: String, labels: [String]) {
        let parts = rawValue.split { $0 == "(" || $0 == ":" || $0 == ")" }.map(String.init)
        return (parts[0], Array(parts.dropFirst()))
    }

    var labels: [String] { signature.labels }
}
