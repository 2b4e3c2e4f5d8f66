import HTTPServer
import Market
import Testing
import ViewModels

@testable import Web

struct ItemListQueryTests {
    @Test(arguments: [
        "q=1&q=2", "q=&q=1", "q=1&q=1&q=2&q=3", "q=1&" + String(repeating: "q=2&", count: 2_000),
    ])
    func aSecondValueOfANameIsIgnoredAndNamedOnce(_ text: String) {
        let query = ItemListQuery(Query(text))
        #expect(query.input.unknown == [.search])
        #expect(query.input.text == (text.hasPrefix("q=1") ? "1" : ""))
    }

    @Test(
        arguments: [
            ("new", .newest), ("newest", .newest), ("low", .lowestPrice),
            ("price", .lowestPrice), ("high", .highestPrice), ("price-desc", .highestPrice),
            ("best", .bestMatch),
        ] as [(String, ItemOrder)])
    func anOrderMayHaveTwoNames(name: String, order: ItemOrder) {
        let input = ItemListQuery(Query("q=1&sort=" + name)).input
        #expect(input.order == order)
        #expect(input.unknown.isEmpty)
    }

    @Test func theStatusOnSaleHasAnotherName() {
        for name in ["selling", "onsale"] {
            let input = ItemListQuery(Query("status=" + name)).input
            #expect(input.status == .only(.selling))
            #expect(input.unknown.isEmpty)
        }
    }

    @Test(arguments: ["price-asc", "Newest", "", "onsale"])
    func anUnknownOrderIsIgnored(name: String) {
        let input = ItemListQuery(Query("sort=" + name)).input
        #expect(input.order == nil)
        #expect(input.unknown == (name.isEmpty ? [] : [.order]))
    }

    @Test(
        arguments: [
            ("place=5&place=3", [5, 3], []), ("place=5&place=5", [5], []),
            ("place=&place=3", [3], []),
            ("place=x&place=3", [3], [.place]), ("place=3&place=x&place=5", [3, 5], [.place]),
            ("place=", [], []), ("place=3", [3], []),
        ] as [(String, [Neighbourhood.ID], [ListCondition])])
    func severalPlacesMayBeAskedFor(
        _ text: String, _ places: [Neighbourhood.ID], _ unknown: [ListCondition]
    ) {
        let input = ItemListQuery(Query(text)).input
        #expect(input.neighbourhoods == places)
        #expect(input.unknown == unknown)
    }

    @Test(arguments: ["q=1&q=1", "q=1&q=&q=1", "a&a&q=1&a"])
    func theSameValueAgainIsNoSecondOne(_ text: String) {
        let query = ItemListQuery(Query(text))
        #expect(query.input.unknown.isEmpty)
        #expect(query.input.text == "1")
    }
}
