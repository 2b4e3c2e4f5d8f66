import Market
import Testing

@testable import ViewModels

struct ItemFormArrangementTests {
    private let fixture = Fixture()

    private func arranged(
        _ input: ItemForm.Input, _ arrangement: ItemForm.Arrangement
    ) async throws -> ItemForm.Output {
        var input = input
        input.arrangement = arrangement
        return try await fixture.form.output(for: input)
    }

    private func threePhotos() throws -> ItemForm.Input {
        var input = Fixture.lamp()
        input.photos = try "abc".map { letter in
            .stored(try #require(Photo.ID(String(repeating: letter, count: 32))))
        }
        return input
    }

    @Test(
        arguments: [
            (.movePhotoEarlier(2), "bac"), (.movePhotoLater(2), "acb"), (.removePhoto(2), "ac"),
            (.movePhotoEarlier(1), "abc"), (.movePhotoLater(3), "abc"), (.removePhoto(4), "abc"),
            (.removePhoto(0), "abc"), (.removePhoto(.min), "abc"), (.movePhotoLater(.max), "abc"),
            (.addPhotos, "abc"),
        ] as [(ItemForm.Arrangement, String)])
    func photosMove(arrangement: ItemForm.Arrangement, order: String) async throws {
        let form = try await arranged(try threePhotos(), arrangement)
        #expect(String(form.photos.compactMap(\.id.text.first)) == order)
        #expect(form.photos.first?.isFirst == true)
        #expect(form.photos.last?.isLast == true)
    }

    @Test(
        arguments: [("", true), ("0", true), (" 00 ", true), ("1", false), ("가격", false)]
            as [(EnteredNumber, Bool)])
    func freeShareIsOfferedWithoutAPrice(price: EnteredNumber, isOffered: Bool) async throws {
        var input = Fixture.lamp()
        input.price = price
        #expect(try await arranged(input, .addPhotos).offersFreeShare == isOffered)
    }

    @Test func choosingFreeShareEmptiesThePriceAndHidesTheButton() async throws {
        let form = try await arranged(Fixture.lamp(), .chooseFreeShare)
        #expect(form.input.price.isBlank)
        #expect(!form.offersFreeShare)
        #expect(form.input.title == Fixture.lamp().title)
    }

    @Test func aPriceTypedAfterAllIsNoFreeShare() async throws {
        var input = Fixture.lamp()
        input.isFreeShareChosen = true
        #expect(try await !arranged(input, .addPhotos).input.isFreeShareChosen)
    }

    @Test func blankFormHasItsPresets() async throws {
        let form = try await fixture.form.output(for: ItemForm.Input())
        #expect(form.heading.text == "글쓰기")
        #expect(form.input.stock == "1")
        #expect(form.currencies.filter(\.isSelected).map(\.code) == ["KRW"])
        #expect(form.alert == nil)
        #expect(form.input.mode.asksPassword)
    }
}
