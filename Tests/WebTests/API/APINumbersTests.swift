import Fixtures
import Testing

/// JSON numbers, which programs store as floating-point numbers.
@Blocking @Suite(.sharing)
struct APINumbersTests {
    private let site: ServedSite

    init() async throws {
        site = try await .shared {
            let site = try ServedSite()
            try site.postProduct()
            return site
        }
    }

    private func change(price: String) throws -> Answer {
        let json = """
            {"secret": "\(HandmadeForm.password)", "currency": "USD", "discounted_price": 0, \
            "price": \(price)}
            """
        return try site.call("PATCH", "/api/products/1", json: json)
    }

    @Test(arguments: [
        ("0.30000000000000004", 0.3), ("12.5", 12.5), ("12.50", 12.5), ("1e1", 10), ("7.0", 7),
        ("0.57000000000000001", 0.57), ("1.1500000000000001", 1.15), ("-0.0", 0),
        ("9999999999999.99", 9_999_999_999_999.99),
    ])
    func theErrorOfASumOfFractionsIsLeftOut(sent: String, price: Double) throws {
        let answer = try change(price: sent)
        #expect(answer.status == 200)
        #expect(try answer.json["price"].double == price)
    }

    @Test(arguments: ["12.345", "0.001", "12.5001", "1e-3", "-0.01", "1e300", "10000000000000.01"])
    func morePlacesThanCentsAre400(sent: String) throws {
        let answer = try change(price: sent)
        #expect(answer.status == 400)
        #expect(answer.faultyFields == ["price"])
    }
}
