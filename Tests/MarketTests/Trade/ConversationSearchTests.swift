import Testing

@testable import Market

/// Which words of a search are missing in two names, and whether a message has them.
struct ConversationSearchTests {
    private func isFound(_ text: String, _ names: [String], _ message: String) throws -> Bool {
        let search = try #require(SearchQuery(text))
        guard let words = search.wordsMissing(in: names.map { SearchText($0) }) else {
            return false
        }
        return search.isSaid(in: SearchText(message), words)
    }

    @Test(
        arguments: [
            ("의자", "아직 있나요?", true), ("민지", "아직 있나요?", true), ("ㅁㅈ ㅇㅈ", "아직 있나요?", true),
            ("민지 출구", "3번 출구에서 봬요", true), ("출 구 3번", "3번 출구에서 봬요", true),
            ("ㅊㄱ", "3번 출구에서 봬요", false), ("ㅋㅋ", "좋아요ㅋㅋㅋ", true), ("ok", "OK!", true),
            ("지의", "아직 있나요?", false), ("의자 -민지", "아직 있나요?", false),
            ("출구 -봬요", "3번 출구에서 봬요", false), ("출구 -원목", "3번 출구에서 봬요", false),
            ("출구 내일", "3번 출구에서 봬요", false),
        ] as [(String, String, Bool)])
    func aWordStandsInANameOrInTheMessage(text: String, message: String, answer: Bool) throws {
        #expect(try isFound(text, ["원목 의자", "민지"], message) == answer)
    }
}
