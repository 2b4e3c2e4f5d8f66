import Testing

@testable import HTTPServer

struct AcceptLanguageTests {
    private func preferred(_ lines: [String], of tags: [String] = ["ko", "en"]) throws -> String? {
        try Request(.get, "/", headers: lines.map { ("Accept-Language", $0) })
            .headers.preferredLanguage(of: tags)
    }

    static let table: [(String, String?)] = [
        // Fields of browsers.
        ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"), ("en-US,en;q=0.9,ko;q=0.8", "en"),
        ("en-GB,en;q=0.5", "en"), ("de-DE,de;q=0.9,en;q=0.8", "en"), ("ko", "ko"), ("en", "en"),
        // The example of RFC 9110 §12.5.4, and fields with neither language.
        ("da, en-gb;q=0.8, en;q=0.7", "en"), ("da", "ko"), ("fr, ja;q=0.5", "ko"), ("", "ko"),
        // Matched by the part before each hyphen (RFC 4647 section 3.4).
        ("en-GB", "en"), ("en-Latn-GB-boont-r-extended-x-private", "en"), ("ko-Kore-KP", "ko"),
        ("eng", "ko"), ("e", "ko"), ("EN-gb", "en"), ("Ko", "ko"), ("english", "ko"),
        // Weights, and the order among equal ones.
        ("ko;q=0.1, en;q=0.2", "en"), ("ko;q=0.2, en;q=0.1", "ko"), ("en, ko", "en"),
        ("ko, en", "ko"), ("en;q=0.5, ko;q=0.5", "en"), ("en;q=0.001", "en"), ("en;q=1.000", "en"),
        ("ko;q=0.999, en", "en"), ("en ; q=0.8\t,\tko;Q=0.9", "ko"),
        ("en;q=0.1, ko;q=0.5, en-GB;q=0.9", "en"),
        // A refused language is not chosen while there is another.
        ("ko;q=0", "en"), ("en;q=0", "ko"), ("ko;q=0, en;q=0", nil), ("ko;q=0.000, en;q=0.1", "en"),
        ("en-US, en;q=0", "ko"), ("ko, ko;q=0", "en"), ("en, en-US;q=0", "en"),
        ("ko-KR;q=0", "ko"),
        // `*` stands for every language that is not named.
        ("*", "ko"), ("*;q=0.5", "ko"), ("en, *", "en"), ("*, en", "ko"), ("en;q=0.5, *", "ko"),
        ("ko;q=0.5, *", "en"), ("ko;q=0.5, *;q=0.8", "en"), ("ko;q=0.8, *;q=0.5", "ko"),
        ("ko;q=0, *", "en"), ("*;q=0", nil), ("en, *;q=0", "en"), ("ko;q=0, *;q=0", nil),
        ("fr, *;q=0.1", "ko"), ("fr, *;q=0", nil), ("*;q=0, *;q=0.1", "ko"),
        // Empty members (§5.6.1.2).
        (",,en,,", "en"), (" , \t, en", "en"), (",", "ko"), (" ", "ko"),
    ]

    @Test(arguments: table)
    func languageIsLookedUp(_ field: String, expected: String?) throws {
        #expect(try preferred([field]) == expected)
    }

    @Test(arguments: [
        "en;q=1.001", "en;q=2", "en;q=-1", "en;q=0.1234", "en;q=", "en;q", "en;", "en;q=.5",
        "en; q =1", "en;q=1;q=1", "en;x=1", "en q=1", "en_US", "en-", "-en", "en--GB", "en-*",
        "*-en", "**", "e\u{6E}\u{303}", "en-abcdefghi", "1en", "en.", "\"en\"", "en/GB", "ｅｎ",
        "한국어", "q=1", ";q=1",
    ])
    func malformedMemberIsIgnored(_ field: String) throws {
        #expect(try preferred([field]) == "ko")
        #expect(try preferred([field, "en;q=0.9"]) == "en")
        #expect(try preferred([field + ", en;q=0.9"]) == "en")
        #expect(try preferred(["ko, " + field]) == "ko")
    }

    @Test func withoutTheFieldItIsTheFirst() throws {
        #expect(try preferred([]) == "ko")
        #expect(try preferred([], of: ["en", "ko"]) == "en")
        #expect(try preferred(["en"], of: []) == nil)
    }

    @Test func severalLinesAreOneList() throws {
        #expect(try preferred(["fr", "en;q=0.2", "ko;q=0.1"]) == "en")
        #expect(try preferred(["en", "en;q=0"]) == "ko")
        #expect(try preferred(["ko;q=0.5", "*"]) == "en")
    }

