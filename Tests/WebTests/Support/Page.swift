import Fixtures
import Foundation
import Market

/// A page as a visitor sees it. Tests look for names, links, roles and words, not for the layout.
struct Page {
    let html: String

    /// The attributes of every start tag of that element.
    func tags(_ element: String) -> [Tag] {
        html.stretches(from: "<\(element) ", to: ">").map(Tag.init)
    }

    /// All texts on the page, in order and trimmed.
    var texts: [String] { Self.texts(in: html) }

    /// The same without the dot that leads to a decision's title or reason.
    var decisionTexts: [String] {
        texts.map { $0.hasSuffix(" ·") ? String($0.dropLast(2)) : $0 }
    }

    /// The targets of the page's links.
    var links: [String] { tags("a").compactMap { $0["href"] } }

    /// Where the page's forms are sent.
    var actions: [String] { tags("form").compactMap { $0["action"] } }

    /// Whether a form on the page has a field for a password.
    var asksForPassword: Bool { tags("input").contains { $0["name"] == "password" } }

    /// What the header says of new notices, such as `새 알림 1개`; nil if there are none.
    var newNotices: String? { texts.first { $0.hasPrefix("새 알림 ") } }

    /// The path of the link with that relation; nil if there is none.
    func link(_ relation: String) -> String? {
        tags("a").first { $0["rel"] == relation }?["href"]
    }

    /// The listings that the page links to, in order.
    var itemIDs: [Item.ID] {
        links.filter { $0.hasPrefix("/items/") }
            .compactMap { Int64($0.dropFirst("/items/".count)).map(Item.ID.init(rawValue:)) }
    }

    /// The banner at the top; nil if there is none.
    var alert: Alert? {
        let top = html.stretches(from: "<body", to: "<main").first ?? ""
        for (role, isFailure) in [("alert", true), ("status", false)] {
            guard let place = top.range(of: "role=\"\(role)\"", options: .literal) else { continue }
            let texts = Self.texts(in: String(top[place.upperBound...]))
            guard let title = texts.first else { continue }
            return Alert(
                isFailure: isFailure, title: title,
                lines: texts.dropFirst().filter {
                    !["닫기", "되돌리기", "차단 풀기", "예약 취소", "하나 더 올리기", "검색 알림"].contains($0)
                })
        }
        return nil
    }

    struct Alert {
        let isFailure: Bool
        let title: String
        let lines: [String]
    }

    /// The attributes of a start tag.
    struct Tag {
        let text: String

        /// The attribute's value, unescaped.
        subscript(name: String) -> String? {
            " \(text)".stretches(from: " \(name)=\"", to: "\"").first?.unescaped
        }

        func has(_ name: String) -> Bool {
            " \(text) ".contains(" \(name) ") || self[name] != nil
        }
    }

    private static func texts(in html: String) -> [String] {
        html.split(separator: "<").compactMap { piece in
            let text = piece.drop { $0 != ">" }.dropFirst()
            let trimmed = String(text).unescaped.trimmingCharacters(in: .whitespacesAndNewlines)
            return trimmed.isEmpty ? nil : trimmed
        }
    }
}

extension Answer {
    var page: Page { Page(html: text) }

    /// The path that a form which was taken leads to.
    func redirection() throws -> String {
        guard status == 303, let path = self["Location"] else {
            throw Failure("no redirection: \(status) \(text)")
        }
        return path
    }
}

extension String {
    /// Every substring between `start` and the next `end`.
    func stretches(from start: String, to end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let opening = rest.range(of: start, options: .literal),
            let closing = rest[opening.upperBound...].range(of: end, options: .literal)
        {
            found.append(String(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }

    fileprivate var unescaped: String {
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ]
        return entities.reduce(self) { text, entity in
            text.replacingOccurrences(of: entity.0, with: entity.1, options: .literal)
        }
    }
}

extension Page {
    /// The value that the form would send for that name: of an input, a select or a textarea.
    func value(of field: String) -> String? {
        values(of: field).first ?? selected(in: field) ?? typed(in: field)
    }

    /// The values of all inputs of that name, except disabled ones and files.
    func values(of field: String) -> [String] {
        tags("input")
            .filter { $0["name"] == field && !$0.has("disabled") && $0["type"] != "file" }
            .compactMap { $0["value"] }
    }

    /// The button that sends that value as `arrange`.
    func button(_ arrangement: String) -> Tag? {
        tags("button").first { $0["name"] == "arrange" && $0["value"] == arrangement }
    }

    private func selected(in field: String) -> String? {
        let select = html.stretches(from: "<select ", to: "</select>")
            .first { Tag(text: $0)["name"] == field }
        guard let select else { return nil }
        let options = Page(html: select).tags("option")
        return (options.first { $0.has("selected") } ?? options.first)?["value"]
    }

    /// A line feed right after the start tag does not belong to the text (HTML section 13.2.6.4.7).
    private func typed(in field: String) -> String? {
        let area = html.stretches(from: "<textarea ", to: "</textarea>")
            .first { Tag(text: $0)["name"] == field }
        guard let area else { return nil }
        var text = area.drop { $0 != ">" }.dropFirst()
        if text.first == "\n" { text.removeFirst() }
        return String(text).unescaped
    }
}
