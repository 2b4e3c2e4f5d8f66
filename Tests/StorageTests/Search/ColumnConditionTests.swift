import Fixtures
import Market
import Testing

@testable import Storage

/// Which rows in memory pass a filter by neighbourhoods.
struct ColumnConditionTests {
    /// Numbers on both sides of the bounds of 64-bit words, and the largest ones.
    private static let numbers: [UInt16] = [0, 1, 2, 62, 63, 64, 65, 127, 128, 65_534, 65_535]

    private static func row(in neighbourhood: UInt16, _ category: UInt8 = 9) -> ItemColumns.Row {
        ItemColumns.Row(
            amount: 5, category: category, status: 0, currency: 0, state: .isPriced,
            neighbourhood: neighbourhood)
    }

    private static func neighbourhood(_ number: UInt16) -> Neighbourhood {
        Neighbourhood(id: Neighbourhood.ID(rawValue: Int64(number)), name: "\(number)동")
    }

    @Test func rowsInAChosenAndNoExcludedNeighbourhoodPass() {
        var random = SplitMix64()
        let named = Self.numbers.dropFirst()
        for _ in 1...SplitMix64.rounds(usually: 300) {
            let chosen = named.shuffled(using: &random)
                .prefix(.random(in: 0...4, using: &random))
            let leftOut = named.shuffled(using: &random)
                .prefix(.random(in: 0...2, using: &random))
            let condition = ItemColumns.Condition(
                ItemFilter(
                    category: .furniture,
                    neighbourhoods: Neighbourhoods(chosen.map(Self.neighbourhood))),
                leavingOut: leftOut.map { Self.neighbourhood($0).id })
            for number in Self.numbers {
                let isChosen = chosen.isEmpty || chosen.contains(number)
                let isThere = isChosen && !leftOut.contains(number)
                #expect(condition.holds(of: Self.row(in: number)) == isThere)
                #expect(!condition.holds(of: Self.row(in: number, 2)))
                #expect(condition.isOfNeighbourhood(Self.row(in: number)) == isChosen)
                let everywhere = condition.ofEveryGroup
                let isLeftIn = !leftOut.contains(number)
                #expect(everywhere.holds(of: Self.row(in: number, 2)) == isLeftIn)
                #expect(everywhere.isOfNeighbourhood(Self.row(in: number)))
            }
        }
    }
}
