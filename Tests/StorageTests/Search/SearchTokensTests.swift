import Fixtures
import Market
import Testing

@testable import Storage

struct SearchTokensTests {
    private static func text(_ tokens: [UInt8]) -> String {
        String(decoding: tokens, as: UTF8.self)
    }

    @Test(arguments: [
        ("원목 의자", "원목 목의 의자 자 ‸원목 ‹원 ‸의자 ‹의 ›목 ›자 ‥ㅇㅁ ‥ㅁㅇ ‥ㅇㅈ "),
        ("a", "a ‸a ‹a "), ("ab ab", "ab ba ab b ‸ab ‹a ‸ab ‹a ›b "), ("ㅋ", "ㅋ ‸ㅋ ‹ㅋ "),
    ])
    func aTitleHasTheseTokens(_ title: String, _ tokens: String) {
        #expect(Self.text(SearchText(title).titleTokens) == tokens)
    }

    @Test func aDescriptionHasPairsAlone() {
        #expect(Self.text(SearchText("튼튼 해요").descriptionTokens) == "…튼튼 …튼해 …해요 ")
        #expect(SearchText("").descriptionTokens.isEmpty)
    }

    /// - Parameter shortest: the shortest word's length, since nothing may depend on words of one letter.
    @Test(arguments: 0...3)
    func aLetterTreeFindsTheWordsThatAreInAText(shortest: Int) {
        var random = SplitMix64()
        // Letters of one to four bytes.
        let letters = Array("가나a에é𐐨".unicodeScalars)
        func word(_ lengths: ClosedRange<Int>) -> [Unicode.Scalar] {
            (0..<Int.random(in: lengths, using: &random)).map { _ in
                letters[Int.random(in: letters.indices, using: &random)]
            }
        }
        func utf8(_ word: some Sequence<Unicode.Scalar>) -> [UInt8] {
            Array(String(String.UnicodeScalarView(word)).utf8)
        }
        var (tree, words): (LetterTree, [[Unicode.Scalar]]) = (LetterTree(), [])
        for number in 0..<300 {
            words.append(word(shortest...5))
            tree.insert(Int32(number), as: utf8(words[number]))
            let text = word(0...12)
            // An empty word is found in no text.
            let expected = words.indices.filter { !words[$0].isEmpty }.flatMap { number in
                text.indices.filter { text[$0...].starts(with: words[number]) }.map { _ in number }
            }
            #expect(tree.numbers(in: utf8(text)).map(Int.init).sorted() == expected.sorted())
            // Even if the text is cut within its last letter, the words before that are found.
            let before = tree.numbers(in: utf8(text.dropLast()))
            #expect(Set(before).isSubset(of: tree.numbers(in: Array(utf8(text).dropLast()))))
        }
    }
}
