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
    /// White space, line ends included.
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
