import Fixtures
import Foundation
import FoundationXML

/// An Atom feed as a reader parses it: strict XML, with the elements that RFC 4287 section 4.1 requires.
struct AtomFeed {
    let feed: Element
    let entries: [Element]

    /// The texts and links of a feed or an entry.
    struct Element {
        fileprivate(set) var texts: [String: String] = [:]
        fileprivate(set) var links: [String: String] = [:]

        subscript(name: String) -> String? { texts[name] }
    }

    /// - Throws: `Failure` that says what is wrong.
    init(_ bytes: [UInt8]) throws {
        let reader = AtomReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        parser.shouldProcessNamespaces = true
        guard parser.parse() else { throw Failure("\(String(describing: parser.parserError))") }
        feed = reader.feed
        entries = reader.entries
        for element in [feed] + entries {
            for name in ["id", "title", "updated"] where element[name] == nil {
                throw Failure("no \(name)")
            }
            guard let updated = element["updated"], updated.wholeMatch(of: Self.date) != nil else {
                throw Failure("no date: \(element["updated"] ?? "")")
            }
        }
        guard Set(entries.map { $0["id"] }).count == entries.count else {
            throw Failure("two entries of one id")
        }
    }

    private static var date: Regex<Substring> {
        /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/
    }
}

private final class AtomReader: NSObject, XMLParserDelegate {
    private(set) var feed = AtomFeed.Element()
    private(set) var entries: [AtomFeed.Element] = []
    private var isInEntry = false
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        guard namespaceURI == "http://www.w3.org/2005/Atom" else { return parser.abortParsing() }
        text = ""
        if name == "entry" {
            isInEntry = true
            entries.append(AtomFeed.Element())
        }
        if name == "link", let relation = attributes["rel"], let address = attributes["href"] {
            change { $0.links[relation] = address }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        text += characters
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        if name == "entry" { isInEntry = false } else { change { $0.texts[name] = text } }
        text = ""
    }

    private func change(_ body: (inout AtomFeed.Element) -> Void) {
        if isInEntry { body(&entries[entries.count - 1]) } else { body(&feed) }
    }
}