    @Test func theLongestTagIsMeant() throws {
        let tags = ["zh", "zh-Hant", "en"]
        #expect(try preferred(["zh-Hant-TW"], of: tags) == "zh-Hant")
        #expect(try preferred(["zh-TW"], of: tags) == "zh")
        #expect(try preferred(["zh-hant-tw, zh;q=0"], of: tags) == "zh-Hant")
        #expect(try preferred(["zh-Hantx"], of: tags) == "zh")
    }

    @Test func otherFieldsAreIgnored() throws {
        let request = try Request(
            .get, "/", headers: [("Accept", "en"), ("Accept-Languag", "en"), ("Language", "en")])
        #expect(request.headers.preferredLanguage(of: ["ko", "en"]) == "ko")
    }

    @Test func tenThousandMembersAreRead() throws {
        for member in ["fr", "en;q=0.5", "ko;q=0.4", "*;q=0.3", "\u{7F}x".filter(\.isLetter)] {
            let list = Array(repeating: member, count: 10_000).joined(separator: ",")
            let bytes = Array("Accept-Language: \(list), en;q=0.9".utf8)
            let name: Range<Int32> = 0..<15
            let field = Headers.Field(name: name, value: 16..<Int32(bytes.count))
            let headers = Headers(bytes: bytes, fields: [field])
            #expect(headers.preferredLanguage(of: ["ko", "en"]) == "en")
        }
    }

    /// Bytes that no parser accepts make no language, either.
    @Test(arguments: ["en\0", "\0en", "e\0n", "en-\0", "en;q=\0", "\0", "en\u{80}"])
    func controlBytesMakeNoLanguage(_ text: String) {
        let bytes = Array("Accept-Language: \(text)".utf8)
        let field = Headers.Field(name: 0..<15, value: 16..<Int32(bytes.count))
        let headers = Headers(bytes: bytes, fields: [field])
        #expect(headers.preferredLanguage(of: ["ko", "en"]) == "ko")
    }

    @Test func cutAtEveryByteItIsReadAsTheGrammarSays() throws {
        for (field, _) in Self.table {
            for end in field.indices { try expectPlainReading(String(field[..<end])) }
        }
    }

    @Test func damagedListsAreReadAsTheGrammarSays() throws {
        var random = SplitMix64(seed: Fuzz.seed)
        for round in 0..<Fuzz.rounds {
            let seed = Self.table[round % Self.table.count].0
            let bytes = Fuzz.damage(Array(seed.utf8), using: &random).filter(\.isFieldText)
            try expectPlainReading(String(decoding: bytes.filter { $0 < 128 }, as: UTF8.self))
        }
    }

    private func expectPlainReading(_ field: String) throws {
        #expect(try preferred([field]) == Self.plainly(field), "\(field)")
    }

    private nonisolated(unsafe) static let range = /\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*/
    private nonisolated(unsafe) static let parameter =
        /[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)/

    /// The same by splitting strings: the weight of each name, then the largest, then the first.
    private static func plainly(_ field: String) -> String? {
        var weights: [String: (weight: Double, place: Int)] = [:]
        var refused: Set<String> = []
        for (place, part) in field.split(separator: ",").enumerated() {
            guard let (range, weight) = member(String(part)) else { continue }
            let name = range.split(separator: "-").first.map(String.init) ?? range
            if weight == 0, name != "*" {
                if range == name { refused.insert(name) }
            } else if weight > weights[name]?.weight ?? -1 {
                weights[name] = (weight, place)
            }
        }
        var best: (tag: String, weight: Double, place: Int)?
        for tag in ["ko", "en"] where !refused.contains(tag) {
            let (weight, place) = weights[tag] ?? weights["*"] ?? (0.0001, .max)
            guard weight > 0 else { continue }
            if let best, best.weight > weight || (best.weight == weight && best.place <= place) {
                continue
            }
            best = (tag, weight, place)
        }
        return best?.tag
    }

    private static func member(_ part: String) -> (range: String, weight: Double)? {
        let pieces = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.drop { " \t".contains($0) } }
            .map { $0.reversed().drop { " \t".contains($0) }.reversed().map(String.init).joined() }
        guard pieces[0].wholeMatch(of: range) != nil else { return nil }
        guard pieces.count == 2 else { return (pieces[0].lowercased(), 1) }
        guard let match = pieces[1].wholeMatch(of: parameter) else { return nil }
        let weight = match.1.hasSuffix(".") ? match.1 + "0" : match.1
        return (pieces[0].lowercased(), Double(weight) ?? -1)
    }
}
