import Fixtures
import Testing

@testable import Market

struct SearchTextTests {
    private static let letters = Array("가힣의자ABZabz059 ./-_@[`{\u{7F}\u{1}")

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
