import Market
import Testing

@testable import ViewModels

/// The form for announcements to everybody, and what it says about faulty input.
struct AnnouncementFormTests {
    /// 21 November 2026, in the evening.
    private static let now = Timestamp(seconds: 1_795_260_000)
    /// The midnight that ends that day.
    private static let midnight = Timestamp(seconds: 1_795_273_200)

    private func form(_ storage: any MarketStorage) -> AnnouncementForm {
        AnnouncementForm(storage: storage, zone: .seoul)
    }

    private func input(_ title: String = "점검", lastDay: String = "") -> AnnouncementForm.Input {
        AnnouncementForm.Input(title: title, text: "밤에 쉬어요.", lastDay: lastDay)
    }

    @Test func itIsReadAsItWasWritten() async throws {
        try await FreshMarket.with { storage in
            let input = AnnouncementForm.Input(
                title: " 오늘 밤\r\n점검 ", text: "  쉬어요.\r\nhttps://example.com 에서 봐요 ",
                lastDay: "2026-11-21", isOnTop: true)
            let id = try #require(try await form(storage).submit(input, at: Self.now).saved)
            let stored = try await storage.announcement(id).content
            #expect(stored.title == "오늘 밤 점검" && stored.isOnTop)
            #expect(stored.ends == Self.midnight)
            let page = try await AnnouncementDetail(storage: storage, zone: .seoul).output(
                for: id, at: Self.now)
            #expect(page.text.map(\.isLink) == [false, true, false])
            #expect(page.endText?.text == "2026년 11월 21일 (토)까지" && !page.isOver)
            let later = try await AnnouncementDetail(storage: storage, zone: .seoul).output(
                for: id, at: Self.midnight)
            #expect(later.endText?.text == "끝난 공지" && later.isOver)
        }
    }

    @Test(arguments: [
        (AnnouncementForm.Input(), ["~ 제목을 입력해주세요.", "~ 내용을 입력해주세요."]),
        (
            AnnouncementForm.Input(
                title: String(repeating: "가", count: 81), text: String(repeating: "나", count: 2_001)
            ), ["~ 제목을 80자까지 입력해주세요.", "~ 내용을 2,000자까지 입력해주세요."]
        ),
        (
            AnnouncementForm.Input(title: "점검", text: "쉬어요", lastDay: "2026-02-30"),
            ["~ 마지막 날을 날짜로 입력해주세요."]
        ),
        (
            AnnouncementForm.Input(title: "점검", text: "쉬어요", lastDay: "2026-11-20"),
            ["~ 마지막 날이 이미 지났어요. 오늘이나 앞으로 올 날을 골라주세요."]
        ),
    ])
    func faultsAreNamedAndNothingIsLost(
        input: AnnouncementForm.Input, faults: [String]
    ) async throws {
        try await FreshMarket.with { storage in
            let result = try await form(storage).submit(input, at: Self.now)
            let refused = try #require(result.refusedForm)
            #expect(refused.alert?.texts == faults && refused.input == input)
            #expect(storage.announcementBoard.isEmpty)
        }
    }

    @Test func anAnnouncementEndedWithinADayStaysEndedWhenEdited() async throws {
        try await FreshMarket.with { storage in
            let form = form(storage)
            let id = try #require(try await form.submit(input(), at: Self.now).saved)
            try await AnnouncementChange(storage: storage).submit(.end(id), at: Self.now)
            let filled = try await form.output(for: id, at: Self.now + 86_400)
            #expect(filled.input.lastDay == "2026-11-21" && filled.isOver)
            var edited = filled.input
            edited.title = "어제의 점검"
            let saved = try await form.submit(edited, for: id, at: Self.now + 86_400)
            #expect(saved.saved == id)
            let stored = try await storage.announcement(id).content
            #expect(stored.title == "어제의 점검" && stored.ends == Self.now)
            // Without a last day it is in force again, as the form says.
            edited.lastDay = ""
            let again = try await form.submit(edited, for: id, at: Self.now + 86_400)
            #expect(again.saved == id)
            #expect(try await !form.output(for: id, at: Self.now + 86_400).isOver)
        }
    }

    @Test func anotherEditIsShownBesideWhatWasTyped() async throws {
        try await FreshMarket.with { storage in
            let form = form(storage)
            let id = try #require(try await form.submit(input(), at: Self.now).saved)
            let first = input("먼저 고친 것")
            #expect(try await form.submit(first, for: id, revision: 1, at: Self.now).saved == id)
            let late = try await form.submit(
                input("늦게 고친 것"), for: id, revision: 1, at: Self.now)
            let refused = try #require(late.refusedForm)
            #expect(refused.current?.title == "먼저 고친 것" && refused.revision == 2)
            #expect(refused.input.title == "늦게 고친 것")
            // The same form sent twice is not refused, and an edit that has seen both versions is saved.
            #expect(try await form.submit(first, for: id, revision: 1, at: Self.now).saved == id)
            let again = try await form.submit(
                refused.input, for: id, revision: refused.revision, at: Self.now)
            #expect(again.saved == id)
            #expect(try await storage.announcement(id).content.title == "늦게 고친 것")
        }
    }

    @Test func anEditOfADeletedAnnouncementMayBePostedAnew() async throws {
        try await FreshMarket.with { storage in
            let form = form(storage)
            let id = try #require(try await form.submit(input(), at: Self.now).saved)
            try await AnnouncementChange(storage: storage).submit(.delete(id), at: Self.now)
            let result = try await form.submit(input("고친 것"), for: id, at: Self.now)
            let refused = try #require(result.refusedForm)
            #expect(refused.id == nil && refused.input.title == "고친 것")
            #expect(refused.refusal?.reason == .notFound)
        }
    }
}
