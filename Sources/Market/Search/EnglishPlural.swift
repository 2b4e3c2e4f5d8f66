extension SearchText {
    /// Minimum number of letters of a word that may be a plural.
    private static let fewestLettersOfPlural = 4

    /// The possible singulars of an English plural, the likeliest first: `cases` is `case`,
    /// `batteries` is `battery`. Empty for any other word.
    var singulars: [SearchText] {
        guard letters.count >= Self.fewestLettersOfPlural, wordStarts.count == 1,
            letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
        else { return [] }
        let word = String(decoding: letters, as: UTF8.self)
        guard word.hasSuffix("s"), !["ss", "us", "is"].contains(where: { word.hasSuffix($0) })
        else { return [] }
        let known = Self.pluralEndings.first { word.hasSuffix($0.plural) }
        let ending = known ?? (plural: "s", singular: [""])
        let stem = word.dropLast(ending.plural.count)
        return ending.singular.map { SearchText("\(stem)\($0)") }
    }

    private static let pluralEndings: [(plural: String, singular: [String])] = [
        ("ies", ["y", "ie"]), ("ves", ["fe", "f", "ve"]), ("ches", ["ch", "che"]),
        ("shes", ["sh"]), ("sses", ["ss"]), ("ses", ["se", "s"]), ("xes", ["x"]),
        ("oes", ["oe", "o"]),
    ]
}

extension SearchQuery {
    /// The same search with its plurals in the singular, the likeliest first: `phone cases` becomes
    /// `phone case`. Empty if it has no plurals.
    public var singulars: [SearchQuery] {
        let singulars = words.map { $0.text.singulars }
        let most = singulars.map(\.count).max() ?? 0
        return (0..<most).compactMap { place in
            SearchQuery(
                words: zip(words, singulars).map { word, others in
                    others.isEmpty ? word.text : others[min(place, others.count - 1)]
                }
            ).flatMap { lookingFor($0.text) }
        }
    }
}
