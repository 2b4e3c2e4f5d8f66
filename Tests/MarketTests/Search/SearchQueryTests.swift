import Testing

@testable import Market

struct SearchQueryTests {
    struct Row: Sendable {
        let text: String
        let title: String
        let description: String
        let match: SearchQuery.Match?

        init(
            _ text: String, _ title: String, _ match: SearchQuery.Match?, _ description: String = ""
        ) {
            (self.text, self.title, self.match) = (text, title, match)
            self.description = description
        }
    }

    static let rows = [
        Row("의자", "원목 의자 팝니다", .word), Row("의자", "의자커버 팔아요", .beginning),
        Row("의자", "원목의자세트", .part), Row("의자", "책상", nil), Row("의자", "의 자", .part),
        Row("의자", "책상", .description, "의자는 따로 팝니다"), Row("원목 의자", "의자, 원목", .word),
        Row("원목 의자", "원목의자", .title), Row("원목의자", "원목 의자", .part),
        Row("원목 의자", "원목 의자", .title), Row("원목 의자", "원목의자세트", .part),
        Row("원목의자세트", "원목 의자 세트", .title), Row("iphone 13", "iPhone13", .title),
        Row("ㅇㅁ ㅇㅈ", "원목의자", .title), Row("ㅇㅁ ㅇㅈ", "원목 의자 둘", .initials),
        Row("원ㅁㅇㅈㅅㅌ", "원목의자세트", .title), Row("ㅋㅋ ㅋㅋㅋ", "ㅋㅋㅋㅋㅋ", .title),
        Row("원목 ㅇ", "원목 의자", .initials), Row("ㅇ 원목", "원목 책상", .initials),
        Row("원목 ㅅ", "원목 의자", nil), Row("ㅇ ㅈ", "의자", nil), Row("ㅇ ㅈ", "ㅇ ㅈ", .word),
        Row("ㅎ ㅅㅈ ㅂㅇ", "자취 살림 한 상자 부엌", .initials),
        Row("원목 의자", "의자커버 원목", .beginning), Row("원목 의자", "원목 책상", .description, "의자도"),
        Row("원목 의자", "책상", .description, "원목 의자"), Row("원목 의자", "원목 책상", nil),
        Row("차", "유모차", .part), Row("차", "차량용 거치대", .beginning), Row("차", "차 팔아요", .word),
        Row("차", "책상", nil, "차 있어요"),
        Row("IPHONE", "iPhone 13", .word), Row("iphone13", "iPhone 13", .title),
        Row("iphone1", "iPhone 13", .beginning),
        Row("의자\u{1100}", "의자", nil), Row("\u{110B}\u{1174}\u{110C}\u{1161}", "의자", .word),
        Row("ㅇㅈ", "원목 의자", .initials), Row("ㅇ자", "원목 의자", .initials),
        Row("의ㅈ", "원목 의자", .initials), Row("의ㅈ", "의사", nil), Row("ㅇㅈ", "책상", nil),
        Row("ㅇㅁㅇㅈ", "원목 의자", .initials), Row("ㅇㅈ 책상", "책상과 의자", .initials),
        Row("ㅋㅋ", "ㅋㅋ 나눔", .word), Row("ㅋㅋ", "크크", .initials), Row("ㅋㅋ", "책상", .description, "ㅋㅋ"),
        Row("ㄳ", "가수", .initials), Row("ㄳ", "ㄳ", .word), Row("ㅇ", "의자", nil),
        Row("ㅇㅈ13", "의자 13", .initials), Row("\"의자*\"", "의자", .word), Row("의자 의자", "의자", .word),
    ]

