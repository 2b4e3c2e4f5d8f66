/// A part of a parsed template.
struct Item: Sendable {
    indirect enum Kind: Sendable {
        /// Text within one line. An empty text marks that the line starts with a tag.
        case text(Range<Int>, startsLine: Bool)
        case value(Name, escaped: Bool)
        case section(Section)
        /// The indentation is nil unless the tag is standalone.
        case partial(Target, indent: [UInt8]?)
        case parent(Target, arguments: [Block], indent: [UInt8]?)
        case block(Block)
    }

    let kind: Kind
    let offset: Int

    /// The template that the item includes, if any.
    var target: Target? {
        switch kind {
        case .partial(let target, _), .parent(let target, _, _): target
        case .text, .value, .section, .block: nil
        }
    }

    /// The items inside this one.
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
    /// The range of the unrendered text, for lambdas, and the delimiters in force there.
    let text: Range<Int>
    let delimiters: Delimiters
}

/// A block: a default that a child template may replace, or its replacement. A class, since a block
/// is identified by its place rather than by its content.
final class Block: Sendable {
    let name: String
    let items: [Item]
    /// The indentation of the block's own lines, which is removed when they are rendered in another place.
    let ownIndent: [UInt8]
    /// The indentation for lines that replace the block's own.
    let siteIndent: [UInt8]
    /// Whether the opening tag is standalone, so that what replaces the block begins a line.
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
