import Market
import Testing

@testable import ViewModels

struct OrganiserHomeTests {
    @Test(arguments: Backend.all)
    func itSaysHowMuchThereIsAndWhatCameLast(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let list = try await fixture.makeList()
            let done = try await fixture.makeTodo("달걀 사기", in: list)
            _ = try await fixture.makeTodo(in: list, reminder: fixture.now)
            _ = try await fixture.makeMemo()
            try await fixture.complete(done)
            let page = try await fixture.home.output(for: fixture.account, at: fixture.now)
            #expect(page.lists == 1)
            #expect(page.openTodos == 1)
            #expect(page.dueReminders == 1)
            #expect(page.lastCompleted == "달걀 사기")
            #expect(page.newestMemo == "의자 다리 길이 42cm")
            let other = try await fixture.home.output(for: fixture.stranger, at: fixture.now)
            #expect(other.lists == 0)
            #expect(other.lastCompleted == nil)
            #expect(other.newestMemo == nil)
        }
    }
}
