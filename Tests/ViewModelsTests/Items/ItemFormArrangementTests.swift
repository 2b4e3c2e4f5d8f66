import Market
import Testing

@testable import ViewModels

struct ItemFormArrangementTests {
    private let fixture = Fixture()

    private func arranged(
        _ input: ItemForm.Input, _ arrangement: ItemForm.Arrangement
    ) -> ItemForm.Output {
        fixture.form.arranged(input, arrangement, mode: .posting, asksPassword: true)
    }

    private func threePhotos() throws -> ItemForm.Input {
        var input = Fixture.lamp()
        input.photos = try "abc".map { letter in
            .kept(try #require(Photo.ID(String(repeating: letter, count: 32))))
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
    func photosMove(arrangement: ItemForm.Arrangement, order: String) throws {
        let form = arranged(try threePhotos(), arrangement)
        #expect(String(form.photos.compactMap(\.id.text.first)) == order)
        #expect(form.photos.first?.isFirst == true)
        #expect(form.photos.last?.isLast == true)
    }

    @Test(arguments: [("", true), ("0", true), (" 00 ", true), ("1", false), ("가격", false)])
    func freeShareIsOfferedWithoutAPrice(price: String, isOffered: Bool) {
        var input = Fixture.lamp()
        input.price = price
        #expect(arranged(input, .addPhotos).offersFreeShare == isOffered)
    }

    @Test func choosingFreeShareEmptiesThePriceAndHidesTheButton() {
        let form = arranged(Fixture.lamp(), .chooseFreeShare)
        #expect(form.input.price.isEmpty)
        #expect(!form.offersFreeShare)
        #expect(form.input.title == Fixture.lamp().title)
    }

    @Test func aPriceTypedAfterAllIsNoFreeShare() {
        var input = Fixture.lamp()
        input.isFreeShareChosen = true
        #expect(!arranged(input, .addPhotos).input.isFreeShareChosen)
    }

    @Test func blankFormHasItsPresets() {
        let form = fixture.form.blank(submissionKey: "k")
        #expect(form.heading == "글쓰기")
        #expect(form.input.stock == "1")
        #expect(form.currencies.filter(\.isSelected).map(\.code) == ["KRW"])
        #expect(form.alert == nil)
        #expect(form.asksPassword)
    }
}
