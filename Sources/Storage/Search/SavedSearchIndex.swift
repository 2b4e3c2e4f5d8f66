import Market

/// An index of saved searches that finds every search which an item answers in one walk through the
/// item's letters, however many searches there are.
///
/// Each search is filed under one of its words, or under its category if it has no words. The words
/// that occur in an item are marked; then, for the searches filed under these, only marks and
/// numbers are checked: no text is compared a second time.
struct SavedSearchIndex {
    /// A search in the index.
    struct Entry {
        /// The id of the saved search, or of the wanted item.
        let id: Int64
        /// The filter of a saved search; 0 for a wanted item.
        let filterID: SavedFilter.ID
        /// The account's index in `accounts`.
        let account: Int
        /// Whether the search sends no news to its account.
        let isQuiet: Bool
    }

    /// An item with its texts folded for the search.
    struct SearchedItem {
        fileprivate let category: Market.Category
        fileprivate let title: SearchText
        fileprivate let description: SearchText
        fileprivate let row: ItemColumns.Row

        init(_ content: ItemContent) {
            category = content.category
            (title, description) = (SearchText(content.title), SearchText(content.description))
            row = ItemColumns.Row(content)
        }
    }

    private struct Search {
        let entry: Entry
        let condition: ItemColumns.Condition
        /// Its other words, without the one that it is filed under.
        let others: [Int32]
        /// Its excluded words.
        let excluded: [Int32]
        let hasInitials: Bool
    }

    private struct Word {
        /// Stored inline: some words have thousands of searches, and each of those is checked for
        /// each item.
        var searches: [Search] = []
        let isLookedForInDescriptions: Bool
        /// The word itself if it has consonants that may stand for syllables.
        let initials: SearchWord?
        /// The word itself if it has synonyms that are searched for in titles only.
        var namedInTitles: SearchWord?
    }

    /// The part of an item that a word occurs in.
    private enum Mark {
        static let title: UInt8 = 1
        static let description: UInt8 = 2
        /// Its consonants stand for syllables of the title.
        static let initials: UInt8 = 4
    }

    /// The word that each search is filed under, by the search's id.
    private var wordsOfSearches: [Int64: Int32] = [:]
    /// The accounts that have, or had, any search in the index.
    private(set) var accounts: [Account.ID] = []
    private var numbers: [Account.ID: Int] = [:]
    private var words: [Word] = []
    /// The same letters may be two different words: next to other words, a consonant stands for a
    /// syllable.
    private var numbersOfWords: [SearchWord: Int32] = [:]
    private var letters = LetterTree()
    /// Words with consonants that may stand for syllables, with each letter reduced to its initial
    /// consonant.
    private var initials = LetterTree()
    /// Synonyms that are searched for in titles only.
    private var namesInTitles = LetterTree()
    /// The words under which searches without a word are filed, by category; key 0 for all
    /// categories.
    private var categories: [Int: Int32] = [:]

    /// The marks of each word; all 0 between two items.
    private var marks: [UInt8] = []
    private var marked: [Int32] = []

    /// The sum of the ids in the index.
    private(set) var sum: Int64 = 0
    /// The number of searches in the index.
    var count: Int { wordsOfSearches.count }
    /// Whether the index holds far more words than its searches can have: words stay when their
    /// searches are removed.
    var needsRebuild: Bool { words.count > 10_000 + 2 * SearchQuery.mostWords * count }

    // MARK: - Searches

    mutating func insert(_ kept: SavedSearchRow, _ condition: ItemColumns.Condition) {
        insert(
            kept.id.rawValue, kept.filter, condition, of: kept.account, kept.filterID,
            isQuiet: kept.isQuiet)
    }

    /// - Parameters:
    ///   - id: unique among the searches in the index.
    ///   - condition: the rest of the filter, apart from its words.
    mutating func insert(
        _ id: Int64, _ filter: ItemFilter, _ condition: ItemColumns.Condition,
        of account: Account.ID = 0, _ filterID: SavedFilter.ID = 0, isQuiet: Bool = false
    ) {
        guard wordsOfSearches[id] == nil else { return }
        let query = filter.search
        var filed = query?.words.map { number(of: $0) } ?? [number(of: filter.category)]
        let fewest = filed.indices.min {
            words[Int(filed[$0])].searches.count < words[Int(filed[$1])].searches.count
        }
        let word = filed.remove(at: fewest ?? 0)
        let excluded = query?.terms.excludedWords.map { number(of: $0) } ?? []
        words[Int(word)].searches.append(
            Search(
                entry: Entry(
                    id: id, filterID: filterID, account: number(of: account), isQuiet: isQuiet),
                condition: condition, others: filed, excluded: excluded,
                hasInitials: query?.hasInitials ?? false))
        wordsOfSearches[id] = word
        sum += id
    }

