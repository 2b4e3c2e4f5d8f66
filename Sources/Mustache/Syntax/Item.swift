/// A part of a parsed template.
struct Item: Sendable {
    indirect enum Kind: Sendable {
        /// Text within one line. An empty one marks that the line starts with a tag.
        case text(Range<Int>, startsLine: Bool)
        case value(Name, escaped: Bool)
        case section(Section)
        /// Without an indentation when it does not begin a line.
        case partial(Target, indent: [UInt8]?)
        case parent(Target, arguments: [Block], indent: [UInt8]?)
        case block(Block)
    }

    let kind: Kind
    let offset: Int

    /// The template it includes.
    var target: Target? {
        switch kind {
        case .partial(let target, _), .parent(let target, _, _): target
        case .text, .value, .section, .block: nil
        }
    }

    /// What it holds.
    var items: [Item] {
        switch kind {
        case .text, .value, .partial: []
        case .section(let section): section.items
        case .parent(_, let arguments, _): arguments.flatMap(\.items)
        case .block(let block): block.items
        }
    }
}

struct Section: Sendable {
    let name: Name
    let isInverted: Bool
    let items: [Item]
    /// Where the unrendered text is, for lambdas, and the delimiters that it is written with.
    let text: Range<Int>
    let delimiters: Delimiters
}

/// A block: the default where a template is open to change, or the text for such a place.
/// A class, because it is what it is by its place and not by what it holds.
final class Block: Sendable {
    let name: String
    let items: [Item]
    /// The indentation that its own lines have, taken away when they go to another place.
    let ownIndent: [UInt8]
    /// The indentation for lines that take the place of its own.
    let siteIndent: [UInt8]
    /// Whether its opening tag has a line for itself, so that what takes its place begins one.
    let isStandalone: Bool

    init(
        name: String, items: [Item], ownIndent: [UInt8], siteIndent: [UInt8], isStandalone: Bool
    ) {
        self.name = name
        self.items = items
        self.ownIndent = ownIndent
        self.siteIndent = siteIndent
        self.isStandalone = isStandalone
    }

    var beginsLine: Bool {
        if case .text(_, startsLine: true) = items.first?.kind { true } else { false }
    }
}

extension Block: Hashable {
    static func == (a: Block, b: Block) -> Bool { a === b }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
