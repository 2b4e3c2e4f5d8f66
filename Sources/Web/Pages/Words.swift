import Glibc
import HTTPServer
import Localization
import Mustache
import ViewModels

/// The site's messages: one catalogue for each language, consistent with each other and with the templates.
struct Words: Equatable, Sendable {
    /// In bytes; a larger file is not a catalogue.
    private static let longest = 1 << 20

    private let catalogues: [Language: Catalogue]

    /// Reads `ko.txt` and the other languages' files from a folder.
    /// - Throws: `TemplateErrors` if a file cannot be read or is malformed.
    init(folder: String) throws(TemplateErrors) {
        var catalogues: [Language: Catalogue] = [:]
        for language in Language.allCases {
            let file = "words/\(language.tag).txt"
            do throws(CatalogueError) {
                let text = try Self.text(of: "\(folder)/\(language.tag).txt")
                catalogues[language] = try Catalogue(text, file: file)
            } catch {
                throw TemplateErrors([TemplateError(error)])
            }
        }
        self.catalogues = catalogues
    }

    /// The messages of a language, for templates and the phrases that they show.
    func messages(_ language: Language) -> Messages {
        Messages(
            (catalogues[language]?.messages ?? [:]).mapValues { $0.parts.map(\.shown) },
            chosen: Phrase.Key.allCases.map {
                Messages.Chosen(name: $0.signature.name, arguments: $0.signature.labels)
            })
    }

    /// A phrase as text, for use outside templates.
    func text(_ phrase: Phrase, in language: Language) -> String {
        catalogues[language].map(phrase.text) ?? ""
    }

    /// - Parameter shown: the names of the messages that templates show.
    /// - Throws: `TemplateErrors` for each message that is missing in a language, that nothing
    ///   shows, or whose arguments differ in another language or in a phrase.
    func check(shown: Set<String>) throws(TemplateErrors) {
        guard let first = Language.allCases.first.flatMap({ catalogues[$0] }) else { return }
        let calls = Dictionary(
            Phrase.Key.allCases.map { ($0.signature.name, Set($0.signature.labels)) },
            uniquingKeysWith: { $0.union($1) })
        let used = shown.union(calls.keys)
        let errors =
            first.disagreements(withCalls: calls)
            + catalogues.values
            .filter { $0.file != first.file }.flatMap {
                first.disagreements(with: $0, used: used)
                    + $0.disagreements(with: first, used: used)
            }
        guard errors.isEmpty else { throw TemplateErrors(errors.map(TemplateError.init)) }
    }

    private static func text(of path: String) throws(CatalogueError) -> String {
        guard let bytes = OpenFile.bytes(of: path, upTo: longest) else {
            throw CatalogueError(file: path, unreadable: String(cString: strerror(errno)))
        }
        guard bytes.count <= longest else {
            throw CatalogueError(file: path, unreadable: "it has more than \(longest) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CatalogueError(file: path, unreadable: "it is not UTF-8")
        }
        return text
    }
}

extension TemplateError {
    fileprivate init(_ error: CatalogueError) {
        self.init(file: error.file, line: error.line, column: 1, reason: error.reason.description)
    }
}

// MARK: - Phrases in templates

extension Phrase: TemplateValue {
    public var isTruthy: Bool { true }

    /// Written in the template's language.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(message: key.index, for: action) { place, action, renderer in
            switch arguments {
            case .none: break
            case .number(let number, let decimals):
                Phrase.write(number, decimals, action, &renderer)
            case .several(let arguments): arguments[place].write(action, &renderer)
            }
        }
    }

    /// Handles small whole numbers first: most numbers are ages, which need no thousands separator.
    fileprivate static func write(
        _ number: Int64, _ decimals: Int, _ action: Action, _ renderer: inout Renderer
    ) {
        if decimals == 0, (0..<1_000).contains(number) {
            renderer.write(number)
        } else {
            ShortText(number, decimals: decimals).write(action, &renderer)
        }
    }
}

extension Phrase.Argument {
    fileprivate func write(_ action: Action, _ renderer: inout Renderer) {
        switch self {
        case .text(let text): text.write(action, &renderer)
        case .number(let number, let decimals):
            Phrase.write(number, decimals, action, &renderer)
        case .phrase(let phrase): phrase.write(action, &renderer)
        }
    }
}

extension Lines: TemplateValue {
    public var isTruthy: Bool { true }

    /// Writes each phrase on a line of its own.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        for (index, phrase) in phrases.enumerated() {
            if index > 0 { renderer.write(unescaped: "\n") }
            phrase.write(action, &renderer)
        }
    }
}

// MARK: -

extension Message.Part {
    /// The part as templates show it.
    fileprivate var shown: Messages.Part {
        switch self {
        case .text(let text): .text(text)
        case .argument(let name): .value(name)
        case .particle(let name, let particle): .transformed(name, by: particle.attached)
        case .counted(let name): .transformed(name, by: CountingUnits.text)
        case .twelveHour(let name): .transformed(name, by: TwelveHourClock.text)
        case .plural(let name, let forms): .transformed(name, by: forms.text)
        }
    }
}
