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
    func anUntouchedStockKeepsItsPresentValue(former: Int64?, typed: Int64, left: Int64) throws {
        let edit = ItemEdit(try chair(stock: typed), photos: [], formerStock: former)
        #expect(edit.content(over: try chair(stock: 2)).stock == left)
    }

    @Test(arguments: Item.Purpose.allCases, [true, false])
    func anUnnamedPurposeStays(_ former: Item.Purpose, _ isSaid: Bool) throws {
        for typed in Item.Purpose.allCases {
            let edit = ItemEdit(try chair(typed, stock: 1), photos: [], namesPurpose: isSaid)
            let content = edit.content(over: try chair(former, stock: 1))
            #expect(content.purpose == (isSaid ? typed : former))
        }
    }

    @Test func anEditConflictsWithOneItsWriterHasNotSeen() throws {
        let posted = Timestamp(seconds: 1_795_260_000)
        let item = Item(
            id: 1, content: try chair(stock: 2), photos: [], status: .selling, datePosted: posted,
            dateModified: posted + 60)
        let other = try chair(.request, stock: 2)
        for (content, revision, isUndoing) in [
            (other, nil, false), (other, posted + 60, false), (other, posted, true),
            (other, posted + 120, true), (item.content, posted, false),
        ] as [(ItemContent, Timestamp?, Bool)] {
            let edit = ItemEdit(content, photos: [], revision: revision)
            #expect(edit.undoesAnother(of: item) == isUndoing)
        }
        // A stock that a dealing has lowered meanwhile is no conflicting edit.
        let left = ItemEdit(try chair(stock: 3), photos: [], formerStock: 3, revision: posted)
        #expect(!left.undoesAnother(of: item))
        let stocked = ItemEdit(try chair(stock: 3), photos: [], revision: posted)
        #expect(throws: StorageError.changedMeanwhile) { try stocked.check(item) }
    }
}
