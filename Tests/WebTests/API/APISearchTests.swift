import Fixtures
import Testing

/// `search_value`.
@Blocking @Suite(.sharing)
struct APISearchTests {
    private nonisolated static let iphone = "%EC%95%84%EC%9D%B4%ED%8F%B0"
    /// A search without letters or digits finds nothing; a blank one is ignored.
    private nonisolated static let searches: [(String, [Int64])] = [
        ("%EC%9D%98%EC%9E%90", [3, 1]), ("%EC%9D%98", [3, 1]), ("IPHONE", [2]), ("phone13", [2]),
        ("iPhone+13", [2]), ("phone%2013", [2]),
        ("\(iphone)", [2]), ("\(iphone)+13", [2]), ("\(iphone)14", []), ("chair", [3, 1]),
        ("i+phone", [2]), ("%EC%84%B8%ED%8A%B8", [1]), ("xyz", []),
        ("%20%EC%9D%98%EC%9E%90%20", [3, 1]),
        ("%22", []), ("*", []), ("%27%20OR%201%3D1", []), ("NEAR(%EC%9D%98)", []),
        ("%EC%9D%98%EC%9E%90+-%EC%84%B8%ED%8A%B8", [1]), ("-%EC%9D%98%EC%9E%90", [3, 1]),
        ("%00", [3, 2, 1]),
        ("%FF", []), ("%25", []), ("%F0%9F%AA%91", []),
    ]

    @Test(arguments: ServedSite.Backend.working, searches)
    func aPartOfTheTitleFindsIt(
        backend: ServedSite.Backend, search: (text: String, ids: [Int64])
    ) async throws {
        let site = try await ServedSite.shared("\(backend)") {
            let site = try ServedSite(backend)
            for title in ["원목의자세트", "iPhone 13 미니", "식탁 의자"] { try await site.add(title: title) }
            return site
        }
        let page = try site.get("/api/products?search_value=\(search.text)").json
        #expect(page["pages"].elements.map { $0["id"].int } == search.ids)
        #expect(page["totalCount"] == .whole(Int64(search.ids.count)))
    }

    @Test func aSearchHasPages() async throws {
        let site = try ServedSite()
        try await site.add(7, title: "의자")
        try await site.add(3, title: "책상")
        let path = "/api/products?search_value=%EC%9D%98%EC%9E%90&items_per_page=3&page_no="
        let pages = try (1...4).map { try site.get(path + "\($0)").json }
        #expect(pages.map { $0["pages"].elements.count } == [3, 3, 1, 0])
        #expect(pages.allSatisfy { $0["totalCount"] == 7 && $0["lastPage"] == 3 })
    }

    @Test func aChangedTitleIsFoundAtOnceAndADeletedItemIsNot() throws {
        let site = try ServedSite()
        try site.postProduct()
        let path = "/api/products?search_value=%EC%B1%85%EC%83%81"
        #expect(try site.get(path).json["totalCount"] == 0)
        let json = #"{"secret": "달빛1234", "name": "원목 책상"}"#
        #expect(try site.call("PATCH", "/api/products/1", json: json).status == 200)
        #expect(try site.get(path).json["totalCount"] == 1)
        #expect(try site.call("DELETE", "/api/products/\(site.deletionKey(of: 1))").status == 200)
        #expect(try site.get(path).json["totalCount"] == 0)
    }
}
