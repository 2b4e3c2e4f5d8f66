import Market
import Testing

@testable import ViewModels

struct ChecklistTests {
    private func titles(
        _ fixture: OrganiserFixture, _ list: TaskList.ID
    ) async throws -> [String] {
        try await fixture.storage.todos(in: list, of: fixture.account).map(\.content.title)
    }

    @Test(arguments: Backend.all)
    func aListingGetsTheStandardStepsTheFirstOnTop(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem(String(repeating: "긴 제목 ", count: 40))
            let outcome = try await fixture.checklist.begin(
                for: item, of: fixture.account, at: fixture.now)
            let list = try #require(outcome.saved)
            #expect(try await titles(fixture, list) == ["사진 찍기", "올리기", "약속", "전달"])
            let pinned = try await fixture.storage.todos(
                pinnedTo: item, of: fixture.account, limit: 99)
            #expect(pinned.count == 4)
            let content = try await fixture.storage.list(list, of: fixture.account).content
            #expect(content.icon == .cart)
            #expect(content.title.count == Limits.title)
        }
    }

    @Test(arguments: Backend.all)
    func askedForTwiceAListingHasOne(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem()
            var lists: [TaskList.ID?] = []
            for _ in 1...2 {
                let outcome = try await fixture.checklist.begin(
                    for: item, of: fixture.account, at: fixture.now)
                lists.append(outcome.saved)
            }
            #expect(lists[0] == lists[1])
            #expect(try await fixture.storage.lists(of: fixture.account).count == 1)
        }
    }

    @Test(arguments: Backend.all)
    func stepsOfOnesOwnComeBackAsTheyWereTyped(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let saved = try await fixture.checklist.save(
                " 닦기 \r\n\r\n\u{200B}\n재기", of: fixture.account)
            #expect(saved.refusal == nil)
            let page = try await fixture.checklist.output(of: fixture.account)
            #expect(page.typedSteps == "닦기\n재기")
            let item = try await fixture.makeItem()
            let list = try #require(
                try await fixture.checklist.begin(
                    for: item, of: fixture.account, at: fixture.now
                ).saved)
            #expect(try await titles(fixture, list) == ["닦기", "재기"])
        }
    }

    @Test(arguments: Backend.all, blanks)
    func withoutALineTheStandardIsBack(_ backend: Backend, typed: String) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            _ = try await fixture.checklist.save("닦기", of: fixture.account)
            _ = try await fixture.checklist.save(typed, of: fixture.account)
            let page = try await fixture.checklist.output(of: fixture.account)
            #expect(page.typedSteps == "사진 찍기\n올리기\n약속\n전달")
        }
    }

    @Test(arguments: Backend.all)
    func tooManyOrTooLongLinesAreRefusedAndKept(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let many = (0...Limits.checklistSteps).map { "\($0)" }.joined(separator: "\n")
            let long = String(repeating: "가", count: Limits.title + 1)
            for (typed, fault) in [(many, "20줄까지 입력해주세요."), (long, "한 줄을 100자까지 입력해주세요.")] {
                let outcome = try await fixture.checklist.save(typed, of: fixture.account)
                #expect(outcome.refusedForm?.typedSteps == typed)
                #expect(outcome.refusedForm?.faults.message("steps") == fault)
            }
        }
    }

    @Test(arguments: Backend.all)
    func nobodyElsesListingGetsOne(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem()
            for id in [item, 404] {
                await #expect(throws: StorageError.itemNotFound) {
                    try await fixture.checklist.begin(
                        for: id, of: fixture.stranger, at: fixture.now)
                }
            }
            #expect(try await fixture.storage.lists(of: fixture.stranger).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func withoutRoomThePageOfListsSaysSo(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem()
            for _ in 0..<Limits.lists { _ = try await fixture.makeList() }
            let outcome = try await fixture.checklist.begin(
                for: item, of: fixture.account, at: fixture.now)
            #expect(outcome.refusedForm?.alert?.title == "실패")
        }
    }
}
