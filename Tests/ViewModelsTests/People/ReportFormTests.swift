import Fixtures
import Market
import Testing

@testable import ViewModels

struct ReportFormTests {
    @Test(arguments: [
        ("", "", "reason"), ("9", "", "reason"), ("<b>", "", "reason"), ("5", " \n", "text"),
    ])
    func missingFieldsAreNamedBesideThem(
        _ reason: String, _ text: String, _ field: String
    ) async throws {
        try await TradeFixture.with { trade in
            let form = ReportForm(storage: trade.storage)
            let input = ReportForm.Input(subject: .item(trade.item), reason: reason, text: text)
            let result = try await form.submit(input, by: trade.ofAsker, at: trade.now)
            #expect(result.refusal?.faults.map(\.field) == [field])
            #expect(result.refusedForm?.text == text)
        }
    }

    @Test func aPersonIsReportedForWhatPeopleDo() async throws {
        try await TradeFixture.with { trade in
            let form = ReportForm(storage: trade.storage)
            func reasons(_ subject: Report.Subject) async throws -> [String] {
                try await form.output(
                    for: ReportForm.Input(subject: subject), by: trade.ofAsker
                ).reasons.map(\.name.text)
            }
            let (ofDealing, ofItem) = ("약속을 어기거나 거래하다 다퉜어요", "팔면 안 되는 물건이에요")
            let ofPerson = try await reasons(.person(trade.seller))
            #expect(ofPerson.contains(ofDealing) && !ofPerson.contains(ofItem))
            let others = try await reasons(.item(trade.item))
            #expect(others.contains(ofItem) && !others.contains(ofDealing))
            let number = Report.Reason.dealing.rawValue
            let input = ReportForm.Input(subject: .person(trade.seller), reason: "\(number)")
            let result = try await form.submit(input, by: trade.ofAsker, at: trade.now)
            #expect(result.refusal == nil)
            let queue = ReportQueue(storage: trade.storage, zone: .seoul)
            let entries = try await queue.output(
                for: ReportQueue.Input(), by: trade.asker, at: trade.now
            ).page.entries
            #expect(entries.first?.reports.first?.reason.text == ofDealing)
        }
    }

    @Test func aReportIsSentOnceAndNotTooOften() async throws {
        try await TradeFixture.with { trade in
            let form = ReportForm(
                storage: trade.storage, rate: TryLimiter(mostTries: 1, windowSeconds: 3_600))
            let long = String(repeating: "가", count: Limits.message + 1)
            let item = Report.Subject.item(trade.item)
            func submit(
                _ subject: Report.Subject, _ text: String = ""
            ) async throws -> FormResult<Void, ReportForm.Output> {
                try await form.submit(
                    ReportForm.Input(subject: subject, reason: "1", text: text), by: trade.ofAsker,
                    at: trade.now)
            }
            #expect(try await submit(item, long).refusal?.faults.map(\.field) == ["text"])
            #expect(try await submit(item).refusal == nil)
            let often = try await submit(.person(trade.seller), "그대로")
            #expect(often.refusal?.reason == .tooManyTries(wait: 3_600))
            #expect(often.refusedForm?.text == "그대로")
            let queue = ReportQueue(storage: trade.storage, zone: .seoul)
            let entries = try await queue.output(
                for: ReportQueue.Input(), by: trade.seller, at: trade.now
            ).page.entries
            #expect(entries.count == 1 && entries[0].reports[0].reason.text == "사기가 의심돼요")
            func submitLater() async throws -> Refusal? {
                try await form.submit(
                    ReportForm.Input(subject: item, reason: "1"), by: trade.ofAsker,
                    at: trade.now + 3_600
                ).refusal
            }
            #expect(
                try await submitLater()?.alert?.texts == ["이미 신고했어요. 운영자가 살펴볼 거예요."])
            try await queue.submit(.dismiss(entries[0].id), by: trade.seller, at: trade.now)
            let rest = try await queue.output(
                for: ReportQueue.Input(), by: trade.seller, at: trade.now
            ).page
            #expect(rest.emptyText?.text == "살펴볼 신고가 없어요.")
            #expect(try await submitLater() == nil)
        }
    }

    @Test func suspendedPeopleAreToldPlainlyAndKeepWhatTheyTyped() async throws {
        try await TradeFixture.asked { trade, id in
            try await trade.storage.setSuspended(true, trade.asker, at: trade.now)
            let refused = try await trade.write("안녕하세요", in: id, by: trade.ofAsker)
            #expect(refused.refusal?.alert?.title.text == "지금은 쓸 수 없어요")
            #expect(refused.refusedForm?.text == "안녕하세요")
            let item = try await trade.accounts.post(by: trade.seller)
            var input = Inquiry.Input(
                item: item, asker: try await trade.storage.account(trade.asker))
            input.text = "이건요?"
            let asked = try await trade.inquiry().submit(input, at: trade.now)
            #expect(asked.refusal?.alert?.title.text == "지금은 쓸 수 없어요")
            #expect(asked.refusedForm?.text == "이건요?")
        }
    }

    @Test func aBlockIsNotRevealed() async throws {
        try await TradeFixture.asked { trade, id in
            func page() async throws -> ConversationDetail.Output {
                try await trade.page(id, for: trade.ofAsker)
            }
            try await trade.storage.setSuspended(true, trade.seller, at: trade.now)
            let suspended = try await page()
            try await trade.storage.setSuspended(false, trade.seller, at: trade.now)
            #expect(try await page().silence == nil)
            let person = PersonDetail(storage: trade.storage, zone: .seoul)
            let result = try await person.submit(
                .block, on: trade.asker, by: trade.seller, at: trade.now)
            #expect(result.refusal == nil)
            let after = try await page()
            #expect(after.silence?.text == "이 사람은 지금 답할 수 없어요. 나중에 다시 해보세요.")
            #expect(after.silence == suspended.silence && after.steps == suspended.steps)
            #expect(after.messages == suspended.messages)
            let shown = try await person.output(
                for: trade.seller, viewer: trade.asker, at: trade.now)
            #expect(!shown.isBlocked)
            let refused = try await trade.write("계세요?", in: id, by: trade.ofAsker)
            #expect(
                refused.refusal?.alert?.texts == ["이 사람은 지금 답할 수 없어요. 나중에 다시 해보세요."])
            #expect(refused.refusedForm?.text == "계세요?")
            let seen = try await trade.page(id, for: trade.ofSeller)
            #expect(seen.silence?.text == "내가 차단한 사람이에요. 차단을 풀면 쓸 수 있어요.")
            #expect(seen.blocked == trade.asker && after.blocked == nil)
            let list = BlockedPeople(storage: trade.storage)
            #expect(try await list.output(for: trade.seller).people.map(\.nickname) == ["지수"])
            #expect(try await list.output(for: trade.asker).emptyText != nil)
        }
    }
}
