import Market
import Testing

@testable import ViewModels

struct ItemFormTests {
    private let fixture = Fixture()

    @Test func blankFormNamesTheMissingRowsInTheirOrderThenThePassword() async throws {
        let outcome = try await fixture.submit(ItemForm.Input())
        let alert = try #require(outcome.refusedForm?.alert)
        #expect(alert.title.text == "실패")
        #expect(
            alert.texts == [
                "~ 글 제목을 입력해주세요.", "~ 카테고리를 선택해주세요.", "~ 내용을 입력해주세요.",
                "~ 비밀번호를 입력해주세요.",
            ])
        #expect(alert.lines.map(\.field) == ["title", "category", "content", "password"])
    }

    @Test func missingRowsComeBeforeOtherFaults() async throws {
        var input = Fixture.lamp()
        input.price = "비싸요"
        input.content = "  \n "
        let alert = try #require(try await fixture.submit(input).refusedForm?.alert)
        #expect(alert.texts == ["~ 내용을 입력해주세요.", "~ 가격을 숫자로 입력해주세요."])
    }

    @Test func everythingInPlaceIsSaved() async throws {
        let photo = try await fixture.keepPhoto("a")
        var input = Fixture.lamp()
        input.discountedPrice = "30000"
        input.stock = "3"
        input.photos = [.stored(photo)]
        let item = try await fixture.storage.item(try await fixture.post(input))
        #expect(item.content.title == "북유럽풍 장스탠드")
        #expect(item.content.category == .furniture)
        #expect(try item.content.price == Price(35_000, discountedTo: 30_000))
        #expect(item.content.stock == 3)
        #expect(item.photos.map(\.id) == [photo])
        #expect(item.datePosted == fixture.now)
    }

    @Test func refusedFormHoldsEverythingAsTyped() async throws {
        var input = Fixture.lamp()
        input.title = "  "
        input.price = " 3,5000원? "
        input.photos = [.stored(try await fixture.keepPhoto("b"))]
        let form = try #require(try await fixture.submit(input).refusedForm)
        input.address = "192.0.2.1"
        #expect(form.input == input)
        #expect(form.photos.map(\.number) == [1])
        #expect(form.categories.filter(\.isSelected).map(\.name.text) == ["가구"])
    }

    @Test func passwordIsKeptAsAHashOnly() async throws {
        let id = try await fixture.post()
        let hash = try await fixture.storage.passwordHash(of: id)
        #expect(hash.hasPrefix("$argon2id$"))
        #expect(!hash.contains("달빛1234"))
    }

    @Test func sameFormSentTwiceMakesOneItem() async throws {
        var input = Fixture.lamp()
        input.submissionKey = "key"
        let first = try await fixture.post(input)
        #expect(try await fixture.post(input) == first)
        input.submissionKey = "other"
        #expect(try await fixture.post(input) != first)
    }

    @Test(arguments: ["title", "free", "price"])
    func sameFormWithAnotherContentAsksWhichIsMeant(_ row: String) async throws {
        var input = Fixture.lamp()
        (input.submissionKey, input.price) = ("key", "")
        let first = try await fixture.post(input)
        let field = try #require(ItemForm.Field(rawValue: row))
        input[field] = "1"
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.refusal?.reason == .conflict && form.earlier == first)
        #expect(form.alert?.title.text == "이미 올린 글이 있어요")
        #expect(form.input[field] == "1" && form.input.password == input.password)
        #expect(try await fixture.storage.items(ItemQuery(limit: 9)).items.map(\.id) == [first])
        input.makesAnother = true
        let second = try await fixture.post(input)
        #expect(second != first)
        #expect(try await fixture.post(input) == second)
        input.title = "또 다른 것"
        input.makesAnother = false
        #expect(try await fixture.submit(input).refusedForm?.earlier == second)
    }

    @Test func priceIsReadWithoutTheSpaceAroundIt() async throws {
        let item = try await fixture.item { $0.price = " 1,000 " }
        #expect(item.content.price.amount == 1_000)
    }

    @Test func centsBelongToCurrenciesThatHaveThem() async throws {
        let item = try await fixture.item {
            $0.currency = "USD"
            $0.price = "1,234.5"
        }
        #expect(try item.content.price == Price(123_450, currency: .usd))
    }

    @Test(arguments: [("2개", 2), (" 두 켤레 ", 2), ("품절", 0), ("열두 장", 12)] as [(String, Int64)])
    func stockIsReadAsPeopleCount(text: String, stock: Int64) async throws {
        let item = try await fixture.item { $0.stock = .typed(text) }
        #expect(item.content.stock == stock)
    }

    @Test(arguments: ["", "-1", "많이", "1.5", "2개 이상", "1000000000000001"])
    func invalidStockIsRefused(text: String) async throws {
        let faults = try await fixture.faults { $0.stock = .typed(text) }
        #expect(faults.map(\.message.text) == ["재고 수량을 0 이상의 숫자로 입력해주세요."])
    }

    @Test func discountAbovePriceIsRefused() async throws {
        let faults = try await fixture.faults { $0.discountedPrice = "40000" }
        #expect(faults.map(\.field) == ["discounted_price"])
    }

    @Test(arguments: [("", "5000", true), ("", "0", false), ("0", "1", true)])
    func nothingIsLoweredFromNothing(
        price: String, discount: String, isAtFault: Bool
    ) async throws {
        var input = Fixture.lamp()
        (input.price, input.discountedPrice) = (.typed(price), .typed(discount))
        let form = try await fixture.submit(input).refusedForm
        #expect(form?.refusal?.faults.map(\.field) == (isAtFault ? ["discounted_price"] : nil))
    }

    @Test func textsHaveTheirLimits() async throws {
        var input = Fixture.lamp()
        input.title = String(repeating: "가", count: 100)
        input.content = String(repeating: "나", count: 10_000)
        _ = try await fixture.post(input)
        input.title += "가"
        input.content += "나"
        input.password = String(repeating: "x", count: 129)
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.refusal?.faults.map(\.field) == ["title", "content", "password"])
    }

    @Test func oneLetterOfAMillionMarksIsTooLong() async throws {
        let title = "e" + String(repeating: "\u{301}", count: 1_000_000)
        let faults = try await fixture.faults { $0.title = title }
        #expect(faults.map(\.field) == ["title"])
    }

    @Test(arguments: [
        "\u{3164}", "\u{200B}\u{FEFF}", "\u{00A0} \t\r\n", "\u{0}", "\u{2800}", "\u{FE0F}",
        "\u{E0067}\u{E007F}", "\u{E000} \u{F8FF}", "\u{301}\u{A66F}",
    ])
    func textThatShowsNothingIsMissing(blank: String) async throws {
        let faults = try await fixture.faults { ($0.title, $0.content) = (blank, blank) }
        #expect(faults.map(\.message.text) == ["글 제목을 입력해주세요.", "내용을 입력해주세요."])
    }

    @Test func emojiStaysWhole() async throws {
        let title = "가족 👨‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️"
        let item = try await fixture.item { $0.title = title }
        #expect(item.content.title == title)
    }

    @Test func titleIsOneLineThatCannotTurnThePageAround() async throws {
        let item = try await fixture.item { $0.title = "장\u{202E}스탠드\r\n둘째 줄" }
        #expect(item.content.title == "장스탠드 둘째 줄")
    }

    @Test func lineBreaksBecomeLineFeeds() async throws {
        let item = try await fixture.item { $0.content = "첫 줄\r\n둘째 줄\r\n" }
        #expect(item.content.description == "첫 줄\n둘째 줄")
    }

    @Test func refusedPhotosAreNamedAndTheOthersStay() async throws {
        var input = Fixture.lamp()
        let kept = try await fixture.keepPhoto("c")
        input.photos = [
            .stored(kept), .refused(fileName: "메모.txt", .notAPhoto),
            .refused(fileName: "큰.jpg", .tooLarge(mostMegabytes: 10)),
        ]
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.photos.map(\.id) == [kept])
        let faults = try #require(form.refusal?.faults)
        #expect(faults.count == 2)
        #expect(faults[0].message.text.contains("메모.txt"))
        #expect(faults[1].message.text.contains("큰.jpg"))
    }

    @Test func photoThatWasForgottenIsAskedForAgain() async throws {
        var input = Fixture.lamp()
        let gone = try #require(Photo.ID(String(repeating: "z", count: 32)))
        input.photos = [.stored(gone)]
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.refusal?.faults.map(\.field) == ["photos"])
        #expect(form.photos.isEmpty)
    }

    @Test func photosPastTheMostAreRefused() async throws {
        var photos: [PhotoEntry] = []
        for letter in "abcdef" { photos.append(.stored(try await fixture.keepPhoto(letter))) }
        let faults = try await fixture.faults { $0.photos = photos }
        #expect(faults.map(\.field) == ["photos"])
    }
}
