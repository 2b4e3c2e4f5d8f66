import Market
import Testing

@testable import ViewModels

struct AccountExportTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func all<Element, Key>(_ elements: Paged<Element, Key>) async throws -> [Element] {
        var all: [Element] = []
        for try await element in elements { all.append(element) }
        return all
    }

    /// What a new export of an account contains.
    private func export(
        _ storage: any MarketStorage, of id: Account.ID = 1, called nickname: String = "민지",
        at now: Timestamp
    ) throws -> AccountExport.Output {
        let account = try account(id, nickname)
        return try AccountExport(storage: storage, zone: .seoul, limiter: TryLimiter())
            .output(for: account, at: now).get()
    }

    private func account(_ id: Account.ID, _ nickname: String) throws -> Account {
        Account(
            id: id, profile: Profile(nickname: try #require(Nickname(nickname))),
            dateJoined: Timestamp(seconds: 0))
    }

    private func export(_ fixture: OrganiserFixture) throws -> AccountExport.Output {
        try export(fixture.storage, of: fixture.account, at: fixture.now)
    }

    @Test func listsLongerThanAPageAreWhole() async throws {
        let export = try export(fixture)
        for number in 1...101 {
            _ = try await fixture.makeMemo("\(number)")
            _ = try await fixture.makeItem("\(number)")
            let item = try await fixture.makeItem("\(number)", of: fixture.stranger)
            try await fixture.storage.setInterest(true, of: fixture.account, in: item)
        }
        let names = (1...101).reversed().map { "\($0)" }
        #expect(try await all(export.memos).map(\.content.text) == names)
        #expect(try await all(export.items(.selling)).map(\.content.title) == names)
        #expect(try await all(export.interests).map(\.item.title) == names)
    }

    @Test func everyListComesWithItsTodos() async throws {
        let export = try export(fixture)
        let first = try await fixture.makeList("장보기")
        let empty = try await fixture.makeList("빈 목록")
        _ = try await fixture.makeTodo("우유", in: first)
        _ = try await fixture.makeTodo("달걀", in: first)
        let lists = try await all(export.lists)
        #expect(lists.map(\.list.id) == [first, empty])
        #expect(lists.map { $0.todos.map(\.content.title) } == [["달걀", "우유"], []])
    }

    @Test func anItemDeletedMeanwhileIsLeftOut() async throws {
        for number in 1...60 { _ = try await fixture.makeItem("의자 \(number)") }
        let export = try export(fixture)
        var found: [Item.ID] = []
        for try await item in export.items(.selling) {
            if found.isEmpty { try await fixture.storage.delete(5, at: fixture.now) }
            found.append(item.id)
        }
        #expect(found.map(\.rawValue) == (1...60).reversed().filter { $0 != 5 })
    }

    @Test func anAccountHasFiveExportsAnHourWithoutFailedOnes() async throws {
        let export = AccountExport(
            storage: fixture.storage, zone: .seoul,
            limiter: TryLimiter(mostTries: 5, windowSeconds: 3_600))
        let one = try account(1, "민지")
        func refusal(_ account: Account, after seconds: Int64 = 0) -> Refusal.Reason? {
            let result = export.output(for: account, at: fixture.now + seconds)
            if case .failure(let refusal) = result { return refusal.reason } else { return nil }
        }
        for _ in 1...5 { #expect(refusal(one) == nil) }
        #expect(refusal(one, after: 600) == .tooManyTries(wait: 3_000))
        #expect(refusal(try account(2, "바다네")) == nil)
        export.refund(one)
        #expect(refusal(one) == nil)
        #expect(refusal(one, after: 3_600) == nil)
    }

    @Test(arguments: [
        ("민지", "jangteo-민지-2026-11-21.zip"), ("a/b\\c:\"d\"", "jangteo-a_b_c__d_-2026-11-21.zip"),
        ("..", "jangteo-..-2026-11-21.zip"),
    ])
    func theFileIsCalledByNameAndDay(nickname: String, expected: String) async throws {
        let fixture = Fixture()
        let storage = fixture.storage
        // 19:40 in Korea; five hours later it is the next day there.
        let now = Timestamp(seconds: 1_795_257_600)
        #expect(try export(storage, called: nickname, at: now).fileName == expected)
        let next = try export(storage, called: nickname, at: now + 5 * 3_600).fileName
        #expect(next == expected.replacing("11-21", with: "11-22"))
    }
}