    /// Matches by a synonym.
    static let rowsOfSynonyms = [
        Row("iphone", "아이폰 13", .word), Row("아이폰", "iPhone 13", .word),
        Row("iphone", "아이폰", .title), Row("iPhone", "iPhone", .title),
        Row("아이폰", "iPhone", .word), Row("아이폰", "iPhone13", .beginning),
        Row("아이폰", "새iPhone케이스", .part), Row("아이폰", "책상", .description, "for an iPhone"),
        Row("아이폰 13", "iPhone 13", .title), Row("iphone 13", "아이폰13", .title),
        Row("아이폰13", "iPhone 13 미니", .word), Row("아이폰13", "아이폰 13 미니", .word),
        Row("iphone13", "아이폰13 미니", .word), Row("아이폰13", "iPhone 15", nil),
        Row("iphone ㅋㅇㅅ", "아이폰 케이스", .initials),
        Row("north face", "노스페이스 패딩", .word), Row("노스페이스", "The North Face 700", .word),
        Row("노스페이스", "NORTHFACE", .word), Row("northface", "North Face 자켓", .word),
        Row("노스페이스", "North facelift", .beginning), Row("north face", "Face north", .word),
        Row("desk chair", "책상 의자", .word), Row("책상 의자", "Desk chair", .word),
        Row("chair", "원목의자세트", .beginning), Row("chair", "회전의자", .part),
        // Short names occur anywhere by chance.
        Row("이케아", "IKEA 의자", .word), Row("이케아", "Nike Air", nil, "like a new one"),
        Row("ikea", "Nike Air", .part), Row("엘지", "LG그램", nil), Row("엘지", "LG27인치", .beginning),
        Row("엘지", "All goods", nil, "all good"), Row("플스", "PS5", .word),
        Row("플스5", "PS5 디스크", .word), Row("플스5", "PS 5 디스크", .word),
        Row("ps5", "플레이스테이션 5", .word), Row("ps5", "플레이스테이션 4", nil),
        Row("chair", "책상", nil, "거의 자주 써요"), Row("의자", "책상", .description, "거의 자주 써요"),
        Row("chair 책상", "책상", nil, "의자"), Row("iphone", "책상", .description, "아이폰 거치대도"),
        Row("자전거 18인치", #"자전거 18""#, .word), Row("18인치", #"18"자전거"#, .word),
        Row("18인치", "자전거 18", nil, #"18""#),
        // What an arrow leads to leads nowhere.
        Row("table", "식탁 네 개", .word), Row("식탁", "Table", nil), Row("식탁", "Dining table", .word),
        Row("bag", "가방", .word), Row("가방", "Baggy jeans", nil),
        Row("태블릿", "Table tennis", nil, "table that"), Row("옷장", "책상", nil, "close to you"),
    ]

    /// Searches with excluded words.
    static let rowsOfExclusions = [
        Row("의자 -이케아", "원목 의자", .word), Row("의자 -이케아", "이케아 의자", nil),
        Row("-이케아 의자", "의자이케아정품", nil), Row("의자 -이케아", "의자", nil, "이케아에서 샀어요"),
        Row("의자 -이케아", "책상", .description, "의자도 팝니다"),
        Row("의자 -이케아", "책상", nil, "이케아 의자"), Row("의자 -이케아", "이 케아 의자", nil),
        Row("chair -IKEA", "Chair", .word), Row("chair -ikea", "Ikea chair", nil),
        Row("chair -ikea", "이케아 chair", nil), Row("의자 -이케아", "IKEA 의자", nil),
        // The excluded word's synonym counts as a whole word of a title only, as in any search.
        Row("의자 -이케아", "의자", .word, "like a new one"), Row("chair -ikea", "Nike Air chair", nil),
        Row("자전거 -18인치", #"자전거 18""#, nil), Row("자전거 -18인치", "자전거 18", .word),
        // One letter is looked for in titles.
        Row("의자 -차", "유모차 의자", nil), Row("의자 -차", "의자", .word, "차로 갖다 드려요"),
        Row("아이폰 -13", "아이폰 13", nil), Row("아이폰 -13", "아이폰 15", .word, "2대"),
        Row("의자 -20000", "의자", .word), Row("의자 -20000", "의자 20000", nil),
        // Exactly as typed: consonants stand for no syllables, and letters for no other keyboard layout.
        Row("ㅇㅈ -ㅇㅋㅇ", "이케아 의자", .initials), Row("ㅇㅈ -이케아", "이케아 의자", nil),
        Row("의자 -ㅋㅋ", "의자 ㅋㅋ", nil), Row("의자 -dlzpdk", "이케아 의자", .word),
        Row("의자 -이케야", "이케아 의자", .word),
        Row("의자 -원목 -이케아", "원목 의자", nil), Row("의자 -원목 -이케아", "흰 의자", .word),
        Row("원목 의자 -세트", "원목의자", .title), Row("원목 의자 -세트", "원목의자세트", nil),
        Row("의자 -의자", "의자", nil), Row("의자 --이케아", "이케아 의자", nil),
        Row("의자 \u{2013}이케아", "이케아 의자", nil),
        Row("의자 \u{2014}이케아", "이케아 의자", nil), Row("의자 \u{2212}이케아", "이케아 의자", nil),
        Row("의자 \u{FF0D}이케아", "이케아 의자", nil),
        Row("의자 -이케아-세트", "이케아 의자", .word), Row("의자 -이케아-세트", "의자, 이케아 세트", nil),
        // Anywhere else a hyphen is a sign like any other.
        Row("에어팟-프로", "에어팟 프로", .title), Row("에어팟-프로", "에어팟 2", nil),
        Row("의자 - 이케아", "이케아 의자", .word), Row("의자- 이케아", "이케아 의자", .word),
        Row("의자 -", "이케아 의자", .word), Row("의자 -!", "의자", .word),
    ]

    @Test(arguments: rows + rowsOfSynonyms + rowsOfExclusions)
    func anItemMatchesInTheTierOfItsWords(_ row: Row) throws {
        let search = try #require(SearchQuery(row.text))
        let match = search.match(
            title: SearchText(row.title), description: SearchText(row.description))
        #expect(match == row.match, "\(row.text) in \(row.title)")
    }

    @Test(
        arguments: [
            "", " ", "\t\n", "…", "\"", "*", "%", "'; --", "\u{0}", "👍", "\u{301}", "\u{200D}",
            "-", "- -", "-이케아", "-이케아 -", " -이케아 -세트 !",
            "\u{3164}", "\u{FFFD}", String(repeating: " ", count: 10_000),
        ])
    func nothingToSearchForIsNoSearch(_ text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test func overlongSearchesAreCutOff() throws {
        let search = try #require(SearchQuery(String(repeating: "의자", count: 5_000)))
        #expect(search.words.map(\.text.letters.count) == [SearchQuery.longest * 3])
        #expect(search.text.count == SearchQuery.longest)
    }

    @Test func tenWordsAreSearched() throws {
        let search = try #require(SearchQuery((1...50).map { "\($0)" }.joined(separator: " ")))
        #expect(search.words.count == SearchQuery.mostWords)
    }

    @Test func exclusionsStayBesideAnotherReading() throws {
        let search = try #require(SearchQuery(" -이케아  원목 의자 -세트 -이케아 "))
        #expect(search.text == "-이케아  원목 의자 -세트 -이케아")
        #expect(search.terms.wanted == "원목 의자")
        #expect(search.terms.excluded == "-이케아 -세트 -이케아")
        #expect(search.terms.excludedWords.map(\.text) == SearchText("이케아 세트").words)
        #expect(search.words.map(\.text) == SearchText("원목 의자").words)
        #expect(search.withoutExclusions == SearchQuery("원목 의자"))
        #expect(search.lookingFor("책상")?.text == "책상 -이케아 -세트 -이케아")
        let long = search.lookingFor(String(repeating: "가", count: 200))
        #expect(long?.terms.excluded == search.terms.excluded)
        #expect(long?.text.count == SearchQuery.longest)
        #expect(search.lookingFor("") == nil && search.lookingFor("-") == nil)
        let plain = try #require(SearchQuery("원목  의자 - 세트"))
        #expect(plain.terms.wanted == plain.text && plain.terms.excludedWords.isEmpty)
        #expect(plain.lookingFor("책상") == SearchQuery("책상") && plain.withoutExclusions == plain)
    }

    @Test func eachExcludedWordIsRemovedByItself() throws {
        let search = try #require(SearchQuery("-IKEA 원목 의자 \u{2013}세트 -Ikea -!"))
        #expect(search.terms.exclusions == ["-IKEA", "\u{2013}세트"])
        #expect(search.without("-IKEA").text == "원목 의자 \u{2013}세트 -!")
        #expect(search.without("\u{2013}세트").text == "-IKEA 원목 의자 -Ikea -!")
        #expect(search.without("-없는말").terms.exclusions == search.terms.exclusions)
        #expect(try #require(SearchQuery("의자 - 세트")).terms.exclusions == [])
    }

    @Test(
        arguments: [
            ("의자 - 이케아", "의자 -이케아"), ("원목  의자 \u{2014} 이케아 세트", "원목 의자 -이케아 세트"),
            ("의자 - 이케아 -- 세트", "의자 -이케아 -세트"), ("의자 -세트 - 이케아", "의자 -세트 -이케아"),
            ("-세트 - 이케아 의자", "-세트 -이케아 의자"), ("의자 - 이케아 - 2", "의자 -이케아 - 2"),
            ("의자 -", nil), ("- 이케아 의자", nil), ("의자 -이케아", nil), ("의자 - -이케아", nil), ("의자 - !", nil),
            ("의자-이케아", nil), ("의자- 이케아", nil), ("1만 - 2만", nil), ("아이폰 13 - 15", nil),
        ] as [(String, String?)])
    func aLoneHyphenMayExcludeTheNextWord(_ typed: String, _ meant: String?) throws {
        #expect(try #require(SearchQuery(typed)).joiningHyphens?.text == meant)
    }

    @Test func tenWordsAreExcluded() throws {
        let text = "의자 " + (1...30).map { "-\($0)" }.joined(separator: " ")
        let search = try #require(SearchQuery(text))
        #expect(search.terms.excludedWords.count == SearchQuery.mostWords)
        #expect(search.terms.exclusions.count == SearchQuery.mostWords)
        let many = (1...9_000).map { "-\($0)" }.joined(separator: " ")
        #expect(SearchTerms(many).excluded.count <= SearchQuery.longest)
    }

    @Test func wordsThatAreANameAreWordsOfTheirOwn() throws {
        let search = try #require(SearchQuery("north face 패딩"))
        #expect(search.words.map(\.text) == SearchText("north face 패딩").words)
        #expect(SearchQuery(words: search.words.map(\.text)) == search)
    }

    @Test func aSearchIsItsTextWithoutSpacesAroundIt() throws {
        #expect(try #require(SearchQuery("  원목  의자 \n")).text == "원목  의자")
        #expect(try #require(SearchQuery("의자 책상 의자")).words.count == 2)
    }

    @Test func composedAndDecomposedTextsAreOne() {
        let word = "Café 의자"
        #expect(SearchText(word) == SearchText("Cafe\u{301} \u{110B}\u{1174}\u{110C}\u{1161}"))
        #expect(SearchText(word).words.map(\.letters.count) == [5, 6])
    }

    @Test func nonLettersSeparateWords() {
        func words(_ text: String) -> [String] {
            SearchText(text).words.map { String(decoding: $0.letters, as: UTF8.self) }
        }
        #expect(words("원목의자 (2개), C++/Go!") == ["원목의자", "2개", "c", "go"])
        #expect(words("e\u{301}te\u{301} 👍최고") == ["été", "최고"])
        #expect(words("Straße ΣΊΣΥΦΟΣ") == ["strasse", "σίσυφοσ"])
    }

    @Test(
        arguments: [
            ("프로", "폴로 랄프로렌", false), ("프로", "에어팟 프로", true), ("프로", "에어팟 프로2", true),
            ("차", "유모차", false), ("차", "차량용 거치대", true), ("의자", "원목의자", false),
            ("의자", "Oak chair", true), ("의자 프로", "의자 랄프로렌", false),
            // Longer words, and words that are not Hangul syllables, count anywhere in a word.
            ("자전거", "어린이자전거", true), ("13", "아이폰13", true), ("se", "아이폰SE", true),
            ("ㅇㅈ", "원목의자", true), ("자전거", "책상", true),
        ])
    func aShortWordBeginsAWordOfATitle(_ text: String, _ title: String, _ isBegun: Bool) throws {
        let search = try #require(SearchQuery(text))
        #expect(search.beginsShortWords(of: SearchText(title)) == isBegun)
    }

    // MARK: - Words spelt alike

    @Test(
        arguments: [
            ("의쟈", "의자"), ("으자", "의자"), ("의차", "의자"), ("잔전거", "자전거"), ("자전겅", "자전거"),
            ("iphne", "iphone"), ("iphpne", "iphone"), ("ihpone", "iphone"), ("iphonee", "iphone"),
            ("자거전", "자전거"), ("자전전거", "자전거"), ("bycicle", "bicycle"), ("boxes", "box"),
            ("batteries", "battery"), ("knives", "knife"), ("glasses", "glass"),
        ])
    func aWordIsOneOfItsMisspellings(_ typed: String, _ meant: String) throws {
        let word = try #require(SearchQuery(typed)?.words.first)
        let neighbours = word.neighbours.map(\.word)
        #expect(neighbours.contains(SearchText(meant)))
        #expect(!neighbours.contains(word.text))
        #expect(Set(neighbours).count == neighbours.count)
        #expect(neighbours.count < 1_000)
    }

    @Test(
        arguments: [
            ("sofa", "sof"), ("bed", "led"), ("nike", "like"), ("coat", "oat"), ("tv", "tvs"),
            ("에어팟", "에어"), ("카시트", "카트"), ("자의", "의자"), ("아이폰15", "아이폰13"),
            ("아이폰15", "아이폰1"), ("아이폰15", "아이폰51"), ("ps5", "ps4"), ("ps4slim", "ps5slim"),
            ("bike", "beki"), ("galaxy22", "galaxy222"), ("galaxy22", "glaaxy22x"),
        ])
    func anotherWordIsNoMisspelling(_ typed: String, _ other: String) throws {
        let word = try #require(SearchQuery(typed)?.words.first)
        #expect(!word.neighbours.map(\.word).contains(SearchText(other)))
    }

    @Test(
        arguments: [
            // One letter mistaken in a word that is long enough, or for a similar one.
            ("원먹의자", "원목의자", false), ("잔전거", "자전거", false), ("의쟈", "의자", false),
            ("으자", "의자", false), ("의차", "의자", false), ("쇼파", "소파", false),
            ("의지", "의자", true), ("코트", "포트", true), ("자거전", "자전거", true),
            ("자전전거", "자전거", true), ("iphne", "iphone", true), ("desck", "desk", true),
        ])
    func mostMisspellingsAreWholeWords(_ typed: String, _ meant: String, _ isWhole: Bool) throws {
        let word = try #require(SearchQuery(typed)?.words.first)
        let neighbour = word.neighbours.first { $0.word == SearchText(meant) }
        #expect(neighbour?.isWhole == isWhole)
    }

    @Test func aLongWordHasNoNeighbours() throws {
        let word = try #require(SearchQuery(String(repeating: "가", count: 21))?.words.first)
        #expect(word.neighbours.isEmpty)
    }

    @Test(
        arguments: [
            ("cases", ["case", "cas"]), ("bags", ["bag"]), ("boxes", ["box"]),
            ("glasses", ["glass"]),
            ("dishes", ["dish"]), ("watches", ["watch", "watche"]), ("sizes", ["size"]),
            ("lenses", ["lense", "lens"]), ("shoes", ["shoe", "sho"]),
            ("potatoes", ["potatoe", "potato"]),
            ("batteries", ["battery", "batterie"]), ("knives", ["knife", "knif", "knive"]),
            ("CASES", ["case", "cas"]), ("case", []), ("bus", []), ("buses", ["buse", "bus"]),
            ("glass", []),
            ("status", []), ("tennis", []), ("의자s", []), ("ps5s", []), ("éclairs", []), ("s", []),
        ])
    func anEnglishWordMayNameSeveral(_ word: String, _ singulars: [String]) {
        #expect(SearchText(word).singulars == singulars.map { SearchText($0) })
    }

    @Test func whatIsLookedForMayBeOneOfThem() {
        let cases: [(String, [String])] = [
            ("Phone cases", ["phone case", "phone cas"]), ("bags", ["bag"]),
            ("boxes 상자 knives", ["box 상자 knife", "box 상자 knif", "box 상자 knive"]),
            ("phone case", []), ("의자", []), ("ㅇㅈ", []), ("bus", []),
            ("bags -cases", ["bag -cases"]),
        ]
        for (text, singulars) in cases {
            #expect(SearchQuery(text)?.singulars.map(\.text) == singulars, "\(text)")
        }
    }

    // MARK: - Words not finished

    @Test(
        arguments: [
            ("의", "의자", true), ("의자", "의자", true), ("의ㅈ", "의자", true), ("읮", "의자", true),
            ("의ㅈ", "의사", false), ("읮", "의사", false), ("자", "작업대", true), ("잔", "잔디", true),
            ("잔", "자전거", false), ("ㅇㅈ", "의자", true), ("ㅇㅈ", "책상", false), ("ㅊ", "책상", true),
            ("책ㅅ", "책상", true), ("책", "채소", false), ("챗", "채소", true), ("앉", "안전모", true),
            ("iph", "iPhone", true), ("iph", "ipad", false), ("의자커", "의자", false),
            ("자전거", "자전", false),
        ])
    func anUnfinishedWordMatchesWhatItMayBecome(
        _ typed: String, _ word: String, _ fits: Bool
    ) throws {
        let beginning = UnfinishedWord(try #require(SearchQuery(typed)?.words.first))
        let text = SearchText(word)
        #expect(beginning.begins(text) == fits)
        guard fits, !beginning.forms.isEmpty else { return }
        #expect(beginning.forms.contains { text.letters.starts(with: $0.utf8) })
    }
}
