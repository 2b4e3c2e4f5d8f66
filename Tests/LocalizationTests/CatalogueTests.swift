import Testing

@testable import Localization

@Suite
struct CatalogueTests {
    private func catalogue(_ text: String) throws -> Catalogue {
        try Catalogue(text, file: "ko.txt")
    }

    @Test func messagesAreCalledBySectionAndName() throws {
        let catalogue = try catalogue(
            """
            # 장터의 말
            [itemForm]
            title = 글 제목
              두 번째 줄
            left = {count}장 = {more}

            [trash]
            empty = {name|이/가} 비었어요. \\{\\}\\\\\\n끝
            """)
        #expect(
            Set(catalogue.messages.keys) == ["itemForm.title", "itemForm.left", "trash.empty"])
        let values = ["count": "3", "more": "끝", "name": "휴지통"]
        let text = { (name: String) in
            catalogue.messages[name]?.text { values[$0] ?? "" }
        }
        #expect(text("itemForm.title") == "글 제목\n두 번째 줄")
        #expect(text("itemForm.left") == "3장 = 끝")
        #expect(text("trash.empty") == "휴지통이 비었어요. {}\\\n끝")
        #expect(catalogue.messages["itemForm.left"]?.arguments == ["count", "more"])
    }

    @Test(arguments: [
        ("0", "0 items"), ("1", "1 item"), ("2", "2 items"), ("1,001", "1,001 items"),
    ])
    func pluralGoesByTheNumber(number: String, text: String) throws {
        let message = try Message("{count|# item|# items}")
        #expect(message.text { _ in number } == text)
        #expect(message.arguments == ["count"])
    }

    @Test(arguments: [
        ("a = 1", 1, CatalogueError.Reason.noSection), ("[a]\nb", 2, .noMessage),
        ("[a]\nb =", 2, .noMessage), ("[a]\n = c", 2, .noMessage), ("[a]\n  b", 2, .noMessage),
        ("[a", 1, .malformedSection), ("[A]", 1, .malformedSection), ("[]", 1, .malformedSection),
        ("[a]\nB = c", 2, .malformedName("B")), ("[a]\nb c = d", 2, .malformedName("b c")),
        ("[a]\nb = c\nb = d", 3, .givenTwice("a.b")),
        ("[a]\nb = c\n[a]\nb = d", 4, .givenTwice("a.b")),
        ("[a]\nb = {c", 2, .openBrace), ("[a]\nb = c}", 2, .closingBrace),
        ("[a]\nb = {}", 2, .malformedName("")), ("[a]\nb = {C}", 2, .malformedName("C")),
        ("[a]\nb = {c|x}", 2, .unknownParticle("x")), ("[a]\nb = {c|x|y|z}", 2, .tooManyForms),
        ("[a]\nb = \\t", 2, .unknownEscape), ("[a]\nb = c\\", 2, .unknownEscape),
    ])
    func malformedLineIsNamed(text: String, line: Int, reason: CatalogueError.Reason) {
        #expect(throws: CatalogueError(file: "ko.txt", line: line, reason: reason)) {
            try catalogue(text)
        }
    }

    @Test func everyPrefixOfACatalogueIsReadOrRefused() throws {
        let text = "# c\n[a]\nb = {c|이/가} x\\{\n  y {d|# z|# zz}\n[e]\nf = g"
        for end in text.indices {
            let catalogue = try? catalogue(String(text[..<end]))
            #expect(catalogue.map { $0.messages.count <= 1 } ?? true)
        }
        #expect(try catalogue(text).messages.count == 2)
    }

    @Test func disagreementsAreNamedWithTheirLines() throws {
        let korean = try catalogue("[a]\nb = {c}\nd = x\ne = {f}\ng = y")
        let english = try Catalogue("[a]\nb = {c|one|many}\nd = x\ne = {h}", file: "en.txt")
        let found = korean.disagreements(with: english, used: ["a.b", "a.d", "a.e", "a.i"])
        #expect(
            found.map(\.description) == [
                "en.txt: “a.g” is missing", "en.txt: “a.i” is missing",
                "ko.txt:4: “a.e” takes other arguments in the other language",
                "ko.txt:5: nothing uses “a.g”",
            ])
        #expect(korean.disagreements(with: korean, used: Set(korean.messages.keys)).isEmpty)
    }

    @Test func callWithOtherArgumentsIsADisagreement() throws {
        let korean = try catalogue("[a]\nb = {c}\nd = x")
        let calls: [String: Set<String>] = ["a.b": ["e"], "a.d": [], "a.missing": ["f"]]
        #expect(
            korean.disagreements(withCalls: calls).map(\.description) == [
                "ko.txt:2: “a.b” takes other arguments than the program gives"
            ])
    }
}
