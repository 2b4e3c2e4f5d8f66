import Localization

/// What is to be said, before it is said in a language: the name of a message of the catalogues,
/// and its arguments.
public struct Phrase: Equatable, Sendable {
    /// Which message.
    public let key: Key
    /// In the order of the key's labels.
    public let arguments: Arguments

    /// What a message is filled with.
    public enum Argument: Equatable, Sendable {
        /// What somebody wrote, as it is.
        case text(String)
        /// Shown with a comma between each three digits; the last `decimals` of them are a fraction.
        case number(Int64, decimals: Int = 0)
        /// Another message.
        indirect case phrase(Phrase)
    }

    /// A single number, as most of those on a list have, takes no array.
    public enum Arguments: Equatable, Sendable {
        case none
        case number(Int64, decimals: Int)
        case several([Argument])
    }

    /// Of a message without arguments.
    public init(_ key: Key) {
        self.key = key
        arguments = .none
        assert(key.labels.isEmpty, "\(key) takes arguments")
    }

    /// Of a message with a number.
    public init(_ key: Key, _ number: some BinaryInteger, decimals: Int = 0) {
        self.key = key
        arguments = .number(Int64(number), decimals: decimals)
        assert(key.labels.count == 1, "\(key) takes \(key.labels)")
    }

    /// Of a message with these arguments, in the order of its labels.
    public init(_ key: Key, _ arguments: Argument...) {
        self.key = key
        self.arguments = .several(arguments)
        assert(key.labels.count == arguments.count, "\(key) takes \(key.labels)")
    }
}

extension Phrase {
    /// The phrase in the words of a catalogue that has all keys; empty where it has not.
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
    /// A number with a comma between each three digits: `12,500`, `12.50` with two decimals.
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

/// Phrases that stand below each other.
public struct Lines: Equatable, Sendable {
    /// At least one.
    public let phrases: [Phrase]

    init(_ phrases: [Phrase]) {
        self.phrases = phrases
    }
}

extension Phrase.Key {
    /// Its place among all of them. An enum without associated values is stored as that.
    public var index: Int {
        withUnsafeBytes(of: self) { bytes in
            bytes.count == 1 ? Int(bytes[0]) : Int(bytes.load(as: UInt16.self))
        }
    }

    /// What a catalogue calls it, and its arguments in their order.
    public var signature: (name: String, labels: [String]) {
        let parts = rawValue.split { $0 == "(" || $0 == ":" || $0 == ")" }.map(String.init)
        return (parts[0], Array(parts.dropFirst()))
    }

    var labels: [String] { signature.labels }
}
