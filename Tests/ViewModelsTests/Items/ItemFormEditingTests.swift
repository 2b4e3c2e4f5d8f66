import Market
import Testing

@testable import ViewModels

struct ItemFormEditingTests {
    private let fixture = Fixture()

    @Test func editFormIsFilledIn() async throws {
        var input = Fixture.lamp()
        input.currency = "USD"
        input.price = "12.50"
        let id = try await fixture.post(input)
        let form = try await fixture.editForm(of: id)
        #expect(form.submitLabel.text == "수정")
        #expect(form.input.price == "12.50")
        #expect(form.input.title == input.title)
        #expect(form.input.content == input.content)
        #expect(!form.input.mode.asksPassword)
    }

    @Test func anOpenPriceComesBackEmptyAndNotFree() async throws {
        var input = Fixture.lamp()
        input.price = " "
        let id = try await fixture.post(input)
        #expect(try await fixture.storage.item(id).content.price == .open())
        let form = try await fixture.editForm(of: id)
        #expect(form.input.price.isBlank)
        #expect(!form.input.isFreeShareChosen)
        #expect(form.isPriceOpen && form.offersFreeShare)
    }

    @Test func aFreeShareComesBackAsOne() async throws {
        var input = Fixture.lamp()
        input.price = ""
        input.isFreeShareChosen = true
        let id = try await fixture.post(input)
        #expect(try await fixture.storage.item(id).content.price.isFree)
        let form = try await fixture.editForm(of: id)
        #expect(form.isFree && !form.isPriceOpen && !form.offersFreeShare)
    }

    @Test func grantedOwnerChangesTheItem() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "장스탠드 (가격 내림)"
        input.price = "20000"
        _ = try await fixture.edit(id, input, after: 60)
        let item = try await fixture.storage.item(id)
        #expect(item.content.title == "장스탠드 (가격 내림)")
        #expect(item.content.price.amount == 20_000)
        #expect(item.dateModified == fixture.now + 60)
        #expect(item.datePosted == fixture.now)
    }

    @Test func anEditWithoutAPurposeLeavesThePurpose() async throws {
        var input = Fixture.lamp()
        input.purpose = .request
        let id = try await fixture.post(input)
        (input.purpose, input.namesPurpose, input.title) = (.offer, false, "장스탠드 구해요")
        #expect(try await fixture.edit(id, input).saved?.id == id)
        let content = try await fixture.storage.item(id).content
        #expect(content.purpose == .request && content.title == "장스탠드 구해요")
    }

    @Test func rightPasswordChangesTheItem() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "새 제목"
        #expect(try await fixture.edit(id, input, .password(input.password)).refusedForm == nil)
        #expect(try await fixture.storage.item(id).content.title == "새 제목")
    }

    @Test func wrongPasswordChangesNothingAndKeepsWhatWasTyped() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "훔친 제목"
        input.password = "모름"
        let outcome = try await fixture.edit(id, input, .password("모름"))
        let form = try #require(outcome.refusedForm)
        #expect(form.alert?.title.text == "비밀번호가 틀렸습니다")
        #expect(form.input.title == "훔친 제목")
        #expect(try await fixture.storage.item(id).content.title == Fixture.lamp().title)
    }

    @Test func invalidEditIsRefusedAsAPostIs() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = ""
        let outcome = try await fixture.edit(id, input)
        #expect(outcome.refusal?.faults.map(\.message.text) == ["글 제목을 입력해주세요."])
        #expect(outcome.refusedForm?.input.mode == .editing(id, .granted(nil)))
    }

    @Test func reservedPiecesAreNotEditedAway() async throws {
        try await TradeFixture.asked { trade, id in
            try await trade.take(.reserve, in: id, by: trade.ofSeller)
            var input = Fixture.lamp()
            input.mode = .editing(trade.item, .granted(trade.seller))
            (input.password, input.stock) = ("", "0")
            let outcome = try await trade.accounts.itemForm.submit(input, at: trade.now)
            #expect(outcome.refusal?.faults.map(\.field) == ["stock"])
            #expect(outcome.refusal?.faults.first?.message.text.hasPrefix("1개가 예약") == true)
            #expect(outcome.refusal?.alert?.leadsToChats == trade.item)
            #expect(outcome.refusedForm?.input.stock == "0")
        }
    }

    @Test(arguments: [("3", 2), ("5", 5)] as [(EnteredNumber, Int64)])
    func anItemSoldMeanwhileComesBackOnlyByItsSeller(
        stock: EnteredNumber, left: Int64
    ) async throws {
        try await TradeFixture.with { trade in
            let form = trade.accounts.itemForm
            var input = ItemForm.Input(mode: .editing(trade.item, .granted(trade.seller)))
            input = try await form.output(for: input).input
            input.stock = "3"
            #expect(try await form.submit(input, at: trade.now).saved != nil)
            input = try await form.output(for: input).input
            try await trade.deal()
            (input.title, input.stock) = ("새 제목", stock)
            #expect(try await form.submit(input, at: trade.now).saved != nil)
            let content = try await trade.storage.item(trade.item).content
            #expect(content.title == "새 제목" && content.stock == left)
        }
    }

    @Test func missingItemIsNotFound() async throws {
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.editForm(of: 404)
        }
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.edit(404, Fixture.lamp())
        }
    }
}
