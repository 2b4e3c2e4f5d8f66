import Foundation
import Testing

@testable import Localization

@Suite
struct ParticleTests {
    /// The final of a syllable according to Unicode's canonical decomposition, independent of
    /// arithmetic on code points.
    private func final(of syllable: String) -> Unicode.Scalar? {
        let parts = Array(syllable.decomposedStringWithCanonicalMapping.unicodeScalars)
        return parts.count == 3 ? parts[2] : nil
    }

    @Test(arguments: Particle.all)
    func everySyllableTakesTheFormOfItsFinal(particle: Particle) {
        var wrong: [String] = []
        for number in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(number) else { continue }
            let syllable = String(scalar)
            let final = final(of: syllable)
            let isRieulAsVowel = final == "\u{11AF}" && particle.pair.hasPrefix("으로")
            let expected =
                final == nil || isRieulAsVowel ? particle.afterVowel : particle.afterConsonant
            let decomposed = syllable.decomposedStringWithCanonicalMapping
            for word in [syllable, decomposed] where particle.form(after: word) != expected {
                wrong.append(word)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func thereAre11172Syllables() {
        #expect((UInt32(0xAC00)...0xD7A3).count == 11_172)
    }

    /// How a number is read aloud: each digit with its place.
    private func reading(_ number: Int) -> String {
        guard number > 0 else { return "영" }
        let digits = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"]
        let places = ["", "십", "백", "천"]
        let groups = ["", "만", "억", "조", "경"]
        var rest = number
        var text = ""
        for group in groups where rest > 0 {
            let (left, four) = rest.quotientAndRemainder(dividingBy: 10_000)
            var spoken = ""
            for (place, digit) in String(four).reversed().enumerated() where digit != "0" {
                spoken = digits[digit.wholeNumberValue ?? 0] + places[place] + spoken
            }
            if four > 0 { text = spoken + group + text }
            rest = left
        }
        return text
    }

    @Test func numbersTakeTheFormOfTheirReading() {
        var numbers = Array(0...10_000)
        var power = 1
        for _ in 0..<18 {
            numbers += [power, 7 * power, 12 * power + 3, 20 * power]
            power *= 10
        }
        let wrong = numbers.filter { number in
            let ending = Ending(of: reading(number))
            let grouped = number.formatted(.number.locale(Locale(identifier: "ko")))
            return Ending(of: String(number)) != ending || Ending(of: grouped) != ending
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("1.5", "를"), ("3.0", "을"), ("２", "를"), ("10월", "을"), ("A4", "를"), ("007", "을"),
    ])
    func digitsAtTheEndAreRead(word: String, form: String) throws {
        #expect(try #require(Particle("을/를")).form(after: word) == form)
    }

    @Test(arguments: [
        ("A", "가"), ("L", "이"), ("M", "이"), ("N", "이"), ("R", "이"), ("S", "가"), ("x", "가"),
        ("TV", "가"), ("USB", "가"), ("RGM", "이"), ("XL", "이"), ("PC", "가"),
        ("iPhone", "이"), ("Apple", "이"), ("Nike", "가"), ("Camping", "이"), ("film", "이"),
        ("pen", "이"), ("mall", "이"), ("book", "이"), ("cap", "이"), ("cat", "이"), ("list", "가"),
        ("camera", "가"), ("Mac", "이"), ("desk", "가"), ("bag", "가"),
    ])
    func latinLettersAreReadAsNamesOrAsLoanWords(word: String, form: String) throws {
        #expect(try #require(Particle("이/가")).form(after: word) == form)
    }

    @Test(arguments: [
        ("L", "로"), ("EUR", "로"), ("USD", "로"), ("GBM", "으로"), ("Apple", "로"), ("서울", "로"),
        ("집", "으로"), ("학교", "로"), ("1", "로"),
        ("8", "로"), ("10", "으로"), ("ㄹ", "로"), ("ㄱ", "으로"), ("ㅏ", "로"), ("漢", "(으)로"),
    ])
    func rieulTakesRo(word: String, form: String) throws {
        #expect(try #require(Particle("으로/로")).form(after: word) == form)
    }

    @Test(arguments: [
        ("‘의자’", "가"), ("“책”", "이"), ("의자!", "가"), ("책 ", "이"), ("의자(원목)", "가"),
        ("책(새것 [1])", "이"), ("(책)", "이"), ("책)", "이"), ("책…", "이"), ("의자~", "이(가)"),
        ("", "이(가)"), ("!?", "이(가)"), ("()", "이(가)"), ("かな", "이(가)"), ("🪑", "이(가)"),
        ("책🪑", "이(가)"), ("\u{0}", "이(가)"), ("의자\u{200B}", "가"),
    ])
    func charactersThatAreNotReadAreSkipped(word: String, form: String) throws {
        #expect(try #require(Particle("이/가")).form(after: word) == form)
    }

    @Test(arguments: ["", "/", "가/이", "이/", "/가", "이", "의/의", "이/가/은"])
    func anInvalidParticleIsRefused(pair: String) {
        #expect(Particle(pair) == nil)
    }
}
