import Market

/// What accounts look for, so filed that all kept searches which an item answers are found in one
/// walk through its letters, however many are kept.
///
/// Each is filed under one of its words, or under its category where it has none. The words that
/// are in an item are marked, and of the searches filed under these only marks and figures are
/// looked at: no text is compared a second time.
struct WantedIndex {
    /// The place of a search in `searches`.
    typealias Place = Int32

    private struct Search {
        /// That of the kept search, or of the wanted item.
        let id: Int64
        /// Of a kept search; 0 of an item.
        let wanted: Wanted.ID
        /// In `accounts`.
        let account: Int32
        let condition: ItemColumns.Condition
        /// What it is filed under.
        let word: Int32
        /// Its other words.
        let others: [Int32]
        let hasInitials: Bool
    }

    private struct Word {
        var searches: [Place] = []
        let isLookedForInDescriptions: Bool
        /// With consonants that may stand for syllables.
        let initials: SearchWord?
    }

    /// Where a word is in an item.
    private enum Mark {
        static let title: UInt8 = 1
        static let description: UInt8 = 2
        /// Its consonants standing for syllables of the title.
        static let initials: UInt8 = 4
    }

    private var searches: [Search] = []
    private var places: [Int64: Place] = [:]
    /// In `searches`, of none.
    private var gaps: [Place] = []
    /// Who keeps any, or has kept some.
    private(set) var accounts: [Account.ID] = []
    private var numbers: [Account.ID: Int32] = [:]
    private var words: [Word] = []
    /// The same letters may be a word twice: a consonant stands for syllables beside other words.
    private var numbersOfWords: [SearchWord: Int32] = [:]
    private var letters = LetterTree()
    /// Words with consonants that may stand for syllables, each letter as the consonant that it
    /// begins with.
    private var initials = LetterTree()
    /// What searches without a word are filed under, by category; 0 stands for all.
    private var categories: [Int: Int32] = [:]

    /// Of each word, all 0 between two items.
    private var marks: [UInt8] = []
    private var marked: [Int32] = []

    /// The sum of the ids that are in it.
    private(set) var sum: Int64 = 0
    /// How many are in it.
    var count: Int { places.count }
    /// Whether it holds far more words than its searches can have: words stay when these go.
    var isWorn: Bool { words.count > 10_000 + SearchQuery.mostWords * count }

    // MARK: - Searches

    mutating func insert(_ kept: KeptSearch) {
        insert(kept.id.rawValue, kept.filter, of: kept.account, kept.wanted)
    }

    /// - Parameter id: names it among all that are in the index.
    mutating func insert(
        _ id: Int64, _ filter: ItemFilter, of account: Account.ID = 0, _ wanted: Wanted.ID = 0
    ) {
        guard places[id] == nil else { return }
        let query = filter.search
        var filed = query?.words.map { number(of: $0) } ?? [number(of: filter.category)]
        let fewest = filed.indices.min {
            words[Int(filed[$0])].searches.count < words[Int(filed[$1])].searches.count
        }
        let word = filed.remove(at: fewest ?? 0)
        let search = Search(
            id: id, wanted: wanted, account: number(of: account),
            condition: ItemColumns.Condition(filter), word: word, others: filed,
            hasInitials: query?.hasInitials ?? false)
        let place = gaps.popLast() ?? Place(searches.count)
        if Int(place) == searches.count {
            searches.append(search)
        } else {
            searches[Int(place)] = search
        }
        words[Int(word)].searches.append(place)
        places[id] = place
        sum += id
    }

    mutating func remove(_ id: Int64) {
        guard let place = places.removeValue(forKey: id) else { return }
        let word = Int(searches[Int(place)].word)
        if let filed = words[word].searches.firstIndex(of: place) {
            words[word].searches.remove(at: filed)
        }
        gaps.append(place)
        sum -= id
    }

    private mutating func number(of word: SearchWord) -> Int32 {
        if let number = numbersOfWords[word] { return number }
        let number = add(
            Word(
                isLookedForInDescriptions: word.isLookedForInDescriptions,
                initials: word.hasInitials ? word : nil))
        numbersOfWords[word] = number
        letters.insert(number, as: word.text.scalars)
        if word.hasInitials { initials.insert(number, as: word.scalars.map(Hangul.initial)) }
        return number
    }

