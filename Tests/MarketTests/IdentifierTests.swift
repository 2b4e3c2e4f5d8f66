import Market
import Testing

struct IdentifierTests {
    @Test(arguments: [Item.ID.min, -1, 0, 7, .max])
    func itPrintsAsItsBareNumber(_ id: Item.ID) {
        #expect("\(id)" == "\(id.rawValue)")
        #expect("/items/\(id)" == "/items/\(id.rawValue)")
    }

    @Test func itIsOrderedAndHashedAsItsNumber() {
        #expect([3, 1, 2].sorted() as [Item.ID] == [1, 2, 3])
        #expect(Set([1, 1, 2] as [Item.ID]).count == 2)
    }
}
