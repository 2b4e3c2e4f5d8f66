import Fixtures
import Testing

@testable import Market

struct SearchTextTests {
    private static let letters = Array("가힣의자ABZabz059 ./-_@[`{\"\u{7F}\u{1}")

    /// Text that is neither ASCII nor Hangul is folded by the standard library.
    @Test func asciiAndHangulAreFoldedAsAnyOtherText() {
        var random = SplitMix64()
        for _ in 0..<SplitMix64.rounds(usually: 2_000) {
            let count = Int.random(in: 0...30, using: &random)
            let text = String(
                (0..<count).compactMap { _ in Self.letters.randomElement(using: &random) })
            let (folded, other) = (SearchText(text), SearchText(text + " é"))
            #expect(folded.letters + Array("é".utf8) == other.letters, "\(text)")
            #expect(folded.wordStarts + [folded.letters.count] == other.wordStarts, "\(text)")
            #expect(folded.inchSigns == other.inchSigns, "\(text)")
        }
    }

    @Test(
        arguments: [
            (#"자전거 18""#, ["18"]), ("18\u{2033} 자전거", ["18"]), (#"18"자전거 24""#, ["18", "24"]),
            (#"TV55""#, ["tv55"]), ("27.5\u{201D}", ["5"]), ("24\u{FF02} 모니터", ["24"]),
            // A mark that closes a quotation is not an inch sign.
            (#""아이폰 13" 팔아요"#, []), ("\u{201C}아이폰 13\u{201D} 팔아요", []),
            (#""새것" 27""#, ["27"]), (#"18 ""#, []), (#""18"#, []), (#"가""#, []), ("18'", []),
            ("", []),
        ] as [(String, [String])])
    func aNumberMayHaveAnInchSign(_ text: String, _ words: [String]) {
        for text in [text, text + " é"] {
            let folded = SearchText(text)
            let marked = folded.wordStarts.indices.map { folded.bounds(ofWord: $0) }
                .filter { folded.inchSigns.contains($0.upperBound) }
                .map { String(decoding: folded.letters[$0], as: UTF8.self) }
            #expect(marked == words, "\(text)")
        }
    }

    @Test func invalidUTF8IsReplaced() {
        for bytes: [UInt8] in [
            [0xEA], [0xEA, 0xB0], [0xEA, 0xB0, 0x41], [0xED, 0xA0, 0x80], [0x80],
        ] {
            let (whole, cut) = (Array("의자".utf8) + bytes, bytes + Array("의자".utf8))
            for bytes in [whole, cut] {
                let folded = bytes.withUnsafeBytes { SearchText($0) }
                #expect(folded == SearchText(String(decoding: bytes, as: UTF8.self)))
            }
        }
    }

    @Test func lettersOfEveryLengthAreScalars() {
        let text = "aé의😀z"
        #expect(Array(text.utf8).scalars == Array(text.unicodeScalars))
        #expect([UInt8]().scalars.isEmpty)
    }
}
