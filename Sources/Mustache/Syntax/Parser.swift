/// Builds the tree of a template from its tokens.
struct Parser {
    /// Maximum depth of nested sections, parents and blocks in one file.
    static let depthLimit = 64

    private(set) var items: [Item] = []
    private(set) var faults: [Fault]
    private let bytes: [UInt8]
    private let tokens: [Line.Placed]
    private var open: [Open] = []

    /// An opening tag that is not closed yet, and the items since then.
    private struct Open {
        let tag: Line.Placed
        var items: [Item] = []
    }

    init(_ bytes: [UInt8], delimiters: Delimiters = .standard) {
        var scanner = Scanner(bytes, delimiters: delimiters)
        scanner.scan()
        self.bytes = bytes
        faults = scanner.faults
        tokens = Line.place(scanner.tokens, of: bytes)
    }

    mutating func parse() {
        for token in tokens {
            guard open.count <= Self.depthLimit else {
                fault(token.token, "more than \(Self.depthLimit) sections within each other")
                return
            }
            parse(token)
        }
        for unclosed in open {
            fault(unclosed.tag.token, "“\(unclosed.tag.token.label)” is not closed")
        }
    }

    private mutating func parse(_ placed: Line.Placed) {
        let token = placed.token
        let start = token.range.lowerBound
        if placed.beginsLine { add(.text(start..<start, startsLine: true), at: start) }
        switch token.kind {
        case .text(let startsLine): add(.text(token.range, startsLine: startsLine), at: start)
        case .comment, .delimiters: break
        case .value(let name, let escaped): add(.value(name, escaped: escaped), at: start)
        case .partial(let target): add(.partial(target, indent: placed.lineIndent), at: start)
        case .section, .parent, .block: open.append(Open(tag: placed))
        case .close: close(token)
        }
    }

    private mutating func close(_ token: Token) {
        guard let match = open.lastIndex(where: { $0.tag.token.label == token.label }) else {
            return fault(token, "nothing called “\(token.label)” is open here")
        }
        for unclosed in open[(match + 1)...] {
            fault(unclosed.tag.token, "“\(unclosed.tag.token.label)” is not closed")
        }
        let closed = open[match]
        open.removeSubrange(match...)
        guard let kind = kind(of: closed, closedBy: token) else { return }
        add(kind, at: closed.tag.token.range.lowerBound)
    }

    private func kind(of open: Open, closedBy close: Token) -> Item.Kind? {
        let tag = open.tag.token
        switch tag.kind {
        case .section(let name, let inverted):
            return .section(
                Section(
                    name: name, isInverted: inverted, items: open.items,
                    text: tag.range.upperBound..<close.range.lowerBound,
                    delimiters: tag.delimiters))
        case .parent(let target):
            let arguments = open.items.compactMap { item in
                if case .block(let block) = item.kind { block } else { nil }
            }
            return .parent(target, arguments: arguments, indent: open.tag.lineIndent)
        case .block(let name):
            return .block(block(name, open))
        default:
            return nil
        }
    }

    private func block(_ name: String, _ open: Open) -> Block {
        let hasLines = open.tag.isStandalone && !open.items.isEmpty
        let ownIndent = hasLines ? indent(from: open.tag.token.range.upperBound) : []
        return Block(
            name: name, items: open.items, ownIndent: ownIndent,
            siteIndent: hasLines ? ownIndent : open.tag.indent,
            isStandalone: open.tag.isStandalone)
    }

    /// The white space before the first text after `start`.
    private func indent(from start: Int) -> [UInt8] {
        var line = start
        var next = start
        while next < bytes.count, bytes[next].isBlank {
            next += 1
            if bytes[next - 1] == UInt8(ascii: "\n") { line = next }
        }
        return Array(bytes[line..<next])
    }

    private mutating func add(_ kind: Item.Kind, at offset: Int) {
        let item = Item(kind: kind, offset: offset)
        if open.isEmpty {
            items.append(item)
        } else {
            open[open.count - 1].items.append(item)
        }
    }

    private mutating func fault(_ token: Token, _ reason: String) {
        faults.append(Fault(offset: token.range.lowerBound, reason: reason))
    }
}
