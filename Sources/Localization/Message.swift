/// A text of the catalogue, with placeholders for values that are only known at run time.
public struct Message: Equatable, Sendable {
    /// A piece of a message.
    public enum Part: Equatable, Sendable {
        /// Literal text.
        case text(String)
        /// The value of an argument.
        case argument(String)
        /// The value of an argument, followed by the particle that agrees with it: `{name|이/가}`.
        case particle(String, Particle)
        /// The value of an argument, a number written with large units: `{amount|만/억/조}`.
        case counted(String)
        /// The value of an argument, a time of day written by the twelve-hour clock: `{clock|오전/오후}`.
        case twelveHour(String)
        /// One of two texts, chosen by a number: `{count|# item|# items}`.
        case plural(String, PluralForms)
    }

    /// In the order in which they are shown.
    public let parts: [Part]

    /// The names of the arguments.
    public var arguments: Set<String> {
        Set(
            parts.compactMap { part -> String? in
                switch part {
                case .text: nil
                case .argument(let name), .particle(let name, _), .counted(let name),
                    .twelveHour(let name), .plural(let name, _):
                    name
                }
            })
    }

    /// The text of the message with the values of its arguments.
    /// - Parameter value: returns the value of an argument, as it is to be shown.
    public func text(_ value: (_ argument: String) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .argument(let name): value(name)
            case .particle(let name, let particle): particle.attached(to: value(name))
            case .counted(let name): CountingUnits.text(value(name))
            case .twelveHour(let name): TwelveHourClock.text(value(name))
            case .plural(let name, let forms): forms.text(value(name))
            }
        }
        .joined()
    }
}

extension Particle {
    /// A word followed by its particle: `의자가`.
    public func attached(to word: String) -> String { word + form(after: word) }
}

/// The forms of a text that depend on a number, as English has them (Unicode CLDR's `one` and
/// `other`).
public struct PluralForms: Equatable, Sendable {
    /// For 1 only; `#` stands for the number.
    public let one: String
    /// For every other number.
    public let other: String

    /// - Parameter number: decimal digits, which may be grouped.
    public func text(_ number: String) -> String {
        let form = number == "1" ? one : other
        return form.split(separator: "#", omittingEmptySubsequences: false)
            .joined(separator: number)
    }
}

// MARK: - Syntax

extension Message {
    /// Parses a message as written in a catalogue. `\n` is a line break, `\{` a brace.
    /// - Throws: the reason why the message is malformed.
    init(_ source: String) throws(CatalogueError.Reason) {
        var parts: [Part] = []
        var text = ""
        var rest = source[...]
        while let letter = rest.popFirst() {
            switch letter {
            case "\\":
                text.append(try Self.escaped(rest.popFirst()))
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(try Self.placeholder(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw .closingBrace
            default:
                text.append(letter)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        guard !parts.isEmpty else { throw .emptyMessage }
        self.parts = parts
    }

    private static func escaped(_ letter: Character?) throws(CatalogueError.Reason) -> Character {
        switch letter {
        case "n": return "\n"
        case "{", "}", "\\": return letter ?? "\\"
        default: throw .unknownEscape
        }
    }

    /// Parses `name`, `name|이/가`, `amount|만/억/조`, `clock|오전/오후` or `count|# item|# items`.
    private static func placeholder(_ source: Substring) throws(CatalogueError.Reason) -> Part {
        let pieces = source.split(separator: "|", omittingEmptySubsequences: false)
        let name = String(pieces[0])
        guard Catalogue.isName(name[...]) else { throw .malformedName(name) }
        switch pieces.count {
        case 1: return .argument(name)
        case 2:
            let pair = String(pieces[1])
            guard pair != CountingUnits.source else { return .counted(name) }
            guard pair != TwelveHourClock.source else { return .twelveHour(name) }
            guard let particle = Particle(pair) else { throw .unknownParticle(pair) }
            return .particle(name, particle)
        case 3: return .plural(name, PluralForms(one: String(pieces[1]), other: String(pieces[2])))
        default: throw .tooManyForms
        }
    }
}
