import Fixtures
import Market
import Testing

/// The buttons that arrange the form without JavaScript.
@Blocking @Suite(.sharing)
final class ItemFormArrangementTests: SharedSiteSuite {
    /// The ids of two photos in a form.
    private func twoPhotos() throws -> [String] {
        let form = FilledForm(["arrange": "add-photos"])
            .with(photo: Picture.red).with(photo: Picture.blue)
        return try site.post("/items", form.multipart).page.values(of: "photos")
    }

    private func arranged(_ button: String, _ photos: [String] = []) throws -> Answer {
        let form = photos.reduce(FilledForm.lamp) { $0.with(keptPhoto: $1) }
        return try site.post("/items", form.with("arrange", button).multipart)
    }

    @Test func addingPhotosShowsThemAndAsksForNothing() throws {
        let form = FilledForm(["title": "", "arrange": "add-photos"]).with(photo: Picture.red)
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 200)
        #expect(answer.page.alert == nil)
        #expect(answer.page.values(of: "photos").count == 1)
        #expect(answer.page.button("remove-1") != nil)
    }

    @Test func addingAFileThatIsNoPhotoSaysSo() throws {
        let form = FilledForm(["arrange": "add-photos"]).with(photo: [1, 2, 3], named: "메모.jpg")
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 200)
        #expect(answer.page.alert?.lines.count == 1)
        #expect(answer.page.alert?.lines.first?.contains("메모.jpg") == true)
    }

    @Test(arguments: [
        ("remove-1", [1]), ("remove-2", [0]), ("earlier-2", [1, 0]), ("later-1", [1, 0]),
        ("earlier-1", [0, 1]), ("later-2", [0, 1]), ("remove-3", [0, 1]), ("remove-0", [0, 1]),
        ("later-0", [0, 1]), ("earlier-9223372036854775807", [0, 1]),
    ])
    func photosAreTakenOutAndMoved(button: String, order: [Int]) throws {
        let photos = try twoPhotos()
        let answer = try arranged(button, photos)
        #expect(answer.status == 200)
        #expect(answer.page.values(of: "photos") == order.map { photos[$0] })
    }

    @Test func theOutermostPhotosCannotMoveOutwards() throws {
        let page = try arranged("add-photos", try twoPhotos()).page
        #expect(page.button("earlier-1")?.has("disabled") == true)
        #expect(page.button("later-1")?.has("disabled") == false)
        #expect(page.button("earlier-2")?.has("disabled") == false)
        #expect(page.button("later-2")?.has("disabled") == true)
    }

    /// To move a photo "back" could mean either.
    @Test func theButtonsSayInEnglishWhichWayAPhotoMoves() throws {
        let form = try twoPhotos().reduce(FilledForm.lamp) { $0.with(keptPhoto: $1) }
            .with("arrange", "add-photos")
        let page = try site.post("/items", form.multipart, ["Accept-Language": "en"]).page
        #expect(page.button("earlier-2")?["aria-label"] == "Move photo 2 earlier")
        #expect(page.button("later-1")?["aria-label"] == "Move photo 1 later")
    }

    @Test func freeShareEmptiesThePricesAndHides() throws {
        let page = try arranged("free-share").page
        #expect(page.value(of: "price") == "")
        #expect(page.value(of: "discounted_price") == "")
        #expect(page.value(of: "free") == "1")
        #expect(page.button("free-share")?.has("hidden") == true)
    }

    @Test(arguments: [
        "add-photos", "free-share", "remove-1", "nonsense", "remove-", "", "remove-1-1",
    ])
    func arrangingStoresNothingAndKeepsTheRest(button: String) async throws {
        let answer = try arranged(button)
        #expect(answer.status == 200)
        #expect(answer.page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(answer.page.value(of: "password") == "달빛1234")
        #expect(try await site.storedIDs().isEmpty)
    }
}
