import Testing

@testable import Market

struct SynonymTableTests {
    static let lines = String(decoding: PackageResources.Synonyms_txt, as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }

    @Test(arguments: lines)
    func aLineHasNamesThatFindOthers(_ line: String) throws {
        let sides = line.split(separator: " => ").map { side in
            side.split(separator: ", ").map { SearchText(String($0)) }
        }
        let typed = try #require(sides.first)
        let sought = try #require(sides.last)
        #expect(sides.count <= 2 && sides.flatMap(\.self).count > 1)
        #expect(sides.flatMap(\.self).allSatisfy { !$0.isEmpty })
        // A single syllable is part of too many words, unless it counts as a whole one.
        let last = line.split(separator: " => ").last ?? ""
        #expect(
            zip(last.split(separator: ", "), sought)
                .allSatisfy { $0.hasPrefix("\"") || $1.scalars.count > 1 })
        for name in typed {
            let others = sought.map(\.letters).filter { $0 != name.letters }
            let spellings = SearchWord(name).spellings.map(\.text.letters)
            #expect(spellings.first == name.letters)
            #expect(Set(others).isSubset(of: spellings) && spellings.count <= 8)
        }
    }

    /// Otherwise the titles of all items that one of the most frequent searches finds would be read.
    @Test(arguments: ["소파", "노트북", "신발", "자켓", "유아", "흰 자켓", "노트북2"])
    func noNameInHangulFindsOthersAtTheEndOfWords(_ text: String) throws {
        let search = try #require(SearchQuery(text))
        for word in search.words {
            #expect(word.spellings.count > 1)
            #expect(word.spellings.allSatisfy { $0.reach != .edges })
        }
        #expect(search.match(title: SearchText("가죽쇼파 게이밍랩탑 여성구두 청재킷 남아동")) == nil)
    }

    @Test func aLineIsAGroupOrAnArrow() {
        let table = SynonymTable(Array("# a, b\n\n자전거, bike\ncar => 자동차, 중고차\ncar, van\n".utf8))
        func spellings(_ text: String) -> [String] {
            table.spellings(of: SearchText(text))
                .map { String(decoding: $0.text.letters, as: UTF8.self) }
        }
        #expect(spellings("BIKE") == ["bike", "자전거"])
        #expect(spellings("자전거") == ["자전거", "bike"])
        #expect(spellings("car") == ["car", "자동차", "중고차", "van"])
        #expect(spellings("자동차") == ["자동차"])
        #expect(spellings("a") == ["a"])
        #expect(spellings("b i k e") == ["bike"])
        #expect(spellings("자전거26 bike") == ["자전거26bike", "자전거26자전거", "bike26bike", "bike26자전거"])
    }

    @Test func namesBelowSomeHeadingsSayWhatAThingIs() {
        for thing in ["의자", "CHAIR", "dining table", "노트북", "box", "자전거", "치마"] {
            #expect(SearchText(thing).namesThing, "\(thing)")
        }
        for other in ["사무용", "office", "이케아", "아이폰", "어린이", "흰색", "kg", "공짜", "giant", "없는말"] {
            #expect(!SearchText(other).namesThing, "\(other)")
        }
    }

    @Test(arguments: [
        "노트북 컴퓨터 핸드폰 소파 텔레비전 플레이스테이션 운동화 자켓 에어컨 고데기",
        String(repeating: "iphone13", count: 12), String(repeating: "플스 ", count: 30),
    ])
    func whatMayBeWrittenInManyWaysIsWrittenInFew(_ text: String) throws {
        let search = try #require(SearchQuery(text))
        let title = try #require(search.wholeTitle)
        #expect((search.words + [title]).allSatisfy { $0.spellings.count <= 8 })
    }

    @Test(arguments: [
        ("iph", ["아이폰"]), ("iphone", ["아이폰"]), ("ipho", ["아이폰"]), ("iphones", []), ("i", []),
        ("아잎", ["iphone", "ipad", "ipod"]), ("아이폰", ["iphone"]), ("north f", []), ("노스페", []),
        ("north face", []), ("northf", ["노스페이스"]), ("없는말", []), ("ㅇㅈㅇㅈㅇ", []),
    ])
    func anUnfinishedWordMayBecomeASynonym(_ typed: String, _ names: [String]) throws {
        let beginning = UnfinishedWord(try #require(SearchQuery(typed)?.words.last))
        #expect(beginning.synonyms.map(\.text) == names.map { SearchText($0) })
    }

    @Test func fewSynonymsAreSearchedForAnUnfinishedWord() throws {
        let beginning = UnfinishedWord(try #require(SearchQuery("ㅇㅇ")?.words.last))
        #expect(beginning.synonyms.count <= 16)
    }
}
