import Market

/// A trie of words by their letters: one walk finds all words that a text contains.
struct LetterTree {
    /// The edges, from a node by a letter to another node, in a hash table of our own, since
    /// `Dictionary` would spend most of a walk on hashing. Its size is a power of two, and at most
    /// half full; an edge is at the place of its hash, or at the next free one.
    private var edges = [Edge](repeating: Edge(), count: 16)
    private var countOfEdges = 0
    /// The numbers of the words that end at each node; the first node is the root.
    private var numbers: [[Int32]] = [[]]
    /// A Bloom-like filter: a bit for the hash of every two letters that a word begins with; for a
    /// word of one letter the second is 0. At most places of a text no word begins, and no edge has
    /// to be looked up.
    private var beginnings = [UInt64](repeating: 0, count: 256)
    private var hasWordsOfOneLetter = false
    /// Random, so that nobody can choose words that all hash to one place.
    private let seed = UInt64.random(in: .min ... .max) | 1

    private struct Edge {
        /// The node and the letter of the edge; 0 for an empty place, since no letter is 0.
        var key: UInt64 = 0
        var node: Int32 = 0
    }

    var isEmpty: Bool { countOfEdges == 0 }

    private static func key(_ node: Int32, _ letter: Unicode.Scalar) -> UInt64 {
        UInt64(node) << 21 | UInt64(letter.value)
    }

    /// The place of an edge, or the place where it would be inserted.
    private func place(of key: UInt64) -> Int {
        let product = key.multipliedFullWidth(by: seed)
        var place = Int(truncatingIfNeeded: product.high ^ product.low) & (edges.count - 1)
        while edges[place].key != key, edges[place].key != 0 {
            place = (place + 1) & (edges.count - 1)
        }
        return place
    }

    /// Whether a word may begin with these two letters, or consist of the first one.
    private func mayBegin(with first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        func has(_ hash: Int) -> Bool { beginnings[hash >> 6] >> UInt64(hash & 63) & 1 != 0 }
        return has(Self.hash(first, second)) || hasWordsOfOneLetter && has(Self.hash(first, "\0"))
    }

    /// A hash of 14 bits: each letter is multiplied by an odd constant. A collision only costs a
    /// look-up of a word that is not there.
    private static func hash(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Int {
        Int((first.value &* 0x9E37_79B1 &+ second.value &* 0x85EB_CA77) >> 18)
    }

    /// - Parameter word: UTF-8.
    mutating func insert(_ number: Int32, as word: [UInt8]) {
        word.withUnsafeBufferPointer { insert(number, as: $0) }
    }

    private mutating func insert(_ number: Int32, as word: UnsafeBufferPointer<UInt8>) {
        noteBeginning(of: word)
        var (node, start): (Int32, Int) = (0, 0)
        while start < word.count {
            let (letter, end) = SearchText.letter(in: word, at: start)
            start = end
            let key = Self.key(node, letter)
            let known = edges[place(of: key)]
            if known.key != 0 {
                node = known.node
            } else {
                node = Int32(numbers.count)
                add(Edge(key: key, node: node))
                numbers.append([])
            }
        }
        numbers[Int(node)].append(number)
    }

    private mutating func noteBeginning(of word: UnsafeBufferPointer<UInt8>) {
        guard !word.isEmpty else { return }
        let (first, end) = SearchText.letter(in: word, at: 0)
        hasWordsOfOneLetter = hasWordsOfOneLetter || end == word.count
        let second = end < word.count ? SearchText.letter(in: word, at: end).letter : "\0"
        let hash = Self.hash(first, second)
        beginnings[hash >> 6] |= 1 << UInt64(hash & 63)
    }

    private mutating func add(_ edge: Edge) {
        countOfEdges += 1
        if countOfEdges > edges.count / 2 {
            let former = edges
            edges = [Edge](repeating: Edge(), count: 2 * former.count)
            for edge in former where edge.key != 0 { edges[place(of: edge.key)] = edge }
        }
        edges[place(of: edge.key)] = edge
    }

    /// The numbers of all words in a text, wherever they begin; one that occurs twice is listed
    /// twice.
    /// - Parameter text: UTF-8.
    func numbers(in text: [UInt8]) -> [Int32] {
        // By pointer: bounds checks on each byte would take longer than the walk.
        text.withUnsafeBufferPointer { numbers(in: $0) }
    }

    private func numbers(in text: UnsafeBufferPointer<UInt8>) -> [Int32] {
        var found: [Int32] = []
        guard !text.isEmpty else { return found }
        var (letter, end) = SearchText.letter(in: text, at: 0)
        while end < text.count {
            let (next, endOfNext) = SearchText.letter(in: text, at: end)
            if mayBegin(with: letter, next) { walk(text, from: letter, end, &found) }
            (letter, end) = (next, endOfNext)
        }
        walk(text, from: letter, end, &found)
        return found
    }

    /// Adds the numbers of the words that begin at a letter.
    /// - Parameter start: the place of the next letter.
    private func walk(
        _ text: UnsafeBufferPointer<UInt8>, from first: Unicode.Scalar, _ start: Int,
        _ found: inout [Int32]
    ) {
        var (letter, end, node): (Unicode.Scalar, Int, Int32) = (first, start, 0)
        while true {
            let edge = edges[place(of: Self.key(node, letter))]
            guard edge.key != 0 else { return }
            node = edge.node
            if !numbers[Int(node)].isEmpty { found += numbers[Int(node)] }
            guard end < text.count else { return }
            (letter, end) = SearchText.letter(in: text, at: end)
        }
    }
}
