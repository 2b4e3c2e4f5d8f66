import Fixtures
import Testing

/// Repeated requests are answered from caches.
@Blocking @Suite(.sharing)
struct APICachingTests {
    /// Has one item.
    private let site: ServedSite

    init() async throws {
        site = try await .sharedWithItem()
    }

    private nonisolated static let reads = [
        "/api/items/1", "/api/item/1", "/api/products", "/api/products?page_no=1",
        "/api/products?search_value=%EC%9D%98%EC%9E%90", "/api/products/1",
    ]

    @Test(arguments: reads, ["identity", "gzip"])
    func theSameStateIs304(path: String, coding: String) throws {
        for _ in 0..<3 {
            let first = try site.get(path, ["Accept-Encoding": coding])
            let tag = try #require(first["ETag"])
            #expect(first["Cache-Control"] == "no-cache")
            let second = try site.get(path, ["Accept-Encoding": coding, "If-None-Match": tag])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(second["ETag"] == tag)
            #expect(second["Cache-Control"] == "no-cache")
        }
    }

    @Test(arguments: reads)
    func aChangedStateIsSentAnew(path: String) throws {
        let site = try ServedSite()
        try site.postItem()
        let tag = try #require(site.get(path)["ETag"])
        #expect(try site.get(path, ["If-None-Match": tag]).status == 304)
        let form = HandmadeForm([.text("password", "달빛1234"), .text("title", "새 의자")])
        #expect(try site.call("PATCH", "/api/item/1", form).status == 200)
        let answer = try site.get(path, ["If-None-Match": tag])
        #expect(answer.status == 200)
        #expect(answer.text.contains("새 의자"))
        #expect(answer["ETag"] != tag)
    }

    @Test func gzipClientsAreSentLess() async throws {
        let site = try ServedSite()
        try await site.add(20)
        for path in ["/api/items/1", "/api/products"] {
            for _ in 0..<3 {
                let plain = try site.get(path)
                let small = try site.get(path, ["Accept-Encoding": "gzip"])
                #expect(small["Content-Encoding"] == "gzip")
                #expect(small.body.count < plain.body.count / 2)
                #expect(small["Vary"] == "Accept-Encoding" && plain["Vary"] == "Accept-Encoding")
                let tag = try #require(small["ETag"])
                #expect(tag != plain["ETag"])
                let again = try site.get(path, ["Accept-Encoding": "gzip", "If-None-Match": tag])
                #expect(again.status == 304)
                #expect(again["Vary"] == "Accept-Encoding")
            }
        }
    }

    /// A 304 tells caches about `Vary`, too.
    @Test(arguments: ["/api/products", "/items/1"])
    func everyVaryingAnswerSaysSo(path: String) async throws {
        let site = try await ServedSite.shared("without cached pages") {
            let site = try ServedSite { $0.cachedPages = 0 }
            try await site.add(9)
            return site
        }
        for tag in ["*", "\"x\""] {
            #expect(try site.get(path, ["If-None-Match": tag])["Vary"] == "Accept-Encoding")
        }
    }

    @Test(arguments: ["/api/item/1", "/api/products/1"])
    func theTagOfAnItemStaysWhileTheItemDoes(path: String) throws {
        let site = try ServedSite()
        try site.postItem()
        let tag = try #require(site.get(path)["ETag"])
        try site.postItem()
        let form = HandmadeForm([.text("password", "달빛1234"), .text("title", "새 의자")])
        #expect(try site.call("PATCH", "/api/item/2", form).status == 200)
        #expect(try site.get(path, ["If-None-Match": tag]).status == 304)
    }

    /// A page requested only once evicts no popular one.
    @Test func anAnswerToIfNoneMatchIsNotCached() throws {
        let site = try ServedSite { $0.cachedPages = 2 }
        try site.postItem()
        for _ in 0..<3 { _ = try site.get("/api/items/1") }
        for page in 2...9 { _ = try site.get("/api/items/\(page)", ["If-None-Match": "\"x\""]) }
        let hits = site.site.statistics.cache.hits
        _ = try site.get("/api/items/1")
        #expect(site.site.statistics.cache.hits == hits + 1)
    }

    @Test func aPageOfTheSiteHasAnotherTag() throws {
        #expect(try site.get("/")["ETag"] != site.get("/api/items/1")["ETag"])
    }

    @Test func changesAndErrorsAreNotCached() throws {
        let site = try ServedSite()
        let posted = try site.call("POST", "/api/item", .item)
        let answers = [
            posted, try site.call("PATCH", "/api/products/1", json: #"{"secret": "달빛1234"}"#),
            try site.get("/api/item/2"), try site.get("/api/items/0"),
            try site.get("/healthChecker"), try site.call("DELETE", "/api/items/1"),
        ]
        for answer in answers {
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer["ETag"] == nil)
        }
    }

    @Test func aKeyIsNotCached() throws {
        let site = try ServedSite()
        try site.postProduct()
        for step in ["archived", "secret"] {
            let answer = try site.call(
                "POST", "/api/products/1/\(step)", json: #"{"secret": "달빛1234"}"#)
            #expect(answer["Cache-Control"] == "no-store", "\(step)")
        }
    }

    @Test(arguments: [
        "/api/item/1", "/api/items/1", "/api/products", "/healthChecker", "/api/item/2",
    ])
    func nobodyIsGivenACookie(path: String) throws {
        let answer = try site.get(path, ["Cookie": "session=abc; view=grid; alert=x"])
        #expect(answer.all("Set-Cookie").isEmpty)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
    }
}
