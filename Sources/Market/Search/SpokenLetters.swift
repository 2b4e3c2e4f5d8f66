/// Reads names of Latin letters in Hangul, which people type as they hear them: `에스22` is `s22`, `유에스비` is `usb`.
public enum SpokenLetters {
    /// A possible reading of a word.
    public struct Reading: Equatable, Sendable {
        /// In lower case; what follows the letters is a word of its own: `a4 용지`.
        public let text: String
        /// Whether the reading consists of letters only, which occur within many words.
        public let isDoubtful: Bool
    }

    /// Minimum number of letters that follow; a single one occurs in nearly every title.
    private static let fewestBehind = 2

    private static let letters = longestFirst([
        ("a", "에이"), ("b", "비 삐"), ("c", "씨 시"), ("d", "디"), ("e", "이"), ("f", "에프"), ("g", "지 쥐"),
        ("h", "에이치 에이취"), ("i", "아이"), ("j", "제이"), ("k", "케이"), ("l", "엘"), ("m", "엠"), ("n", "엔"),
        ("o", "오"), ("p", "피"), ("q", "큐"), ("r", "알 아르"), ("s", "에스"), ("t", "티"), ("u", "유"),
        ("v", "브이 뷔"), ("w", "더블유 더블류"), ("x", "엑스"), ("y", "와이"), ("z", "제트"),
    ])
    /// Digits after letters: `에이포` is `a4`.
    private static let digits = longestFirst([
        ("1", "원"), ("2", "투"), ("3", "쓰리"), ("4", "포"), ("5", "파이브"), ("6", "식스"), ("7", "세븐"),
        ("8", "에잇"), ("9", "나인"),
    ])

    private static func longestFirst(
        _ all: [(sign: String, names: String)]
    ) -> [(sign: String, name: Substring)] {
        all.flatMap { one in one.names.split(separator: " ").map { (sign: one.sign, name: $0) } }
            .sorted { $0.name.count > $1.name.count }
    }

    /// Returns nil unless the word begins with several letters, or with one that is followed by
    /// digits. The reading is only a guess, since many words begin with such syllables.
    public static func reading(of word: String) -> Reading? {
        var rest = String(decoding: SearchText(word).letters, as: UTF8.self)[...]
        var latin = ""
        while let sign = cut(Self.letters, off: &rest) { latin += sign }
        guard !latin.isEmpty else { return nil }
        let countOfLetters = latin.count
        if let digit = cut(digits, off: &rest) { latin += digit }
        let typed = rest.prefix { $0.isASCII && $0.isNumber }
        latin += typed
        rest = rest.dropFirst(typed.count)
        let hasDigits = latin.count > countOfLetters
        guard hasDigits || countOfLetters > 1 else { return nil }
        guard !rest.isEmpty else { return Reading(text: latin, isDoubtful: !hasDigits) }
        guard rest.count >= fewestBehind else { return nil }
        return Reading(text: "\(latin) \(rest)", isDoubtful: false)
    }

    /// Removes the longest name with which the text begins.
    /// - Returns: the letter or digit that it stands for; nil if there is none.
    private static func cut(
        _ signs: [(sign: String, name: Substring)], off text: inout Substring
    ) -> String? {
        guard let sign = signs.first(where: { text.hasPrefix($0.name) }) else { return nil }
        text = text.dropFirst(sign.name.count)
        return sign.sign
    }
}
