/// One fault of a template, with the place to look at.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// Relative to the library's folder, or the name of a text that came from no folder.
    public let file: String
    /// From 1 on; 0 where the fault is the file's or folder's own.
    public let line: Int
    /// From 1 on, in Unicode scalars; 0 where `line` is.
    public let column: Int
    /// One sentence in English, without the place.
    public let reason: String

    /// Without line and column for a fault of the whole file or folder.
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

/// Everything found wrong in one load, in the order of files and lines; never empty.
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
