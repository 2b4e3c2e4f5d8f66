import Fixtures
import Testing

/// How many calls an address may make a minute.
@Blocking
struct APIRatesTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite { options in
            options.postsPerMinute = 2
            options.photosPerMinute = 4
        }
    }

    @Test(arguments: ["/api/item", "/api/products"])
    func oneMorePostIs429AndKeepsNothing(path: String) throws {
        for _ in 0..<2 { try site.postItem() }
        site.clock.advance(by: 20)
        let photo = HandmadeForm.Part.photo("images", Picture.blue)
        let form = path == "/api/item" ? HandmadeForm.item : .product
        let answer = try site.call(
            "POST", path, form.without("images").without("images[]").adding(photo))
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "40")
        #expect(answer.faultyFields == [])
        #expect(try site.storedRows() == [2, 1])
    }

    @Test func aMinuteLaterPostingGoesOn() throws {
        for _ in 0..<2 { try site.postItem() }
        #expect(try site.call("POST", "/api/item", .item).status == 429)
        site.clock.advance(by: 60)
        #expect(try site.postItem() == 3)
    }

    @Test func aRefusedPostIsNone() throws {
        for _ in 0..<5 {
            #expect(try site.call("POST", "/api/item", .item.without("title")).status == 400)
        }
        #expect(try site.postItem() == 1)
    }

    /// The API has no form to mention, and no button to press.
    @Test(arguments: ["/api/item", "/api/products"])
    func clientsThatHaveToWaitAreToldSo(path: String) throws {
        for _ in 0..<2 { try site.postItem() }
        let form = path == "/api/item" ? HandmadeForm.item : .product
        let message = try site.call("POST", path, form).json["message"].string
        #expect(message == "너무 여러 번 하셨어요. 잠시 뒤에 다시 해주세요.")
    }

    /// A call refused for its number of photos does not count against the address's photos.
    @Test func tooManyPhotosCountAsNone() throws {
        let form = (0..<5).reduce(HandmadeForm.item) { form, index in
            form.adding(.photo("images[]", Picture.png(8, 8, color: Int32(index))))
        }
        for _ in 0..<3 {
            let answer = try site.call("POST", "/api/item", form)
            #expect(answer.status == 400)
            #expect(answer.faultyFields == ["images[]"])
        }
        #expect(try site.postItem() == 1)
    }

    @Test func oneMorePhotoIs429AndKeepsNothing() throws {
        let form = [
            Picture.green, Picture.blue, Picture.png(8, 8, color: 7), Picture.png(8, 8, color: 9),
        ]
        .reduce(HandmadeForm.item) { $0.adding(.photo("images[]", $1)) }
        let answer = try site.call("POST", "/api/item", form)
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer.faultyFields == ["images[]"])
        #expect(try site.storedRows() == [0, 0])
    }
}
