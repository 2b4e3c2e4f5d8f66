import Testing

@testable import Market

struct KeyboardLayoutTests {
    @Test(
        arguments: [
            ("dmlwk", "의자"), ("dnjsahr dmlwk", "원목 의자"), ("dkdlvhs", "아이폰"), ("rorl", "개기"),
            ("Qkfkfkrfk", "빠라락라"), ("akEmfek", "마뜰다"), ("rhkstkgks", "관사한"), ("rkqt", "값"),
            ("rkqtl", "갑시"), ("ekfrdl", "닭이"), ("ekfrl", "달기"), ("ㅇmlwk", "ㅇㅢ자"),
            ("dml wk", "의 자"), ("lg", "ㅣㅎ"), ("rr", "ㄱㄱ"), ("wkwjsrj 26", "자전거 26"),
            ("원목 dmlwk", "원목 의자"), ("hkk", "ㅘㅏ"), ("dmlw", "읮"), ("Wkd", "짱"), ("kQ", "ㅏㅃ"),
            ("rkQk", "가빠"), ("DMLWK", "의자"), ("Dmlwk", "의자"), ("dnpqzka", "웹캄"),
        ])
    func latinLettersAreReadAsTheKeysOfHangul(typed: String, meant: String) {
        #expect(KeyboardLayout.other(typed) == meant)
    }

    @Test(
        arguments: [
            ("ㅑㅔㅙㅜㄷ", "iphone"), ("ㅣㅎ", "lg"), ("ㅜㅑㅏㄷ", "nike"), ("ㅔㄴ5", "ps5"),
            ("ㅡㅁㅊㅠㅐㅐㅏ", "macbook"), ("내ㅜㅛ", "sony"), ("ㅎ밈툐", "galaxy"),
            ("의자", "dmlwk"), ("값", "rkqt"), ("ㅄ", "qt"), ("까", "Rk"), ("ㅒ", "O"),
        ])
    func hangulIsReadAsItsKeys(typed: String, meant: String) {
        #expect(KeyboardLayout.other(typed) == meant)
    }

    @Test(arguments: ["", " ", "123", "!?", "日本", "é", "🙂", "\u{0}"])
    func textOfNeitherLayoutHasNoOtherReading(text: String) {
        #expect(KeyboardLayout.other(text) == nil)
    }

    @Test(
        arguments: [
            ("dmlwk", "의자", false), ("dnjsahr dmlwk", "원목 의자", false),
            ("원목 dmlwk", "원목 의자", false), ("wkwjsrj 26", "자전거 26", false),
            ("anfvnfp dw", "물푸레 ㅇㅈ", false), ("cor", "책", true), ("sofa", "낾", true),
            ("ㅑㅔㅙㅜㄷ", "iphone", false), ("내ㅜㅛ", "sony", false), ("ㅔㄴ5", "ps5", false),
            ("ㅎ밈툐", "galaxy", true), ("개", "ro", true), ("ㅅㅍ", "tv", true), ("ㅣㅎ", "lg", true),
            ("ㅠㅠ", "bb", true),
        ])
    func aTextIsReadOtherwiseWhereThatMakesWords(
        typed: String, meant: String, isDoubtful: Bool
    ) throws {
        let reading = try #require(KeyboardLayout.reading(of: typed))
        #expect(reading.text == meant)
        #expect(reading.isDoubtful == isDoubtful)
    }

    @Test(
        arguments: [
            "tv", "lg", "ssd", "dw", "nike", "bike", "lego", "coat", "shoes", "원목 tv", "ㅇㅈ tv",
            "c++", "13", "",
        ])
    func latinLettersThatMakeNoSyllablesStay(text: String) {
        #expect(KeyboardLayout.reading(of: text) == nil)
    }

    @Test func everySyllableIsTypedByItsKeys() {
        for value in 0xAC00...0xD7A3 {
            let syllable = String(Unicode.Scalar(value) ?? " ")
            let keys = KeyboardLayout.keys(syllable)
            #expect(keys.utf8.allSatisfy { $0 < 0x80 })
            // Somebody with caps lock on types capitals only.
            #expect(KeyboardLayout.hangul("dk" + keys) == "아" + syllable)
        }
    }

    /// Every final before every initial, which a keyboard could group differently.
    @Test func everyPairOfSyllablesIsReadBack() {
        for final in 0...27 {
            for initial in 0..<19 {
                for vowel in 0..<21 {
                    var text = String.UnicodeScalarView()
                    text.append(Hangul.Syllable(initial: 11, vowel: vowel, final: final).scalar)
                    text.append(Hangul.Syllable(initial: initial, vowel: 20 - vowel).scalar)
                    let typed = KeyboardLayout.keys(String(text))
                    #expect(KeyboardLayout.hangul(typed + "1") == String(text) + "1")
                }
            }
        }
    }

    @Test func everyLetterByItselfIsTypedByItsKeys() {
        for letter in Hangul.initials + Hangul.vowels + Hangul.finals.dropFirst() {
            let keys = KeyboardLayout.keys(String(letter))
            #expect(keys.utf8.allSatisfy { $0 < 0x80 }, "\(letter)")
            // Two consonants without a syllable before them are not joined.
            let isJoined = Hangul.joined[letter] == nil
            #expect((KeyboardLayout.hangul(keys + "1") == "\(letter)1") == isJoined, "\(letter)")
        }
    }

    @Test func anyLettersCanBeRead() {
        let keys = Array("qwertyuiopasdfghjklzxcvbnmQWERTOP")
        for one in keys {
            for two in keys {
                for three in keys {
                    let typed = String([one, two, three, "1"])
                    let read = KeyboardLayout.hangul(typed)
                    guard typed.dropLast().contains(where: \.isLowercase) else { continue }
                    #expect(KeyboardLayout.keys(read) == typed)
                }
            }
        }
    }

    @Test(
        arguments: [
            ("읮", "의ㅈ"), ("원목읮", "원목의ㅈ"), ("값", "갑ㅅ"), ("닭", "달ㄱ"), ("책", "채ㄱ"),
            ("있", "이ㅆ"), ("깎", "까ㄲ"),
        ])
    func theEndOfASyllableMayBeginTheNext(typed: String, meant: String) {
        #expect(Hangul.continued(typed) == meant)
    }

    @Test(arguments: ["", "의자", "ㅈ", "의ㅈ", "abc", "읮 ", "읮1"])
    func textWithoutAFinalConsonantIsNotContinued(text: String) {
        #expect(Hangul.continued(text) == nil)
    }

    @Test func everyFinalIsContinuedByAnInitial() throws {
        for final in 1...27 {
            let syllable = Hangul.Syllable(initial: 11, vowel: 0, final: final).scalar
            let continued = try #require(Hangul.continued(String(syllable)))
            let last = try #require(continued.unicodeScalars.last)
            #expect(Hangul.initials.contains(last))
            // Both are typed with the same keys.
            #expect(KeyboardLayout.keys(continued) == KeyboardLayout.keys(String(syllable)))
        }
    }
}
