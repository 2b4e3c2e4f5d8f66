import Market
import Testing

struct WordedExclusionTests {
    @Test(
        arguments: [
            ("이케아 아닌 의자", "의자 -이케아"), ("이케아가 아닌 의자", "의자 -이케아"), ("이케아를 뺀 의자", "의자 -이케아"),
            ("이케아 말고 의자", "의자 -이케아"), ("의자 이케아 빼고", "의자 -이케아"), ("삼성이 아닌 폰", "폰 -삼성"),
            ("배터리 없는 노트북", "노트북 -배터리"), ("가을 빼고 원피스", "원피스 -가을"),
            ("의자를 제외한 가구 -이케아", "가구 -의자 -이케아"),
            ("chair not ikea", "chair -ikea"), ("chair without IKEA", "chair -IKEA"),
            ("not ikea chair", "chair -ikea"), ("chair but not ikea", "chair -ikea"),
            ("chair Without ikea not oak", "chair -ikea -oak"),
        ])
    func wordedExclusionsBecomeHyphens(_ typed: String, _ meant: String) throws {
        let search = try #require(SearchQuery(typed))
        #expect(search.hyphenatingExclusions?.text == meant)
    }

    @Test(
        arguments: [
            "의자", "의자 -이케아", "아닌 의자", "이케아 말고", "chair without", "without ikea", "notebook",
            "뺀질이 인형",
        ])
    func otherWordsMeanWhatTheySay(_ typed: String) throws {
        #expect(try #require(SearchQuery(typed)).hyphenatingExclusions == nil)
    }
}
