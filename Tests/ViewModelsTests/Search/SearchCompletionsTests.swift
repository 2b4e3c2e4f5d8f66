import Testing

@testable import ViewModels

struct SearchCompletionsTests {
    @Test func typedWordsAreCompletedFromItemsOnSale() async throws {
        let fixture = Fixture()
        for (number, title) in ["원목 의자", "의자 커버", "의지 책"].enumerated() {
            var input = Fixture.lamp()
            (input.title, input.submissionKey) = (title, "\(number)")
            _ = try await fixture.post(input)
        }
        let completions = SearchCompletions(storage: fixture.storage)
        for (typed, texts) in [
            ("의", ["의자", "의지"]), ("의ㅈ", ["의자", "의지"]), ("원목 의", ["원목 의자"]), ("", []),
            ("  ", []), ("\"*", []), ("원목 -의", []), ("-커버 의", []),
        ] {
            let output = try await completions.output(for: typed)
            #expect(output.texts == texts, "\(typed)")
        }
    }
}
