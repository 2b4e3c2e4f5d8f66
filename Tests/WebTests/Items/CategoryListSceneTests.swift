import Fixtures
import Testing

@Blocking
struct CategoryListSceneTests {
    private static let names = [
        "디지털/가전", "게임", "스포츠/레저", "유아/아동용품", "여성패션/잡화", "뷰티/미용",
        "남성패션/잡화", "생활/식품", "가구", "도서/티켓/취미", "기타",
    ]

    @Test func allCategoriesLeadToTheirLists() throws {
        let page = try ServedSite(.memory).get("/categories").page
        let paths = page.tags("a").compactMap { $0["href"] }.filter { $0.hasPrefix("/?category=") }
        #expect(paths == (1...11).map { "/?category=\($0)" })
        #expect(page.texts.filter(Self.names.contains) == Self.names)
    }
}
