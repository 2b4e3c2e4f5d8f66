import Testing

@testable import Market

struct RomanizationTests {
    /// As in the official notice and on street signs.
    @Test(
        arguments: [
            ("망원동", "mangwondong"), ("연남동", "yeonnamdong"), ("상수동", "sangsudong"),
            ("서교동", "seogyodong"), ("합정동", "hapjeongdong"), ("신촌", "sinchon"), ("홍대", "hongdae"),
            ("신림동", "sillimdong"), ("종로", "jongno"), ("청량리", "cheongnyangni"),
            ("왕십리", "wangsimni"), ("독립문", "dongnimmun"), ("을지로", "euljiro"), ("선릉", "seolleung"),
            ("압구정", "apgujeong"), ("별내", "byeollae"), ("낙원동", "nagwondong"),
            ("광희동", "gwanghuidong"),
            ("설악", "seorak"), ("묵호", "mukho"), ("백암", "baegam"), ("옥천", "okcheon"),
            ("팔당", "paldang"),
            ("대관령", "daegwallyeong"), ("한밭", "hanbat"), ("밖에", "bakke"), ("읽이", "ilgi"),
            ("많이", "mani"),
            ("망원1동", "mangwon1dong"), ("", ""),
        ])
    func aNameIsWrittenAsItSounds(_ name: String, _ latin: String) {
        #expect(Romanization.text(of: name) == latin)
    }

    @Test(arguments: ["North campus", "망원dong", "ㅁㅇ", "東"])
    func textWithoutHangulIsNotRomanized(_ name: String) {
        #expect(Romanization.text(of: name) == nil && Romanization.names(of: name).isEmpty)
    }

    @Test(
        arguments: [
            ("망원동", ["mangwon", "mangwondong"]), ("종로", ["jongno", "jongro"]),
            ("신촌", ["sinchon", "sinchondong"]), ("마포구", ["mapo", "mapogu"]), ("면동", ["myeondong"]),
            ("양화로", ["yanghwa", "yanghwaro"]), ("동", ["dong", "dongdong"]),
        ] as [(String, Set<String>)])
    func aNeighbourhoodIsNamedWithAndWithoutItsSuffix(_ name: String, _ names: Set<String>) {
        #expect(Romanization.names(of: name) == names)
    }
}
