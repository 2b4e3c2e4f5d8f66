import Market
import Testing

@testable import Samples

@Suite struct WareTests {
    @Test func noTwoThingsHaveTheSameName() {
        let names = Category.allCases.flatMap { category in
            Ware.all(in: category).flatMap { ware in
                ware.variants.isEmpty ? [ware.name] : ware.variants.map { "\(ware.name) \($0)" }
            }
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Category.allCases)
    func everyCategoryHasThingsToGiveAway(_ category: Category) {
        let cheap = Ware.all(in: category).filter(\.isCheap)
        #expect(cheap.count >= 3)
        #expect(cheap.allSatisfy { $0.manner.conditions.contains(where: \.suitsGifts) })
    }

    @Test(arguments: Category.allCases)
    func everyThingLooksLikeOneOfItsCategory(_ category: Category) {
        let wares = Ware.all(in: category)
        #expect(Set(wares.map(\.motif)) == Set(category.motifs))
    }

    @Test(arguments: Category.allCases)
    func everyThingHasAPriceAndSomethingToSay(_ category: Category) {
        for ware in Ware.all(in: category) {
            #expect(ware.price >= 1_000 && ware.price % 500 == 0)
            #expect(!ware.note.isEmpty && !ware.manner.reasons.isEmpty)
        }
    }
}
