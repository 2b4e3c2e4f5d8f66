import Testing

@testable import Web

struct CalendarWriterTests {
    private func calendar(_ summary: String) throws -> CalendarFile {
        var writer = CalendarWriter()
        writer.component("VCALENDAR") { writer in
            writer.line("VERSION", "2.0")
            writer.line("PRODID", "test")
            writer.text("SUMMARY", summary)
        }
        return try CalendarFile(writer.bytes)
    }

    @Test func linesEndInCRLF() {
        var writer = CalendarWriter()
        writer.component("VEVENT") { $0.line("UID", "1") }
        #expect(writer.bytes == Array("BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n".utf8))
    }

    @Test(arguments: [
        "a,b;c\\d", "\\n is no line end", "한 줄\n두 줄", "END:VEVENT", "말:콜론\"따옴표\"", "\t탭",
        " 빈칸으로 시작", "]]>", "",
    ])
    func textComesBackAsItWas(text: String) throws {
        #expect(try calendar(text).calendar["SUMMARY"] == text)
    }

    @Test(arguments: [
        ("a\r\nEND:VCALENDAR", "a\nEND:VCALENDAR"), ("a\rb", "a\nb"), ("a\u{2028}b", "a\nb"),
        ("a\u{B}b", "a\nb"), ("a\u{0}b\u{7F}\u{85}", "ab\n"), ("\u{1B}[31m", "[31m"),
    ])
    func lineEndsAreEscapedAndControlCharactersLeftOut(text: String, expected: String) throws {
        #expect(try calendar(text).calendar["SUMMARY"] == expected)
    }

    /// A fold may fall at each byte of characters of each width.
    @Test(arguments: ["a", "é", "가", "🪑", "👨‍👩‍👧", "\\", ","])
    func longTextIsFoldedBetweenCharacters(letter: String) throws {
        for offset in 0..<8 {
            let text = String(repeating: "x", count: offset) + String(repeating: letter, count: 200)
            #expect(try calendar(text).calendar["SUMMARY"] == text)
        }
    }

    @Test func aLineOf75BytesIsNotFolded() {
        for (count, lines) in [(75 - "SUMMARY:".utf8.count, 1), (76 - "SUMMARY:".utf8.count, 2)] {
            var writer = CalendarWriter()
            writer.text("SUMMARY", String(repeating: "x", count: count))
            #expect(writer.bytes.count { $0 == UInt8(ascii: "\n") } == lines)
        }
    }
}
