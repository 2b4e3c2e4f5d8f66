/// A text in sections of lines: `[name]` begins a section, `#` a comment.
public struct SectionedText: Sendable {
    /// The lines by the names of their sections.
    public private(set) var sections: [String: [Substring]] = [:]

    /// Reads UTF-8.
    public init(_ text: [UInt8]) {
        var section = ""
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = String(line.dropFirst().dropLast())
            } else {
                sections[section, default: []].append(line)
            }
        }
    }

    /// The lines of a section; empty if there is no such section.
    public subscript(section: String) -> [Substring] { sections[section] ?? [] }
}
