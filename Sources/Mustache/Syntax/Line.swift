/// Applies the rules for tags that have a line for themselves: such a line goes, and the white
/// space before a partial, parent or block becomes the indentation of what it stands for.
///
/// One tag alone has its line for itself. More than one have it if a parent begins or ends
/// there, for what a parent holds beside its blocks is not rendered anyway.
struct Line {
    /// A token with what its line means for it.
    struct Placed {
        let token: Token
        var indent: [UInt8] = []
        var isStandalone = false
        /// The tag begins its line, so that an indentation must be written before it.
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

    /// The tokens of a line that stays; its first tag has the indentation if only that is before.
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

    /// The white space at the start of the line; nothing when other text comes before a tag.
    private var indent: [UInt8] {
        guard let first = tokens.first, first.isText,
            bytes[first.range].allSatisfy(\.isBlank)
        else { return [] }
        return bytes[first.range].filter { !$0.isLineEnd }
    }
}
