import Market
import Testing

@testable import ViewModels

struct ItemFormCheckTests {
    private func messages(
        _ rows: Set<ItemForm.Field>, _ change: (inout ItemForm.Input) -> Void = { _ in }
    ) -> [String?] {
        var input = ItemForm.Input()
        change(&input)
        return ItemFormCheck().output(for: ItemFormCheck.Input(input, rows: rows)).rows
            .map(\.message?.text)
    }

    @Test func onlyRowsThatWereLeftAreChecked() {
        #expect(messages([]) == [])
        #expect(messages([.content, .title]) == ["글 제목을 입력해주세요.", "내용을 입력해주세요."])
        #expect(messages([.title]) { $0.title = "의자" } == [nil])
    }

    @Test func theCheckSaysWhatTheFormWouldSay() async throws {
        var input = Fixture.lamp()
        (input.price, input.discountedPrice, input.stock) = ("열둘", "3원만", "-1")
        input.category = "12"
        let form = try #require(try await Fixture().submit(input).refusedForm)
        let rows = ItemFormCheck().output(
            for: ItemFormCheck.Input(input, rows: Set(ItemForm.Field.allCases))
        ).rows
        for row in rows { #expect(row.message == form.message(row.field.rawValue)) }
        #expect(rows.map(\.field) == ItemForm.Field.allCases)
        #expect(rows.count { $0.message != nil } == 4)
    }

    @Test func aCategoryIsSuggestedUntilOneIsChosen() {
        func suggested(_ title: String, category: String = "") -> Market.Category? {
            var form = ItemForm.Input()
            (form.title, form.category) = (title, .typed(category))
            return ItemFormCheck().output(for: ItemFormCheck.Input(form, rows: [])).likelyCategory
        }
        #expect(suggested("무선 청소기") == .digital)
        #expect(suggested("무선 청소기", category: "8") == nil)
        #expect(suggested("") == nil)
    }

    private static let prices: [(typed: String, currency: String, read: String?)] = [
        ("7만5천원", "KRW", "75,000원"), ("75000", "KRW", "75,000원"), ("12.5", "USD", "$12.50"),
        ("", "KRW", nil), ("0", "KRW", nil), ("무료", "KRW", nil), ("열둘", "KRW", nil),
        ("-3", "KRW", nil),
    ]

    @Test(arguments: prices)
    func aPriceIsReadBack(typed: String, currency: String, read: String?) {
        var form = ItemForm.Input()
        form.price = .typed(typed)
        form.currency = currency
        // Whether or not its row was left.
        for rows: Set<ItemForm.Field> in [[.title, .price], [.title], []] {
            let output = ItemFormCheck().output(for: ItemFormCheck.Input(form, rows: rows))
            #expect(output.price?.text == read)
        }
    }
}
