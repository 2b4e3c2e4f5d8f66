/// An error in a template, with its position.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// The path relative to the library's folder, or the name of a text that came from no folder.
    public let file: String
    /// Starts at 1; 0 if the error is about the whole file or folder.
    public let line: Int
    /// Starts at 1, in Unicode scalars; 0 if `line` is.
    public let column: Int
    /// One sentence in English, without the position.
    public let reason: String

    /// Leave out line and column for an error of the whole file or folder.
    public init(file: String, line: Int = 0, column: Int = 0, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `list.mustache:3:7: the tag is not closed`.
    public var description: String {
        line == 0 ? "\(file): \(reason)" : "\(file):\(line):\(column): \(reason)"
    }
}

/// All errors found in one load, in the order of files and lines; never empty.
public struct TemplateErrors: Error, Hashable, CustomStringConvertible {
    /// Sorted by file, line and column.
    public let all: [TemplateError]

    /// One line for each error.
    public var description: String {
        all.map(\.description).joined(separator: "\n")
    }

    /// - Parameter errors: at least one, in any order.
    public init(_ errors: [TemplateError]) {
        all = errors.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }
}
