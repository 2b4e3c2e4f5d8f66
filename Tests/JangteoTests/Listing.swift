import Fixtures

/// An item whose text shows whether all of it is there.
struct Listing: Sendable {
    let number: Int

    private var digits: String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }

    var title: String { "접이식 의자 \(digits)번" }
    var content: String { "처음 \(digits) 튼튼해요. 마지막 \(digits)" }
    /// The price as the page shows it.
    var price: String { "1,\(digits.prefix(3)),\(digits.suffix(3))원" }

    var body: FormBody {
        [
            "title": title, "category": "9", "price": "1\(digits)", "currency": "KRW",
            "stock": "1", "content": content, "password": "달빛1234",
        ]
    }

    func isWhole(on page: String) -> Bool {
        page.contains(title) && page.contains(content) && page.contains(price)
    }

    /// The item whose title is on a page.
    init?(on page: String) {
        guard let match = page.firstMatch(of: /접이식 의자 (\d{6})번/), let number = Int(match.1)
        else { return nil }
        self.init(number: number)
    }

    init(number: Int) {
        self.number = number
    }
}
