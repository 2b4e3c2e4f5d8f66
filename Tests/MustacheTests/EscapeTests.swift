import Testing

@testable import Mustache

@Suite
struct EscapeTests {
    private static let entities: [Character: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]

    /// Escapes one character at a time, which nobody could get wrong.
    private func escaped(_ text: String) -> String {
        text.map { Self.entities[$0] ?? String($0) }.joined()
    }

    /// Words of eight bytes are examined together, and the last may overlap the one before.
    @Test(arguments: 0...40)
    func eachOfTheFiveIsFoundAtEveryPlace(length: Int) throws {
        let plain = String("0123456789#abcdefghijklmnop%qrstuvwxyz,;=/".prefix(length))
        #expect(try rendered("[{{.}}]", plain) == "[\(plain)]")
        for place in plain.indices {
            for special in Self.entities.keys {
                let text = plain.replacingCharacters(at: place, with: special)
                #expect(try rendered("[{{.}}]", text) == "[\(escaped(text))]")
            }
        }
    }

    @Test(arguments: 1...20)
    func manyInARowAreAllFound(count: Int) throws {
        for text in ["<", "&'", "가\"", "#>", "<<<<<<<<'"] {
            let text = String(repeating: text, count: count)
            #expect(try rendered("{{.}}|{{{.}}}", text) == "\(escaped(text))|\(text)")
        }
    }

    /// Longer than an output's initial capacity, with entities that make it longer still.
    @Test func growingLosesNothing() throws {
        let text = String(repeating: "원목 의자 & 책상 <새것> ", count: 4_000)
        let template = String(repeating: "글자 ", count: 10_000) + "{{.}}" + "끝"
        let expected = String(repeating: "글자 ", count: 10_000) + escaped(text) + "끝"
        #expect(try rendered(template, text) == expected)
    }

    @Test(arguments: 0...70)
    func literalTextOfEveryLengthIsWhole(length: Int) throws {
        let text = String(repeating: "x", count: length)
        #expect(try rendered("\(text){{.}}\(text)", "-") == "\(text)-\(text)")
    }
}

extension String {
    fileprivate func replacingCharacters(at place: Index, with letter: Character) -> String {
        String(self[..<place]) + String(letter) + String(self[index(after: place)...])
    }
}
