import Testing

@testable import ViewModels

struct TypedTests {
    @Test(
        arguments: [
            ("", ""), ("   ", ""), (" 원목 의자 ", "원목 의자"), ("\t\n의자\n", "의자"), ("a", "a"),
            ("첫 줄\r\n둘째 줄\r\n", "첫 줄\n둘째 줄"), ("a\r\n\r\nb", "a\n\nb"), ("a\rb", "a\rb"),
            ("\u{3164}", ""), ("\u{200B}의자\u{FEFF}", "의자"), ("의\u{0}자\u{7}", "의자"),
            ("왼\u{202E}오", "왼오"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️", "❤️"), ("\u{00A0}é\u{00A0}", "é"),
            ("힣\u{D7FF}", "힣\u{D7FF}"), ("e\u{301}", "e\u{301}"), ("\u{1160}", ""),
            ("\u{85}a\u{85}", "a"), ("ㄱ", "ㄱ"),
        ])
    func whatShowsNothingIsLeftOut(typed: String, expected: String) {
        #expect(Array(typed.trimmed.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func theQuickWayAndTheSlowOneAgreeOnEveryLetter() {
        for value in UInt32(0)...0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = String(Character(scalar))
            for text in [letter, "가\(letter)나", " \(letter) ", "\(letter)\nx"] {
                let slow = text.trimmedByScalar
                #expect(text.trimmed.utf8.elementsEqual(slow.utf8), "U+\(String(value, radix: 16))")
            }
        }
    }
}
