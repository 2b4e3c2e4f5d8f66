extension SearchTerms {
    private static let wordsForLowestPrice: Set = [
        "싼", "값싼", "싼거", "저렴한", "저렴한거", "최저가", "cheap", "cheapest",
    ]
    /// Words that only stress the one after them.
    private static let stresses: Set = ["가장", "제일", "더", "좀"]
    /// Words that only say that a thing is meant: `싼 거`.
    private static let wordsForThing: Set = ["거", "것", "걸로", "것만"]

    /// The wanted words without those that ask for the lowest price: `아이폰` of `제일 싼 아이폰`. Nil if there
    /// are none, or no others.
    var withoutLowestPrice: String? {
        var words: [Substring] = []
        var (isAsked, isBehind) = (false, false)
        for word in wanted.split(whereSeparator: \.isWhitespace) {
            let said = word.lowercased()
            if Self.wordsForLowestPrice.contains(said) {
                if let last = words.last, Self.stresses.contains(String(last)) {
                    words.removeLast()
                }
                (isAsked, isBehind) = (true, true)
            } else if !isBehind || !Self.wordsForThing.contains(said) {
                words.append(word)
                isBehind = false
            }
        }
        return isAsked && !words.isEmpty ? words.joined(separator: " ") : nil
    }
}

extension SearchQuery {
    /// The same search without the words that ask for the lowest price, such as `최저가` and `cheap`, which
    /// say how to sort what is found rather than what it is. Nil if there are none, or no others.
    public var withoutLowestPrice: SearchQuery? {
        asksForLowestPrice ? terms.withoutLowestPrice.flatMap { lookingFor($0) } : nil
    }
}
