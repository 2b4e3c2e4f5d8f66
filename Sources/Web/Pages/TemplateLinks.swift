import HTTPServer
import Mustache

/// Checks the links written in templates: each must lead to an existing page or file, so that the
/// site does not start with a link to a path that `Link` no longer has.
struct TemplateLinks: Sendable {
    /// Attributes that hold an address; the last two send a form there.
    private static let attributes = [" href=", " src=", " action=", " formaction="]

    /// The patterns of all routes.
    let patterns: Set<String>
    /// Whether there is a page or a file at a path.
    let leadsSomewhere: @Sendable (_ path: String) -> Bool

    /// - Throws: every link that leads nowhere, with its position.
    func check(_ library: Library) throws(TemplateErrors) {
        var errors: [TemplateError] = []
        // The same address occurs in many templates.
        var leads: [Substring: Bool] = [:]
        for text in library.texts {
            for address in Self.addresses(in: String(decoding: text.bytes, as: UTF8.self)) {
                let isGood = leads[address] ?? self.isGood(address)
                leads[address] = isGood
                if !isGood { errors.append(Self.error(address, in: text.file)) }
            }
        }
        guard errors.isEmpty else { throw TemplateErrors(errors) }
    }

    private static func addresses(in text: String) -> [Substring] {
        let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            .map { Substring($0) }
        return zip(parts, parts.dropFirst())
            .filter { before, _ in attributes.contains { before.hasSuffix($0) } }.map(\.1)
    }

    private static func error(_ address: Substring, in file: String) -> TemplateError {
        let lines = address.base[..<address.startIndex]
            .split(separator: "\n", omittingEmptySubsequences: false)
        return TemplateError(
            file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1,
            reason: "no page and no file is at ‘\(address)’")
    }

    /// Checks the address both with and without its sections, because a section may be rendered or not.
    private func isGood(_ address: Substring) -> Bool {
        Set([true, false].map { Self.path(address, showsSections: $0) }).allSatisfy { path in
            !path.hasPrefix("/") || leadsSomewhere(path)
        }
    }

    /// The path of an address of this site, with a placeholder for each variable; an address that
    /// is one whole variable is not a path.
    private static func path(_ address: Substring, showsSections: Bool) -> String {
        var rest = address
        for origin in ["{{origin}}", "{{publicURL}}"] where rest.hasPrefix(origin) {
            rest = rest.dropFirst(origin.count)
        }
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
                path += Self.path(content, showsSections: showsSections)
            }
            rest = rest[end.upperBound...]
        }
        path += rest
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }
}
