import HTTPServer
import Mustache

/// Checks the links that templates write themselves: each must lead to a page or a file that is
/// there, so that the site does not start with one to a path that `Link` has no more.
struct TemplateLinks: Sendable {
    /// Attributes that hold an address; the last two send a form there.
    private static let attributes = [" href=\"", " src=\"", " action=\"", " formaction=\""]

    let routes: [Route]
    let hasFile: @Sendable (_ path: String) -> Bool

    /// - Throws: every link that leads nowhere, with its place.
    func check(_ library: Library) throws(TemplateErrors) {
        var errors: [TemplateError] = []
        for text in library.texts {
            let lines = String(decoding: text.bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                for link in Self.links(in: line) where !leadsSomewhere(link.address) {
                    errors.append(
                        TemplateError(
                            file: text.file, line: index + 1, column: link.column,
                            reason: "no page and no file is at ‘\(link.address)’"))
                }
            }
        }
        guard errors.isEmpty else { throw TemplateErrors(errors) }
    }

    private static func links(in line: Substring) -> [(address: String, column: Int)] {
        attributes.flatMap { attribute in
            line.ranges(of: attribute).map { range in
                let value = line[range.upperBound...].prefix { $0 != "\"" }
                let start = line.unicodeScalars.distance(
                    from: line.startIndex, to: range.upperBound)
                return (String(value), start + 1)
            }
        }
    }

    /// A section in an address may show what it holds, or nothing.
    private func leadsSomewhere(_ address: String) -> Bool {
        [true, false].allSatisfy { showsSections in
            let path = Self.path(address, showsSections: showsSections)
            return !path.hasPrefix("/") || hasFile(path)
                || routes.contains { $0.parameters(in: path) != nil }
        }
    }

    /// The path of an address of this site, with something in place of each variable; what is
    /// given as a whole by a variable is no path here.
    private static func path(_ address: String, showsSections: Bool) -> String {
        var rest = Substring(address)
        let origin = "{{origin}}"
        if rest.hasPrefix(origin) { rest = rest.dropFirst(origin.count) }
        var path = ""
        while let open = rest.firstRange(of: "{{"), let close = rest.firstRange(of: "}}") {
            path += rest[..<open.lowerBound]
            let tag = rest[open.upperBound..<close.lowerBound]
            rest = rest[close.upperBound...]
            guard let sigil = tag.first, "#^".contains(sigil) else {
                path += "*"
                continue
            }
            guard let end = rest.firstRange(of: "{{/\(tag.dropFirst())}}") else { break }
            let content = rest[..<end.lowerBound]
            if showsSections == (sigil == "#") {
                path += Self.path(String(content), showsSections: showsSections)
            }
            rest = rest[end.upperBound...]
        }
        path += rest
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }
}
