import Market
import Testing

@testable import Samples

@Suite struct ProductTests {
    @Test func noTwoThingsHaveTheSameName() {
        let names = Category.allCases.flatMap { category in
            Product.all(in: category).flatMap { product in
                product.variants.isEmpty
                    ? [product.name] : product.variants.map { "\(product.name) \($0)" }
            }
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Category.allCases)
    func everyCategoryHasThingsToGiveAway(_ category: Category) {
        let cheap = Product.all(in: category).filter(\.isCheap)
        #expect(cheap.count >= 3)
        #expect(cheap.allSatisfy { $0.tone.conditions.contains(where: \.suitsGifts) })
    }

    @Test(arguments: Category.allCases)
    func everyThingLooksLikeOneOfItsCategory(_ category: Category) {
        let products = Product.all(in: category)
        #expect(Set(products.map(\.motif)) == Set(category.motifs))
    }

    @Test(arguments: Category.allCases)
    func everyThingHasAPriceAndSomethingToSay(_ category: Category) {
        for product in Product.all(in: category) {
            #expect(product.price >= 1_000 && product.price % 500 == 0)
            #expect(!product.note.isEmpty && !product.tone.reasons.isEmpty)
        }
    }
}
