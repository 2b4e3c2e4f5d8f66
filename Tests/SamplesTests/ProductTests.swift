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

    @Test func everyLineOfTheTonesIsRead() {
        let text = SectionedText(PackageResources.Tones_txt)
        for line in text.sections.keys.flatMap(text.fields) {
            let isText = ["- ", "+ "].contains { Tone.text(of: line, behind: $0) != nil }
            let isMark = line == ["several"] || line == ["english"]
            #expect(isText || isMark || Tone.Condition(line) != nil, "\(line)")
        }
    }

    @Test func everyLineOfTheColorsIsAColorOfItsOwn() {
        let lines = SectionedText(PackageResources.Colors_txt)["colors"]
        let words = NamedColor.all.flatMap(\.words)
        #expect(NamedColor.all.count == lines.count)
        #expect(Set(NamedColor.all.map(\.code)).count == lines.count)
        #expect(Set(words).count == words.count)
    }

    @Test func everyLineOfTheNeighboursIsSomebody() {
        let text = SectionedText(PackageResources.Neighbours_txt)
        let keys = Set(Neighbour.all.map(\.nickname.key))
        #expect(keys.count == text.sections.values.joined().count)
        #expect(Neighbour.all.allSatisfy { $0.about.count <= Limits.about })
    }

    @Test(arguments: [
        "서연 | woman black", "서연 | ghost black | 안녕하세요", "서연 | woman plaid | 안녕하세요",
        "이름이 스무 글자를 넘으면 별명이 될 수 없어요 | - | -",
    ])
    func malformedLineIsNobody(_ line: String) {
        let lines = SectionedText(Array(line.utf8)).fields(of: "")
        #expect(lines.allSatisfy { Neighbour($0) == nil })
    }

    @Test(arguments: [
        "공 | 4호 | 15000 | duck red | goods", "공 | 4호 | many | duck red | goods | note",
        "공 | 4호 | 15000 | moon red | goods | note", "공 | 4호 | 15000 | duck red | grim | note",
        "공 | 4호 | 15000 | duck | goods | note", "공 | 4호 | 15000 | duck plaid | goods | note",
    ])
    func malformedLineIsNoProduct(_ line: String) {
        #expect(SectionedText(Array(line.utf8)).fields(of: "").compactMap(Product.init).isEmpty)
    }

    @Test func noTwoThingsHaveTheSameName() {
        let names = Category.allCases.flatMap { category in
            Product.all(in: category).flatMap { product in
                product.variants.map(\.name)
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
    func everyCategoryLooksManyWays(_ category: Category) {
        let products = Product.all(in: category)
        #expect(Set(products.flatMap(\.variants).flatMap(\.pictures).map(\.motif)).count >= 4)
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
