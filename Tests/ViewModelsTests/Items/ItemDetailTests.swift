import Market
import Testing

@testable import ViewModels

struct ItemDetailTests {
    private let fixture = Fixture()

    private func output(_ id: Item.ID) async throws -> ItemDetail.Output {
        try await ItemDetail(storage: fixture.storage, zone: .seoul)
            .output(for: id, at: fixture.now)
    }

    @Test func photosAreNumbered() async throws {
        var input = Fixture.lamp()
        for letter in "abc" { input.photos.append(.stored(try await fixture.keepPhoto(letter))) }
        let detail = try await output(try await fixture.post(input))
        #expect(detail.photos.map(\.number) == [1, 2, 3])
        #expect(detail.photos.allSatisfy { $0.count == 3 })
    }

    @Test func editingTimeShowsOnlyAfterAnEdit() async throws {
        let id = try await fixture.post()
        #expect(try await output(id).dateModified == nil)
        _ = try await fixture.edit(id, Fixture.lamp(), after: 60)
        #expect(try await output(id).dateModified != nil)
    }

    @Test func howLongAGuestNeedsNoPasswordIsSaid() async throws {
        let id = try await fixture.post()
        let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
        let managed = try await detail.output(
            for: id, hasPosted: true, managedUntil: fixture.now + 3_600, at: fixture.now)
        #expect(managed.managedText?.text.hasPrefix("이 브라우저에서 오후 9:20까지") == true)
        let posted = try await detail.output(for: id, hasPosted: true, at: fixture.now)
        #expect(posted.managedText == nil && posted.hasPosted)
    }

    @Test func missingItemIsNotFound() async {
        await #expect(throws: StorageError.itemNotFound) { try await output(1) }
    }

    @Test func timeIsInKoreaForPeopleAndInUTCForMachines() {
        let moment = Moment(Timestamp(seconds: 1_795_260_305), in: .seoul)
        #expect(moment.iso8601 == "2026-11-21T11:25:05Z")
        #expect(moment.text.text == "2026년 11월 21일 오후 8:25")
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        ] as [(Int64, String)])
    func calendarIsGregorian(seconds: Int64, text: String) {
        #expect(CivilTime(Timestamp(seconds: seconds)).iso8601.description == text)
    }

    @Test(
        arguments: [
            ("", []), (":", [(":", false)]), ("끝:/", [("끝:/", false)]),
            ("없음", [("없음", false)]),
            (
                "사이트 https://example.com/a?b=c. 끝",
                [("사이트 ", false), ("https://example.com/a?b=c", true), (". 끝", false)]
            ),
            ("(http://a.kr)", [("(", false), ("http://a.kr", true), (")", false)]),
            ("https://한글", [("https://한글", false)]),
            ("javascript:alert(1) http://", [("javascript:alert(1) http://", false)]),
            ("hhttps://x\"onclick=", [("h", false), ("https://x", true), ("\"onclick=", false)]),
        ] as [(String, [(String, Bool)])])
    func addressesBecomeLinks(text: String, expected: [(String, Bool)]) {
        let segments = TextSegment.segments(of: text)
        #expect(segments.map(\.text) == expected.map(\.0))
        #expect(segments.map(\.isLink) == expected.map(\.1))
        #expect(segments.map(\.text).joined() == text)
    }

    @Test func summaryIsOneShortLine() {
        #expect(oneLine("첫 줄\n\n둘째   줄", atMost: 20) == "첫 줄 둘째 줄")
        #expect(oneLine(String(repeating: "가", count: 30), atMost: 5) == "가가가가가…")
    }

    @Test func anItemPostedWithoutAnAccountIsAGuests() async throws {
        try await AccountFixture.withAccount { fixture, account in
            for seller in [nil, account] {
                let id = try await fixture.post(by: seller)
                let detail = try await fixture.detail.output(
                    for: id, hasPosted: true, at: fixture.now)
                #expect(detail.hasPosted == (seller == nil))
            }
        }
    }

    @Test func pinnedNotesShowToTheirOwnerOnly() async throws {
        try await OrganiserFixture.with { fixture in
            let item = try await fixture.makeItem()
            let list = try await fixture.makeList()
            let todo = try await fixture.makeTodo("약속", in: list, item: item)
            let memo = try await fixture.makeMemo("역 3번\n출구", item: item)
            _ = try await fixture.makeMemo("딴 것")
            let detail = ItemDetail(storage: fixture.storage, zone: .seoul)
            func notes(for viewer: Account.ID?) async throws -> ItemDetail.Notes? {
                return try await detail.output(for: item, viewer: viewer, at: fixture.now).notes
            }
            let own = try await notes(for: fixture.account)
            #expect(own?.todos.map(\.id) == [todo])
            #expect(own?.memos == [ItemDetail.MemoExcerpt(id: memo, text: "역 3번 출구")])
            let other = try #require(try await notes(for: fixture.stranger))
            #expect(other.todos.isEmpty)
            #expect(other.memos.isEmpty)
            #expect(try await notes(for: nil) == nil)
        }
    }

    /// For the last piece it is enough to say that the item is reserved.
    @Test func reservedPiecesAreCountedWhileOthersAreLeft() async throws {
        try await TradeFixture.asked { trade, id in
            func seen() async throws -> ItemDetail.Output {
                try await ItemDetail(storage: trade.storage, zone: .seoul)
                    .output(for: trade.item, at: trade.now)
            }
            let content = try await trade.storage.item(trade.item).content
            for (stock, held) in [(2, 1), (1, 0)] as [(Int64, Int)] {
                var changed = content
                changed.stock = stock
                try await trade.storage.update(
                    trade.item, content: changed, photos: [], at: trade.now)
                #expect(try await seen().held == 0)
                try await trade.take(.reserve, in: id, by: trade.ofSeller)
                #expect(try await seen().held == held)
                try await trade.take(.release, in: id, by: trade.ofSeller)
            }
        }
    }
}