    private mutating func number(of account: Account.ID) -> Int32 {
        if let number = numbers[account] { return number }
        let number = Int32(accounts.count)
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

    // MARK: - Items

    /// The searches that an item answers, each once, in no order.
    mutating func searches(answeredBy content: ItemContent) -> [Place] {
        guard count > 0 else { return [] }
        mark(content)
        let row = ItemColumns.Row(content)
        var found: [Place] = []
        for word in marked {
            let isThere = marks[Int(word)] & (Mark.title | Mark.description) != 0
            for place in words[Int(word)].searches {
                // Looked at where it lies, since there are thousands of some words.
                guard searches[Int(place)].condition.holds(of: row) else { continue }
                if isThere && searches[Int(place)].others.isEmpty
                    || isAnswered(searches[Int(place)])
                {
                    found.append(place)
                }
            }
        }
        for word in marked { marks[Int(word)] = 0 }
        marked.removeAll(keepingCapacity: true)
        return found
    }

    /// Whose it is, as a place in `accounts`.
    func account(at place: Place) -> Int { Int(searches[Int(place)].account) }

    func id(at place: Place) -> Int64 { searches[Int(place)].id }

    func wanted(at place: Place) -> Wanted.ID { searches[Int(place)].wanted }

    /// As `SearchQuery.match`.
    private func isAnswered(_ search: Search) -> Bool {
        func has(_ mark: (Int32) -> UInt8) -> Bool {
            marks[Int(search.word)] & mark(search.word) != 0
                && search.others.allSatisfy { marks[Int($0)] & mark($0) != 0 }
        }
        return has { _ in Mark.title | Mark.description }
            || search.hasInitials
                && has { words[Int($0)].initials == nil ? Mark.title : Mark.initials }
    }

    private mutating func mark(_ content: ItemContent) {
        for key in [0, content.category.rawValue] {
            if let number = categories[key] { mark(number, Mark.title) }
        }
        let title = SearchText(content.title)
        for number in letters.numbers(in: title.scalars) { mark(number, Mark.title) }
        for number in letters.numbers(in: SearchText(content.description).scalars)
        where words[Int(number)].isLookedForInDescriptions {
            mark(number, Mark.description)
        }
        guard !initials.isEmpty else { return }
        for number in initials.numbers(in: title.scalars.map(Hangul.initial))
        where words[Int(number)].initials?.fits(title) == true {
            mark(number, Mark.initials)
        }
    }

    private mutating func mark(_ number: Int32, _ mark: UInt8) {
        if marks[Int(number)] == 0 { marked.append(number) }
        marks[Int(number)] |= mark
    }
}

/// Words by their letters, so that all of them that are in a text are found in one walk.
struct LetterTree {
    /// A node, and the letter behind it.
    private var next: [UInt64: Int32] = [:]
    /// By node; the first one is the root.
    private var numbers: [[Int32]] = [[]]

    var isEmpty: Bool { next.isEmpty }

    private static func edge(_ node: Int32, _ letter: Unicode.Scalar) -> UInt64 {
        UInt64(node) << 21 | UInt64(letter.value)
    }

    mutating func insert(_ number: Int32, as letters: [Unicode.Scalar]) {
        var node: Int32 = 0
        for letter in letters {
            let edge = Self.edge(node, letter)
            if let known = next[edge] {
                node = known
            } else {
                node = Int32(numbers.count)
                next[edge] = node
                numbers.append([])
            }
        }
        numbers[Int(node)].append(number)
    }

    /// Those of all words in a text, wherever they begin; one that is there twice stands there twice.
    func numbers(in text: [Unicode.Scalar]) -> [Int32] {
        var found: [Int32] = []
        for start in text.indices {
            var node: Int32 = 0
            for letter in text[start...] {
                guard let known = next[Self.edge(node, letter)] else { break }
                node = known
                found += numbers[Int(node)]
            }
        }
        return found
    }
}
