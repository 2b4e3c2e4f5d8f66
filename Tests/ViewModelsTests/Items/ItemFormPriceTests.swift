import Market
import Testing

@testable import ViewModels

/// What may be typed as the price of an item, and the messages about the rest.
struct ItemFormPriceTests {
    private let fixture = Fixture()

    private func lamp(_ price: String, discount: String = "", in currency: String = "KRW")
        -> ItemForm.Input
    {
        var input = Fixture.lamp()
        input.price = .typed(price)
        input.discountedPrice = .typed(discount)
        input.currency = currency
        return input
    }

    @Test(
        arguments: [
            ("무료", 0, false), ("나눔", 0, false), ("free", 0, false), ("제시", 0, true),
            ("가격 제안", 0, true), ("3만원 정도", 30_000, false), ("네고", 0, true),
            ("삼만원 네고가능", 30_000, false),
        ] as [(String, Int64, Bool)])
    func wordsArePricesToo(_ typed: String, _ amount: Int64, _ isOpen: Bool) async throws {
        let id = try await fixture.post(lamp(typed))
        let price = try await fixture.storage.item(id).content.price
        #expect(price.amount == amount && price.isOpen == isOpen)
        var refused = lamp(typed)
        (refused.title, refused.isFreeShareChosen) = ("", true)
        let form = try #require(try await fixture.submit(refused).refusedForm)
        #expect(form.input.price == .typed(typed))
        #expect(form.isFree == price.isFree && form.isPriceOpen == isOpen)
    }

    @Test(
        arguments: [
            ("3만원 택포", "", "밝아요.", "밝아요.\n\n택포"),
            ("3만원 (택배비 포함)", "", "밝아요.", "밝아요.\n\n택배비 포함"),
            ("3만", "2만원 무료배송", "밝아요.", "밝아요.\n\n무료배송"),
            ("3만 택포", "2만 택포", "밝아요.", "밝아요.\n\n택포"),
            ("30,000 Free shipping", "", "Bright.", "Bright.\n\nfree shipping"),
            ("3만 택포", "", "택포예요.", "택포예요."), ("3만", "", "밝아요.", "밝아요."),
        ])
    func includedShippingIsKeptInTheDescription(
        _ price: String, _ discount: String, _ content: String, _ description: String
    ) async throws {
        var input = lamp(price, discount: discount)
        input.content = content
        let item = try await fixture.storage.item(try await fixture.post(input))
        #expect(item.content.price.amount == 30_000)
        #expect(item.content.description == description)
    }

    @Test func aFullDescriptionGoesWithoutTheShippingNote() async throws {
        for (length, isKept) in [(0, false), (3, false), (4, true)] {
            var input = lamp("3만 택포")
            input.submissionKey = ""
            input.content = String(repeating: "가", count: ItemContent.longestDescription - length)
            let item = try await fixture.storage.item(try await fixture.post(input))
            #expect(item.content.description == input.content + (isKept ? "\n\n택포" : ""))
        }
    }

