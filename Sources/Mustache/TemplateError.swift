/// One fault of a template, with the place to look at. `line` and `column` count from 1; the
/// column counts Unicode scalars. Both are 0 where the fault is the file's or folder's own.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    public let file: String
    public let line: Int
    public let column: Int
    public let reason: String

    public init(file: String, line: Int = 0, column: Int = 0, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    public var description: String {
        line == 0 ? "\(file): \(reason)" : "\(file):\(line):\(column): \(reason)"
    }
}

/// Everything found wrong in one load, in the order of files and lines; never empty.
public struct TemplateErrors: Error, Hashable, CustomStringConvertible {
    public let all: [TemplateError]

    public var description: String {
        all.map(\.description).joined(separator: "\n")
    }

    init(_ errors: [TemplateError]) {
        all = errors.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }
}
