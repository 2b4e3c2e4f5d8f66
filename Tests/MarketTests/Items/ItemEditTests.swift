import Market
import Testing

struct ItemEditTests {
    private func chair(_ purpose: Item.Purpose = .offer, stock: Int64) throws -> ItemContent {
        ItemContent(
            purpose: purpose, title: "원목 의자", category: .furniture, price: try Price(25_000),
            stock: stock, description: "튼튼해요.")
    }

    @Test(
        arguments: [
            (nil, 3, 3), (3, 3, 2), (3, 5, 5), (2, 3, 3), (0, 0, 2),
        ] as [(Int64?, Int64, Int64)])
    func aStockThatWasLeftAloneStaysWhatItIsByNow(
        former: Int64?, typed: Int64, left: Int64
    ) throws {
        let edit = ItemEdit(try chair(stock: typed), photos: [], formerStock: former)
        #expect(edit.content(over: try chair(stock: 2)).stock == left)
    }

    @Test(arguments: Item.Purpose.allCases, [true, false])
    func aPurposeThatIsNotSaidStays(_ former: Item.Purpose, _ isSaid: Bool) throws {
        for typed in Item.Purpose.allCases {
            let edit = ItemEdit(try chair(typed, stock: 1), photos: [], namesPurpose: isSaid)
            let content = edit.content(over: try chair(former, stock: 1))
            #expect(content.purpose == (isSaid ? typed : former))
        }
    }
}
