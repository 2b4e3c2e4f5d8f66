import Market
import Testing

@testable import ViewModels

struct TitleSegmentTests {
    /// The title with brackets around the marked parts.
    private func marked(_ title: String, _ text: String) throws -> String {
        let search = try #require(SearchQuery(text))
        let segments = TitleSegment.segments(of: title, matching: search)
        if !segments.isEmpty { #expect(segments.map(\.text).joined() == title) }
        return segments.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(
        arguments: [
            ("원목의자세트", "의자", "원목[의자]세트"), ("의자", "의자", "[의자]"),
            ("의자와 의자", "의자", "[의자]와 [의자]"), ("원목 의자", "원목의자", "[원목 의자]"),
            ("원목의자", "원목 의자", "[원목의자]"), ("의자 · 원목", "원목 의자", "[의자] · [원목]"),
            ("iPhone 15 Pro", "IPHONE", "[iPhone] 15 Pro"),
            ("iPhone 15 Pro", "iphone15", "[iPhone 15] Pro"),
            ("원목 의자", "ㅇㅈ", "원목 [의자]"), ("원목 의자", "의ㅈ", "원목 [의자]"),
            ("원목 의자", "ㅇㅁㅇㅈ", "[원목 의자]"), ("ㅇㅈ 의자", "ㅇㅈ", "[ㅇㅈ] 의자"),
            ("아이폰", "이", "아[이]폰"), ("(새것)의자!", "의자", "(새것)[의자]!"), ("가나가나가", "가나가", "[가나가나가]"),
            ("Café 잔", "CAFÉ", "[Café] 잔"), ("STRASSE", "straße", "[STRASSE]"),
            ("ﬁlm", "film", "[ﬁlm]"),
            ("👨‍👩‍👧 의자 🪑", "의자", "👨‍👩‍👧 [의자] 🪑"), ("책상", "의자", ""), ("", "의자", ""), ("🪑", "의자", ""),
            ("의자", "ㅈ", ""), ("의자", "의자의자", ""),
            ("아이폰 13 미니", "iphone", "[아이폰] 13 미니"), ("iPhone, 아이폰", "아이폰", "[iPhone], [아이폰]"),
            ("아이폰13 미니", "iphone 13", "[아이폰13] 미니"),
            ("The North Face 700", "노스페이스", "The [North Face] 700"),
            ("IKEA (like a new one)", "이케아", "[IKEA] (like a new one)"), ("Nike Air", "이케아", ""),
            ("(LG)그램", "엘지", "([LG])그램"), ("소니엔젤, 소니", "sony", "소니엔젤, [소니]"),
            ("PS5 Apps5", "플스 5", "[PS5] Apps[5]"), ("아이의 자전거, 의자커버", "chair", "아이의 자전거, [의자]커버"),
            ("거의 자 2개, 캠핑의자2개", "chair", "거의 자 2개, 캠핑[의자]2개"), ("파인애플, 애플", "apple", "파인애플, [애플]"),
            (#"자전거 18" 팝니다"#, "18인치", #"자전거 [18]" 팝니다"#),
            ("아이폰 18, 18\u{2033}", "18 inches", "아이폰 [18], [18]\u{2033}"),
            ("아이폰 18, 18\u{2033}", "18인치", "아이폰 18, [18]\u{2033}"),
            ("Running trail shoes", "running shoes", "[Running] trail [shoes]"),
        ])
    func searchedWordsAreMarked(title: String, text: String, expected: String) throws {
        #expect(try marked(title, text) == expected)
    }

    @Test func aDecomposedTitleIsMarkedLikeAComposedOne() throws {
        let parts = "\u{110B}\u{1174}\u{110C}\u{1161}"
        #expect(try marked(parts + " 셋", "의자") == "[\(parts)] 셋")
    }
}