    mutating func remove(_ id: Int64) {
        guard let word = wordsOfSearches.removeValue(forKey: id) else { return }
        words[Int(word)].searches.removeAll { $0.entry.id == id }
        sum -= id
    }

    private mutating func number(of word: SearchWord) -> Int32 {
        if let number = numbersOfWords[word] { return number }
        let number = add(
            Word(
                isLookedForInDescriptions: word.isLookedForInDescriptions,
                initials: word.hasInitials ? word : nil,
                namedInTitles: word.spellings.allSatisfy { $0.reach == .anywhere } ? nil : word))
        numbersOfWords[word] = number
        for spelling in word.spellings {
            if spelling.reach == .anywhere {
                letters.insert(number, as: spelling.text.letters)
            } else {
                namesInTitles.insert(number, as: spelling.text.letters)
            }
        }
        if word.hasInitials { initials.insert(number, as: Self.initials(of: word.scalars)) }
        return number
    }

    private mutating func number(of account: Account.ID) -> Int {
        if let number = numbers[account] { return number }
        let number = accounts.count
        accounts.append(account)
        numbers[account] = number
        return number
    }

    private mutating func number(of category: Market.Category?) -> Int32 {
        let key = category?.rawValue ?? 0
        if let number = categories[key] { return number }
        let number = add(Word(isLookedForInDescriptions: false, initials: nil))
        categories[key] = number
        return number
    }

    private mutating func add(_ word: Word) -> Int32 {
        words.append(word)
        marks.append(0)
        return Int32(words.count - 1)
    }

    /// The account's index in `accounts`; nil if it never had a search here.
    func place(of account: Account.ID) -> Int? { numbers[account] }

    // MARK: - Items

    /// The searches that an item answers, each once, in no particular order.
    mutating func searches(answeredBy content: ItemContent) -> [Entry] {
        count > 0 ? searches(answeredBy: SearchedItem(content)) : []
    }

    /// Like `searches(answeredBy:)`, for an item that is folded already.
    mutating func searches(answeredBy item: SearchedItem) -> [Entry] {
        mark(item)
        var found: [Entry] = []
        for word in marked {
            let isThere = isInItem(word)
            let searches = words[Int(word)].searches
            // By index: copying an element out would retain its references.
            for place in searches.indices {
                guard searches[place].condition.holds(of: item.row) else { continue }
                let isAnswered =
                    isThere && searches[place].others.isEmpty
                    || isAnswered(searches[place], filedUnder: word)
                if isAnswered, !searches[place].excluded.contains(where: { isInItem($0) }) {
                    found.append(searches[place].entry)
                }
            }
        }
        for word in marked { marks[Int(word)] = 0 }
        marked.removeAll(keepingCapacity: true)
        return found
    }

    /// Whether the marked item contains the word, with its consonants taken as letters.
    private func isInItem(_ word: Int32) -> Bool {
        marks[Int(word)] & (Mark.title | Mark.description) != 0
    }

    /// The same rules as `SearchQuery.match`, without the exclusions.
    private func isAnswered(_ search: Search, filedUnder word: Int32) -> Bool {
        func has(_ mark: (Int32) -> UInt8) -> Bool {
            marks[Int(word)] & mark(word) != 0
                && search.others.allSatisfy { marks[Int($0)] & mark($0) != 0 }
        }
        return has { _ in Mark.title | Mark.description }
            || search.hasInitials
                && has { words[Int($0)].initials == nil ? Mark.title : Mark.initials }
    }

    private mutating func mark(_ item: SearchedItem) {
        for key in [0, item.category.rawValue] {
            if let number = categories[key] { mark(number, Mark.title) }
        }
        for number in letters.numbers(in: item.title.letters) { mark(number, Mark.title) }
        for number in letters.numbers(in: item.description.letters)
        where words[Int(number)].isLookedForInDescriptions {
            mark(number, Mark.description)
        }
        if !namesInTitles.isEmpty {
            for number in namesInTitles.numbers(in: item.title.letters)
            where words[Int(number)].namedInTitles?.isPart(of: item.title) == true {
                mark(number, Mark.title)
            }
        }
        guard !initials.isEmpty else { return }
        for number in initials.numbers(in: Self.initials(of: item.title.scalars))
        where words[Int(number)].initials?.fits(item.title) == true {
            mark(number, Mark.initials)
        }
    }

    /// In UTF-8.
    private static func initials(of letters: [Unicode.Scalar]) -> [UInt8] {
        letters.flatMap { UTF8.encode(Hangul.initial(of: $0)) ?? UTF8.encodedReplacementCharacter }
    }

    private mutating func mark(_ number: Int32, _ mark: UInt8) {
        if marks[Int(number)] == 0 { marked.append(number) }
        marks[Int(number)] |= mark
    }
}
