/// Splits a template into tokens. Continues after a faulty tag, to find all errors in one pass.
struct Scanner {
    private(set) var tokens: [Token] = []
    private(set) var faults: [Fault] = []
    private let bytes: [UInt8]
    private var delimiters: Delimiters
    private var position = 0
    private var startsLine = true
    /// For each open section, parent or block: whether it is a parent.
    private var open: [Bool] = []

    init(_ bytes: [UInt8], delimiters: Delimiters) {
        self.bytes = bytes
        self.delimiters = delimiters
    }

    mutating func scan() {
        while let tag = bytes.firstIndex(of: delimiters.open, from: position) {
            addText(to: tag)
            scanTag()
            startsLine = false
        }
        addText(to: bytes.count)
    }

    /// Adds the text before `end`, line by line.
    private mutating func addText(to end: Int) {
        while position < end {
            let newline = bytes[position..<end].firstIndex(of: UInt8(ascii: "\n"))
            let next = newline.map { $0 + 1 } ?? end
            tokens.append(Token(kind: .text(startsLine: startsLine), range: position..<next))
            startsLine = newline != nil
            position = next
        }
    }

    private mutating func scanTag() {
        let start = position
        var inner = start + delimiters.open.count
        while inner < bytes.count, bytes[inner].isBlank { inner += 1 }
        let sigil = inner < bytes.count ? bytes[inner] : 0
        let hasSigil =
            "{=!&#^/>$<".utf8.contains(sigil)
            && !bytes[inner...].starts(with: delimiters.close)
        if hasSigil { inner += 1 }
        let close = hasSigil ? self.close(of: sigil) : delimiters.close
        guard let end = bytes.firstIndex(of: close, from: inner) else {
            position = bytes.count
            return fault(start, "the tag is not closed")
        }
        position = end + close.count
        let content = String(decoding: bytes[inner..<end], as: UTF8.self).trimmed
        addTag(hasSigil ? sigil : 0, content, start..<position)
    }

    private func close(of sigil: UInt8) -> [UInt8] {
        switch sigil {
        case UInt8(ascii: "{"): [UInt8(ascii: "}")] + delimiters.close
        case UInt8(ascii: "="): [UInt8(ascii: "=")] + delimiters.close
        default: delimiters.close
        }
    }

    private mutating func addTag(_ sigil: UInt8, _ content: String, _ range: Range<Int>) {
        switch sigil {
        case UInt8(ascii: "!"): add(.comment, range)
        case UInt8(ascii: "="): setDelimiters(content, range)
        case UInt8(ascii: "/"):
            add(.close(ofParent: open.popLast() ?? false), range, content.withoutSpaceBehindStar)
        case UInt8(ascii: ">"): addPartial(content, range)
        case UInt8(ascii: "<"): addParent(content, range)
        case UInt8(ascii: "$"):
            open.append(false)
            _ = isLabel(content, range)
            add(.block(content), range, content)
        default: addNamed(sigil, content, range)
        }
    }

    private mutating func addNamed(_ sigil: UInt8, _ content: String, _ range: Range<Int>) {
        let isSection = sigil == UInt8(ascii: "#") || sigil == UInt8(ascii: "^")
        if isSection { open.append(false) }
        let name = name(content, range)
        if isSection {
            let isInverted = sigil == UInt8(ascii: "^")
            // A section with a faulty name is opened all the same; otherwise its closing tag would
            // be an error, too.
            let kind = name.map { Token.Kind.section($0, inverted: isInverted) }
            add(kind ?? .block(content), range, content)
        } else if let name {
            add(.value(name, escaped: sigil == 0), range)
        }
    }

    private mutating func addPartial(_ content: String, _ range: Range<Int>) {
        guard let target = target(content, range) else { return }
        add(.partial(target), range)
    }

    private mutating func addParent(_ content: String, _ range: Range<Int>) {
        open.append(true)
        let target = target(content, range) ?? .named(content)
        add(.parent(target), range, content.withoutSpaceBehindStar)
    }

    private mutating func target(_ content: String, _ range: Range<Int>) -> Target? {
        guard content.first == "*" else {
            return isLabel(content, range) ? .named(content) : nil
        }
        return name(String(content.dropFirst()).trimmed, range).map(Target.dynamic)
    }

    private mutating func name(_ content: String, _ range: Range<Int>) -> Name? {
        guard let name = Name(content) else {
            fault(range.lowerBound, "“\(content)” is not a name")
            return nil
        }
        return name
    }

    private mutating func isLabel(_ content: String, _ range: Range<Int>) -> Bool {
        guard !content.isEmpty, !content.contains(where: \.isWhitespace) else {
            fault(range.lowerBound, "“\(content)” is not a name")
            return false
        }
        return true
    }

    private mutating func setDelimiters(_ content: String, _ range: Range<Int>) {
        let pair = content.split(whereSeparator: \.isWhitespace)
        guard pair.count == 2, !content.contains("=") else {
            return fault(range.lowerBound, "“\(content)” is not a pair of delimiters")
        }
        delimiters = Delimiters(open: Array(pair[0].utf8), close: Array(pair[1].utf8))
        add(.delimiters, range)
    }

    private mutating func add(_ kind: Token.Kind, _ range: Range<Int>, _ label: String = "") {
        tokens.append(Token(kind: kind, range: range, label: label, delimiters: delimiters))
    }

    private mutating func fault(_ offset: Int, _ reason: String) {
        faults.append(Fault(offset: offset, reason: reason))
    }
}

// MARK: - Bytes

extension [UInt8] {
    func firstIndex(of needle: [UInt8], from start: Int) -> Int? {
        var index = start
        while let found = self[index...].firstIndex(of: needle[0]) {
            if self[found...].starts(with: needle) { return found }
            index = found + 1
        }
        return nil
    }
}

extension UInt8 {
    /// White space, including line ends.
    var isBlank: Bool {
        self == UInt8(ascii: " ") || isLineEnd || self == UInt8(ascii: "\t")
    }

    var isLineEnd: Bool {
        self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
    }
}

extension String {
    var trimmed: String {
        let text = drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }
        return end.map { String(text[...$0]) } ?? ""
    }

    /// `* name` and `*name` are the same dynamic name.
    var withoutSpaceBehindStar: String {
        first == "*" ? "*" + String(dropFirst()).trimmed : self
    }
}
