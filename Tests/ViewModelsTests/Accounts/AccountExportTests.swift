import Market
import Testing

@testable import ViewModels

struct AccountExportTests {
    private func all<Element, Key>(_ elements: Paged<Element, Key>) async throws -> [Element] {
        var all: [Element] = []
        for try await element in elements { all.append(element) }
        return all
    }

    @Test(arguments: Backend.all)
    func whatIsLongerThanAPageIsWhole(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let export = AccountExport(storage: fixture.storage)
            for number in 1...101 {
                _ = try await fixture.makeMemo("\(number)")
                let item = try await fixture.makeItem("\(number)")
                try await fixture.storage.setInterest(true, of: fixture.account, in: item)
            }
            let names = (1...101).reversed().map { "\($0)" }
            let memos = try await all(export.memos(of: fixture.account))
            #expect(memos.map(\.content.text) == names)
            let items = try await all(export.items(of: fixture.account, .selling))
            #expect(items.map(\.content.title) == names)
            let interests = try await all(export.interests(of: fixture.account))
            #expect(interests.map(\.item.title) == names)
        }
    }

    @Test(arguments: Backend.all)
    func everyListComesWithItsTasks(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let export = AccountExport(storage: fixture.storage)
            let first = try await fixture.makeList("장보기")
            let empty = try await fixture.makeList("빈 목록")
            _ = try await fixture.makeTodo("우유", in: first)
            _ = try await fixture.makeTodo("달걀", in: first)
            let lists = try await all(export.lists(of: fixture.account))
            #expect(lists.map(\.list.id) == [first, empty])
            #expect(lists.map { $0.todos.map(\.content.title) } == [["달걀", "우유"], []])
        }
    }

    @Test(arguments: Backend.all)
    func nothingOfAnotherAccountIsInIt(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let export = AccountExport(storage: fixture.storage)
            let list = try await fixture.makeList()
            _ = try await fixture.makeTodo(in: list, reminder: fixture.now)
            let item = try await fixture.makeItem()
            try await fixture.storage.setInterest(true, of: fixture.account, in: item)
            _ = try await fixture.makeMemo()
            _ = try await fixture.delete(.memo(try await fixture.makeMemo()))
            let stranger = fixture.stranger
            for status in Item.Status.allCases {
                #expect(try await all(export.items(of: stranger, status)).isEmpty)
            }
            #expect(try await all(export.lists(of: stranger)).isEmpty)
            #expect(try await all(export.memos(of: stranger)).isEmpty)
            #expect(try await all(export.interests(of: stranger)).isEmpty)
            #expect(try await export.reminders(of: stranger).isEmpty)
            #expect(try await export.deletions(of: stranger, at: fixture.now).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aListingDeletedMeanwhileIsLeftOut(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            for number in 1...60 { _ = try await fixture.makeItem("의자 \(number)") }
            let export = AccountExport(storage: fixture.storage)
            var found: [Item.ID] = []
            for try await item in export.items(of: fixture.account, .selling) {
                if found.isEmpty { try await fixture.storage.delete(5) }
                found.append(item.id)
            }
            #expect(found.map(\.rawValue) == (1...60).reversed().filter { $0 != 5 })
        }
    }

    @Test func fiveAnHourForEachAccountAndThoseThatFailedDoNotCount() async throws {
        try await OrganiserFixture.over(.memory) { fixture in
            let export = AccountExport(storage: fixture.storage)
            for _ in 1...5 { #expect(export.secondsToWait(1, at: fixture.now) == nil) }
            #expect(export.secondsToWait(1, at: fixture.now + 600) == 3_000)
            #expect(export.secondsToWait(2, at: fixture.now) == nil)
            export.takeBack(1)
            #expect(export.secondsToWait(1, at: fixture.now) == nil)
            #expect(export.secondsToWait(1, at: fixture.now + 3_600) == nil)
        }
    }

    @Test(arguments: [
        ("민지", "jangteo-민지-2026-11-21.zip"), ("a/b\\c:\"d\"", "jangteo-a_b_c__d_-2026-11-21.zip"),
        ("..", "jangteo-..-2026-11-21.zip"),
    ])
    func theFileIsCalledByNameAndDay(nickname: String, expected: String) async throws {
        let account = Account(
            id: 1, profile: Profile(nickname: try #require(Nickname(nickname))),
            dateJoined: Timestamp(seconds: 0))
        let export = AccountExport(storage: Fixture().storage)
        // 19:40 in Korea; five hours later it is the next day there.
        let now = Timestamp(seconds: 1_795_257_600)
        #expect(export.fileName(of: account, at: now) == expected)
        let next = export.fileName(of: account, at: now + 5 * 3_600)
        #expect(next == expected.replacing("11-21", with: "11-22"))
    }
}