    @Test func aFormThatComesBackKeepsItWhereItWasTyped() async throws {
        var input = lamp("3만 택포")
        input.title = ""
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.faults.map(\.field) == ["title"] && form.input.price == "3만 택포")
        #expect(form.input.content == input.content)
        var silent = lamp("3만 택포")
        silent.content = " "
        let other = try #require(try await fixture.submit(silent).refusedForm)
        #expect(other.faults.map(\.field) == ["content"])
    }

    @Test(
        arguments: [
            ("1.5", "KRW", "가격을 소수점 없이 입력해주세요."),
            ("1.234", "USD", "가격을 소수점 아래 2자리까지 입력해주세요."),
            ("-5000", "KRW", "가격을 0 이상으로 입력해주세요."),
            ("1~2만", "KRW", "가격을 하나만 입력해주세요."),
            ("3만원 새것", "KRW", "가격을 숫자로만 입력해주세요."),
            ("3만 택포 3만5천", "KRW", "가격을 숫자로만 입력해주세요."),
            ("3만 택포 불가", "KRW", "가격을 숫자로만 입력해주세요."),
            ("택포", "KRW", "가격을 숫자로 입력해주세요."),
            ("비싸요", "KRW", "가격을 숫자로 입력해주세요."),
            ("1000000000000001", "KRW", "가격을 1,000,000,000,000,000원까지 입력해주세요."),
            ("$30", "KRW", "가격이 USD로 적혀 있어요. KRW로 입력하거나 화폐단위를 USD로 바꿔주세요."),
            ("30,000원", "EUR", "가격이 KRW로 적혀 있어요. EUR로 입력하거나 화폐단위를 KRW로 바꿔주세요."),
        ])
    func eachFaultHasItsOwnLine(
        _ typed: String, _ currency: String, _ message: String
    ) async throws {
        let form = try #require(try await fixture.submit(lamp(typed, in: currency)).refusedForm)
        #expect(form.faults.map(\.field) == ["price"])
        #expect(form.message("price")?.text == message)
        let discount = try #require(
            try await fixture.submit(lamp("9", discount: typed, in: currency)).refusedForm)
        #expect(
            discount.message("discounted_price")?.text
                == message.replacing("가격이", with: "할인가격이").replacing("가격을", with: "할인가격을"))
    }

    @Test func aDoubtfulCurrencyIsInSight() async throws {
        #expect(try await fixture.submit(lamp("$30")).refusedForm?.showsTerms == true)
        #expect(try await fixture.submit(lamp("$30 택포")).refusedForm?.showsTerms == true)
        #expect(try await fixture.submit(lamp("$x")).refusedForm?.showsTerms == false)
        let id = try await fixture.post(lamp("$30", in: "USD"))
        #expect(try await fixture.storage.item(id).content.price == Price(3_000, currency: .usd))
    }

    @Test(arguments: ["2만", "4만", "비싸요"])
    func wantedItemsHaveNoDiscount(_ typed: String) async throws {
        var input = lamp("3만", discount: typed)
        input.purpose = .request
        let id = try await fixture.post(input)
        #expect(try await fixture.storage.item(id).content.price == Price(30_000))
    }

    @Test func anOpenPriceIsNoDiscount() async throws {
        let form = try #require(try await fixture.submit(lamp("3만", discount: "제시")).refusedForm)
        #expect(form.message("discounted_price")?.text == "할인가격을 숫자로 입력해주세요.")
        let id = try await fixture.post(lamp("3만", discount: "무료"))
        #expect(try await fixture.storage.item(id).content.price.discountedAmount == 0)
    }

    // MARK: - Likely mistyped

    private func asked(_ price: String, in currency: String = "KRW") -> ItemForm.Input {
        var input = lamp(price, in: currency)
        input.asksBack = true
        return input
    }

    @Test(
        arguments: [
            ("5", "KRW", "5원이 맞나요?"), ("99", "KRW", "99원이 맞나요?"),
            ("1억 5천만", "KRW", "1억 5,000만원이 맞나요?"),
            ("99,999,999,999,999", "KRW", "99조 9,999억 9,999만 9,999원이 맞나요?"),
            ("0.09", "USD", "$0.09가 맞나요?"), ("100000.01", "EUR", "€100,000.01이 맞나요?"),
            ("100,000,001", "JPY", "¥100,000,001이 맞나요?"),
        ])
    func anUnlikelyPriceIsQuestionedOnce(
        _ typed: String, _ currency: String, _ words: String
    ) async throws {
        let form = try #require(try await fixture.submit(asked(typed, in: currency)).refusedForm)
        #expect(form.refusal?.reason == .invalid && form.alert?.kind == .question)
        #expect(form.message("price")?.text == words && form.faults.count == 1)
        #expect(form.input.price == .typed(typed) && form.submitLabel.text == "이대로 올리기")
        let id = try #require(try await fixture.submit(form.input).saved).id
        #expect(try await fixture.storage.item(id).content.price.currency.rawValue == currency)
    }

    @Test func anotherUnlikelyPriceIsQuestionedToo() async throws {
        var input = try #require(try await fixture.submit(asked("5")).refusedForm).input
        input.price = "6"
        let again = try #require(try await fixture.submit(input).refusedForm)
        #expect(again.message("price")?.text == "6원이 맞나요?")
        input = again.input
        input.title = ""
        let faulty = try #require(try await fixture.submit(input).refusedForm)
        #expect(faulty.alert?.kind == .failure && faulty.submitLabel.text == "올리기")
        input.title = "장스탠드"
        #expect(try await fixture.submit(input).saved != nil)
    }

    @Test(arguments: ["", "0", "무료", "제시", "100", "3만", "1억"])
    func ordinaryPricesAreNotQuestioned(_ typed: String) async throws {
        #expect(try await fixture.submit(asked(typed)).saved != nil)
    }

    @Test(arguments: ["5", "99,999,999,999,999"])
    func programsAreNotQuestioned(_ typed: String) async throws {
        #expect(try await fixture.submit(lamp(typed)).saved != nil)
    }

    @Test(arguments: ["", "5", "5 5", "5 5 USD", "-5 5 KRW", "6 6 KRW"])
    func anAnswerToAnotherQuestionIsNone(_ answer: String) async throws {
        var input = asked("5")
        input.meantPrice = answer
        #expect(try await fixture.submit(input).refusedForm?.alert?.kind == .question)
    }

    @Test func aLoweredPriceIsTheOneThatIsPaid() async throws {
        var input = asked("3만")
        input.discountedPrice = "5"
        let form = try #require(try await fixture.submit(input).refusedForm)
        #expect(form.message("discounted_price")?.text == "5원이 맞나요?")
        #expect(form.faults.count == 1 && form.showsTerms)
        input.discountedPrice = "0"
        #expect(try await fixture.submit(input).saved != nil)
        // A doubtful original price is questioned at its own field.
        (input.price, input.discountedPrice) = ("3억", "3만")
        let dear = try #require(try await fixture.submit(input).refusedForm)
        #expect(dear.faults.map(\.field) == ["price"])
    }

    @Test func anEditThatLowersThePriceTooFarIsQuestionedAtItsField() async throws {
        let id = try await fixture.post(lamp("3만"))
        var input = asked("3만")
        input.discountedPrice = "50"
        let form = try #require(try await fixture.edit(id, input).refusedForm)
        #expect(form.faults.map(\.field) == ["discounted_price"] && form.showsTerms)
        #expect(
            form.message("discounted_price")?.text == "50원이 맞나요? 올린 가격은 30,000원이에요.")
        #expect(try await fixture.edit(id, form.input).saved?.id == id)
    }

    @Test func anEditFarFromTheFormerPriceIsQuestioned() async throws {
        let id = try await fixture.post(lamp("35,000"))
        let form = try #require(try await fixture.edit(id, asked("3,500")).refusedForm)
        #expect(form.message("price")?.text == "3,500원이 맞나요? 올린 가격은 35,000원이에요.")
        #expect(form.alert?.kind == .question && form.submitLabel.text == "이대로 수정")
        #expect(try await fixture.storage.item(id).content.price == Price(35_000))
        #expect(try await fixture.edit(id, form.input).saved?.id == id)
        #expect(try await fixture.storage.item(id).content.price == Price(3_500))
        #expect(try await fixture.edit(id, asked("4,000")).saved?.id == id)
    }

    @Test func anUnchangedPriceIsNotQuestionedByAnEdit() async throws {
        let id = try await fixture.post(lamp("5"))
        #expect(try await fixture.edit(id, asked("5")).saved?.id == id)
        #expect(try await fixture.edit(id, asked("7")).refusedForm != nil)
        #expect(try await fixture.edit(id, asked("무료")).saved?.id == id)
    }
}
