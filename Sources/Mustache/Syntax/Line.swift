/// Applies the rules for standalone tags: their line is removed, and the white space before a
/// partial, parent or block becomes the indentation of what replaces the tag.
///
/// A tag that is alone on its line is standalone. Several tags on one line are, too, if a parent
/// begins or ends there, since what a parent contains besides its blocks is not rendered anyway.
struct Line {
    /// A token with what its line means for it.
    struct Placed {
        let token: Token
        var indent: [UInt8] = []
        var isStandalone = false
        /// Whether the tag begins its line, so that indentation must be written before it.
        var beginsLine = false

        var lineIndent: [UInt8]? { isStandalone ? indent : nil }
    }

    static func place(_ tokens: [Token], of bytes: [UInt8]) -> [Placed] {
        var placed: [Placed] = []
        var start = 0
        for (index, token) in tokens.enumerated() {
            let endsLine = token.isText && bytes[token.range.upperBound - 1] == UInt8(ascii: "\n")
            guard endsLine || index == tokens.count - 1 else { continue }
            placed += Line(tokens: tokens[start...index], bytes: bytes).placed
            start = index + 1
        }
        return placed
    }

    private let tokens: ArraySlice<Token>
    private let bytes: [UInt8]

    private var placed: [Placed] {
        let tags = tokens.filter { !$0.isText }
        return isStandalone(tags) ? tags.map(standing) : inline
    }

    private func isStandalone(_ tags: [Token]) -> Bool {
        guard !tags.isEmpty, tags.allSatisfy(\.canStandAlone) else { return false }
        guard tags.count == 1 || tags.contains(where: \.isOfParent) else { return false }
        return tokens.allSatisfy { token in
            !token.isText || bytes[token.range].allSatisfy(\.isBlank)
        }
    }

    private func standing(_ tag: Token) -> Placed {
        Placed(token: tag, indent: indent, isStandalone: true)
    }

    /// The tokens of a line that is kept. Its first tag gets the indentation if nothing else is before it.
    private var inline: [Placed] {
        let firstTag = tokens.firstIndex { !$0.isText }
        return tokens.indices.map { index in
            var placed = Placed(token: tokens[index])
            guard index == firstTag else { return placed }
            placed.beginsLine = index == tokens.startIndex
            if case .block = placed.token.kind { placed.indent = indent }
            return placed
        }
    }

    /// The white space at the start of the line; empty if there is other text before a tag.
    private var indent: [UInt8] {
        guard let first = tokens.first, first.isText,
            bytes[first.range].allSatisfy(\.isBlank)
        else { return [] }
        return bytes[first.range].filter { !$0.isLineEnd }
    }
}
