import Market
import Photos
import Testing

@testable import Samples

@Suite struct ProductTests {
    @Test func everyLineOfTheProductsIsOneOfACategory() {
        let table = SectionedText(PackageResources.Products_txt)
        #expect(Set(table.sections.keys) == Set(Category.allCases.map { "\($0)" }))
        for category in Category.allCases {
            #expect(table["\(category)"].count == Product.all(in: category).count)
        }
    }

    @Test func everyLineOfTheTonesIsAConditionAReasonOrSeveral() {
        let text = SectionedText(PackageResources.Tones_txt)
        for line in text.sections.keys.flatMap(text.fields) {
            #expect(Tone.Condition(line) != nil || Tone.reason(line) != nil || line == ["several"])
        }
    }

    @Test(arguments: [
        "축구공 | 4호 | 15000 | ball | goods", "축구공 | 4호 | many | ball | goods | note",
        "축구공 | 4호 | 15000 | moon | goods | note", "축구공 | 4호 | 15000 | ball | grim | note",
    ])
    func malformedLineIsNoProduct(_ line: String) {
        #expect(SectionedText(Array(line.utf8)).fields(of: "").compactMap(Product.init).isEmpty)
    }

    @Test func noTwoThingsHaveTheSameName() {
        let names = Category.allCases.flatMap { category in
            Product.all(in: category).flatMap { product in
                product.variants.map { "\(product.name) \($0)" }
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
            #expect(!product.variants.isEmpty)
        }
    }
}
