/// All texts of the program in one language: messages by name, read from a text file.
///
///     # A comment.
///     [itemForm]
///     title = 글 제목
///     photosLeft = 사진을 {count}장 더 올릴 수 있어요.
///
/// The name of a message consists of its section's and its own: `itemForm.title`. An indented line
/// continues the message above it, as a new line of its text.
public struct Catalogue: Equatable, Sendable {
    /// The messages by name.
    public private(set) var messages: [String: Message] = [:]
    /// The line of each message, for error messages.
    private var lines: [String: Int] = [:]
    /// The file name for error messages.
    public let file: String

    /// Parses a catalogue.
    /// - Throws: `CatalogueError` for the first line that is malformed or gives a name for the second time.
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

    /// The lines that are neither blank nor a comment, with their numbers, starting at 1.
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

    /// Whether the text is a name that templates can use: ASCII letters and digits, beginning with
    /// a lower-case letter.
    static func isName(_ text: Substring) -> Bool {
        text.first.map { ("a"..."z").contains($0) } ?? false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

// MARK: - Agreement

extension Catalogue {
    /// Compares this catalogue with another one, and with the names that are used.
    /// - Parameters:
    ///   - other: a catalogue in another language; it must have the same messages with the same arguments.
    ///   - used: the names that templates and the program ask for.
    /// - Returns: an error for each message that is missing, is not used, or takes other arguments
    ///   than in the other catalogue; empty if everything agrees.
    public func disagreements(with other: Catalogue, used: Set<String>) -> [CatalogueError] {
        let missing = used.union(messages.keys).filter { other.messages[$0] == nil }
            .map { CatalogueError(file: other.file, line: 0, reason: .missing($0)) }
        let unused = messages.keys.filter { !used.contains($0) }
            .map { error(lines[$0] ?? 0, .unused($0)) }
        let differing = messages.compactMap { name, message -> CatalogueError? in
            guard let translation = other.messages[name],
                message.arguments != translation.arguments
            else { return nil }
            return error(lines[name] ?? 0, .otherArguments(name))
        }
        return (missing + unused + differing).sorted { $0.description < $1.description }
    }

    /// Compares this catalogue with the program's calls for its messages.
    /// - Parameter calls: the arguments that the program gives to each message, by the message's name.
    public func disagreements(withCalls calls: [String: Set<String>]) -> [CatalogueError] {
        calls.compactMap { name, arguments in
            guard let message = messages[name], message.arguments != arguments
            else { return nil }
            return error(lines[name] ?? 0, .otherThanGiven(name))
        }
    }
}

/// What is wrong with a catalogue.
public struct CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Error, Equatable, Sendable {
        /// The file cannot be read.
        case unreadable(String)
        /// A message outside any section, or a line that is malformed.
        case noSection, noMessage, malformedSection
        /// The name is not a lower-case letter followed by letters and digits.
        case malformedName(String)
        /// A syntax error within a message.
        case emptyMessage, openBrace, closingBrace, unknownEscape, tooManyForms
        /// The pair of forms is not a known particle.
        case unknownParticle(String)
        /// The name of a message that is in the catalogue twice, is missing, is not used, or takes
        /// other arguments than in the other language.
        case givenTwice(String), missing(String), unused(String), otherArguments(String)
        /// The name of a message that takes other arguments than the program gives.
        case otherThanGiven(String)
    }

    /// The catalogue's file name.
    public let file: String
    /// Starts at 1; 0 if the error is not about a line.
    public let line: Int
    /// What is wrong.
    public let reason: Reason

    init(file: String, line: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// An error for a file that cannot be read.
    public init(file: String, unreadable why: String) {
        self.init(file: file, line: 0, reason: .unreadable(why))
    }

    /// `ko.txt:12: “itemForm.title” is defined twice`.
    public var description: String {
        line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)"
    }
}

extension CatalogueError.Reason: CustomStringConvertible {
    /// `“itemForm.title” is defined twice`.
    public var description: String {
        switch self {
        case .unreadable(let why): why
        case .noSection: "a message before the first [section]"
        case .noMessage: "neither “name = message”, a [section] nor a # comment"
        case .malformedSection: "a section is [name]"
        case .malformedName(let name): "“\(name)” is not a name of letters and digits"
        case .emptyMessage: "the message is empty"
        case .openBrace: "a { without its }"
        case .closingBrace: "a } without its {"
        case .unknownEscape: "a backslash must be followed by n, {, } or another backslash"
        case .tooManyForms: "a plural has two forms: {count|# item|# items}"
        case .unknownParticle(let pair): "“\(pair)” is not a particle such as 이/가"
        case .givenTwice(let name): "“\(name)” is defined twice"
        case .missing(let name): "“\(name)” is missing"
        case .unused(let name): "nothing uses “\(name)”"
        case .otherArguments(let name): "“\(name)” takes other arguments in the other language"
        case .otherThanGiven(let name): "“\(name)” takes other arguments than the program gives"
        }
    }
}
