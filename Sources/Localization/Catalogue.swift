/// All that the program says in one language: messages by name, read from a text file.
///
///     # A comment.
///     [itemForm]
///     title = 글 제목
///     photosLeft = 사진을 {count}장 더 올릴 수 있어요.
///
/// The name of a message is its section's and its own: `itemForm.title`. An indented line goes on
/// with the message above it, as a line of its own.
public struct Catalogue: Equatable, Sendable {
    /// By name.
    public private(set) var messages: [String: Message] = [:]
    /// Where each stands, for what is said about it.
    private var lines: [String: Int] = [:]
    /// The file to name in what is said about it.
    public let file: String

    /// Reads a catalogue.
    /// - Throws: `CatalogueError` for the first line that is malformed, or names a message again.
    public init(_ text: String, file: String) throws(CatalogueError) {
        self.file = file
        var section: Substring?
        var entries: [(name: String, source: String, line: Int)] = []
        for (index, line) in Self.lines(of: text) {
            if line.first == " " {
                guard let last = entries.indices.last else { throw error(index, .noMessage) }
                entries[last].source += "\\n" + Self.trimmed(line)
            } else if line.first == "[" {
                section = line.dropFirst().dropLast()
                guard line.last == "]", let section, Self.isName(section) else {
                    throw error(index, .malformedSection)
                }
            } else {
                guard let section else { throw error(index, .noSection) }
                let parts = line.split(separator: " = ", maxSplits: 1)
                guard parts.count == 2 else { throw error(index, .noMessage) }
                guard Self.isName(parts[0]) else {
                    throw error(index, .malformedName(String(parts[0])))
                }
                let name = "\(section).\(parts[0])"
                entries.append((name, String(Self.trimmed(parts[1])), index))
            }
        }
        for entry in entries { try add(entry.name, entry.source, line: entry.line) }
    }

    /// Those that are neither empty nor a comment, without the spaces at their ends.
    private static func lines(of text: String) -> [(number: Int, line: Substring)] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .compactMap { index, line in
                let isBlank = line.allSatisfy { $0 == " " }
                return isBlank || line.first == "#" ? nil : (index + 1, line)
            }
    }

    private static func trimmed(_ line: Substring) -> Substring {
        let start = line.drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.endIndex)]
    }

    private mutating func add(
        _ name: String, _ source: String, line: Int
    ) throws(CatalogueError) {
        guard messages[name] == nil else { throw error(line, .givenTwice(name)) }
        do throws(CatalogueError.Reason) {
            messages[name] = try Message(source)
        } catch {
            throw self.error(line, error)
        }
        lines[name] = line
    }

    private func error(_ line: Int, _ reason: CatalogueError.Reason) -> CatalogueError {
        CatalogueError(file: file, line: line, reason: reason)
    }

    /// Letters and digits of ASCII, a small letter first: a name that templates can show.
    static func isName(_ text: Substring) -> Bool {
        text.first.map { ("a"..."z").contains($0) } ?? false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

// MARK: - Agreement

extension Catalogue {
    /// What is wrong between this catalogue, another one, and what is used of them.
    /// - Parameters:
    ///   - other: of another language; it has to have the same messages, with the same arguments.
    ///   - used: the names that templates and the program ask for.
    /// - Returns: a message that is missing, is not used, or takes other arguments than the other
    ///   catalogue's; empty when all agree.
    public func disagreements(with other: Catalogue, used: Set<String>) -> [CatalogueError] {
        let missing = used.union(messages.keys).filter { other.messages[$0] == nil }
            .map { CatalogueError(file: other.file, line: 0, reason: .missing($0)) }
        let unused = messages.keys.filter { !used.contains($0) }
            .map { error(lines[$0] ?? 0, .unused($0)) }
        let differing = messages.compactMap { name, message -> CatalogueError? in
            guard let neighbour = other.messages[name],
                !Self.agree(message.arguments, neighbour.arguments)
            else { return nil }
            return error(lines[name] ?? 0, .otherArguments(name))
        }
        return (missing + unused + differing).sorted { $0.description < $1.description }
    }

    /// What is wrong between this catalogue and the program's calls for its messages.
    /// - Parameter calls: the arguments that the program gives to a message, by its name.
    public func disagreements(withCalls calls: [String: Set<String>]) -> [CatalogueError] {
        calls.compactMap { name, arguments in
            guard let message = messages[name], Set(message.arguments.keys) != arguments
            else { return nil }
            return error(lines[name] ?? 0, .otherThanGiven(name))
        }
    }

    /// The same names; that one language needs a number for its plural asks it of no other.
    private static func agree(
        _ some: [String: Message.Kind], _ others: [String: Message.Kind]
    ) -> Bool {
        some.keys == others.keys
    }
}

/// What is wrong with a catalogue.
public struct CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Error, Equatable, Sendable {
        /// The file can not be read.
        case unreadable(String)
        /// A message stands in no section, or a line is none of those that there are.
        case noSection, noMessage, malformedSection
        /// A name is no small letter with letters and digits behind it.
        case malformedName(String)
        /// Within a message.
        case emptyMessage, openBrace, closingBrace, unknownEscape, tooManyForms
        /// No pair of forms that is known.
        case unknownParticle(String)
        /// The name of a message that stands in the catalogue twice, not at all, without being
        /// used, or with other arguments than in the other language.
        case givenTwice(String), missing(String), unused(String), otherArguments(String)
        /// It takes other arguments than the program gives.
        case otherThanGiven(String)
    }

    /// The catalogue.
    public let file: String
    /// From 1; 0 where it is about no line.
    public let line: Int
    /// What is wrong.
    public let reason: Reason

    init(file: String, line: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// Of a file that can not be read.
    public init(file: String, unreadable why: String) {
        self.init(file: file, line: 0, reason: .unreadable(why))
    }

    /// `ko.txt:12: “itemForm.title” stands here a second time`.
    public var description: String {
        line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)"
    }
}

extension CatalogueError.Reason: CustomStringConvertible {
    /// `“itemForm.title” stands here a second time`.
    public var description: String {
        switch self {
        case .unreadable(let why): why
        case .noSection: "a message before the first [section]"
        case .noMessage: "neither “name = message”, a [section] nor a # comment"
        case .malformedSection: "a section is [name]"
        case .malformedName(let name): "“\(name)” is no name of letters and digits"
        case .emptyMessage: "the message is empty"
        case .openBrace: "a { without its }"
        case .closingBrace: "a } without its {"
        case .unknownEscape: "behind a backslash stands n, {, } or another backslash"
        case .tooManyForms: "a plural has two forms: {count|# item|# items}"
        case .unknownParticle(let pair): "“\(pair)” is no particle, as 이/가 is"
        case .givenTwice(let name): "“\(name)” stands here a second time"
        case .missing(let name): "“\(name)” is missing"
        case .unused(let name): "nothing uses “\(name)”"
        case .otherArguments(let name): "“\(name)” takes other arguments in the other language"
        case .otherThanGiven(let name): "“\(name)” takes other arguments than the program gives"
        }
    }
}
