import Market

/// What a kept search is filed under: one token that every item answering it has.
///
/// A number, so that an item of a long description is looked up under each of its own in no time:
/// two letters of 21 bits each, and what kind of token they make.
struct WantedToken: RawRepresentable, Hashable, Bindable {
    let rawValue: Int64

    /// What stands for the letters.
    private enum Kind: Int64 {
        /// Two letters beside each other in the title or the description.
        case pair
        /// The consonants that two begin with, or the letters themselves.
        case initials
        /// One letter of the title.
        case letter
        /// A category, or nothing, where no text is looked for.
        case category
    }

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    private init(_ kind: Kind, _ first: UInt32, _ second: UInt32 = 0) {
        rawValue = kind.rawValue << 42 | Int64(first) << 21 | Int64(second)
    }

    private init(_ category: Market.Category?) {
        self.init(.category, UInt32(category?.rawValue ?? 0))
    }
}

// MARK: - Of an item

extension WantedToken {
    /// All that an item has.
    static func all(
        of category: Market.Category, _ title: SearchText, _ description: SearchText
    ) -> Set<WantedToken> {
        var tokens: Set<WantedToken> = [WantedToken(nil), WantedToken(category)]
        let (title, description) = (title.scalars, description.scalars)
        tokens.formUnion(title.map { WantedToken(.letter, $0.value) })
        tokens.formUnion(pairs(.pair, title))
        tokens.formUnion(pairs(.pair, description))
        tokens.formUnion(pairs(.initials, initials(title)))
        // In a description consonants stand for themselves alone.
        if description.contains(where: Hangul.isConsonant) {
            tokens.formUnion(pairs(.initials, initials(description)))
        }
        return tokens
    }

    /// Those that letters begin with; of two that a keyboard joined, both.
    private static func initials(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.flatMap { Hangul.joined[$0] ?? [Hangul.initial(of: $0)] }
    }

    private static func pairs(
        _ kind: Kind, _ scalars: [Unicode.Scalar]
    ) -> some Sequence<WantedToken> {
        zip(scalars, scalars.dropFirst()).lazy.map { WantedToken(kind, $0.value, $1.value) }
    }
}

// MARK: - Of a search

extension WantedToken {
    /// A token, and what finds the items that have it.
    typealias Sought = (token: WantedToken, expression: String)

    /// Those of which an item that answers the search has every one, each as the index of items
    /// finds it (`SearchSchema`). At least one; a category is the only one.
    static func all(of filter: ItemFilter) -> [Sought] {
        guard let search = filter.search else { return [(WantedToken(filter.category), "")] }
        let words = search.words
        let pairs = words.filter { !$0.hasInitials }.flatMap { word -> [Sought] in
            zip(word.scalars, word.scalars.dropFirst()).map { first, second in
                let expression = "{title description} : \"\(first)\(second)\""
                return (WantedToken(.pair, first.value, second.value), expression)
            }
        }
        guard pairs.isEmpty else { return pairs }
        if let word = words.first(where: { $0.hasInitials && !$0.isSingleInitial }) {
            let initials = word.scalars.map(Hangul.initial)
            return zip(initials, initials.dropFirst()).map { first, second in
                let expression = "initials : \"\(first)\(second)\""
                return (WantedToken(.initials, first.value, second.value), expression)
            }
        }
        return words.filter { !$0.isSingleInitial }.flatMap(\.scalars).map { letter in
            (
                WantedToken(.letter, letter.value),
                SearchExpression.part(SearchText("\(letter)")).text
            )
        }
    }
}
