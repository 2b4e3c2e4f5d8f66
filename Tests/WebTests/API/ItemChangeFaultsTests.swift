import Fixtures
import Testing

/// Faulty changes of the first generation are reported by field, and change nothing.
@Blocking @Suite(.sharing)
struct ItemChangeFaultsTests {
    /// Has one item, which tests leave unchanged.
    private let site: ServedSite

    init() async throws {
        site = try await .sharedWithItem()
    }

    private let password = HandmadeForm([.text("password", "달빛1234")])

    @Test(arguments: [
        ("price", "-1"), ("price", "100"), ("price", "abc"), ("discounted_price", "166"),
        ("stock", "1000000000000000000000000000000"), ("currency", "BTC"), ("category", "99"),
        ("title", " "), ("descriptions", "\n"), ("images[]", "no photo"),
    ])
    func aWrongValueIs400AndChangesNothing(field: String, value: String) throws {
        let before = try site.get("/api/item/1").text
        let form = password.adding(.text("title", "새 의자")).with(field, value)
            .adding(.photo("images[]", Picture.blue))
        let answer = try site.call("PATCH", "/api/item/1", form)
        #expect(answer.status == 400)
        // If the price is below the discounted price, the latter is reported as faulty.
        #expect(answer.faultyFields == [value == "100" ? "discounted_price" : field])
        #expect(try site.get("/api/item/1").text == before)
        #expect(try site.storedRows() == [1, 1])
    }

    @Test func aWrongPasswordIs404BeforeAnyOtherFault() throws {
        let form = HandmadeForm([
            .text("password", "햇빛"), .text("price", "-1"), .photo("images[]", [1, 2, 3]),
        ])
        let answer = try site.call("PATCH", "/api/item/1", form)
        #expect(answer.status == 404)
        #expect(answer.faultyFields == ["password"])
        let right = form.with("password", "달빛1234")
        #expect(try site.call("PATCH", "/api/item/1", right).status == 400)
    }

    @Test func anEmptyPartChangesNothing() throws {
        let before = try site.get("/api/item/1").text
        let form = ["title", "descriptions", "price", "discounted_price", "stock", "currency"]
            .reduce(password) { $0.with($1, "") }
        #expect(try site.call("PATCH", "/api/item/1", form).text == before)
    }
}
