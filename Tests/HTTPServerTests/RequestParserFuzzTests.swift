import Testing

@testable import HTTPServer

struct RequestParserFuzzTests {
    /// Damaged requests never crash the parser, and it never matters how they were cut.
    @Test func damagedRequestsMeanTheSameInAnyPieces() {
        var random = SplitMix64(seed: Fuzz.seed)
        let seeds = RequestParserTests.good + RequestParserTests.bad.map(\.0)
        for round in 0..<Fuzz.rounds {
            let text = Array((seeds.randomElement(using: &random) ?? "").utf8)
            let bytes = Fuzz.damage(text, using: &random)
            var whole = RequestParser(Limits())
            let expected = outcome(whole.parse(bytes.span))
            var parser = RequestParser(Limits())
            var result = RequestParser.Result.needMore
            var end = 0
            for piece in Fuzz.pieces(bytes, using: &random) {
                end += piece.count
                result = parser.parse(bytes.span.extracting(0..<end))
                guard case .needMore = result else { break }
            }
            #expect(outcome(result) == expected, "round \(round): \(bytes)")
        }
    }

    /// What passes has a path that is safe, and took no more than there was.
    @Test func whatPassesIsSafe() {
        var random = SplitMix64(seed: Fuzz.seed &+ 1)
        for _ in 0..<Fuzz.rounds {
            let text = Array((RequestParserTests.good.randomElement(using: &random) ?? "").utf8)
            let bytes = Fuzz.damage(text, using: &random)
            var parser = RequestParser(Limits())
            guard case .done(let head, let consumed) = parser.parse(bytes.span) else { continue }
            #expect(consumed <= bytes.count)
            #expect(head.path == "*" || head.path.hasPrefix("/"))
            #expect(head.path.utf8.allSatisfy { $0 >= 32 && $0 != 127 })
            #expect(!head.path.split(separator: "/").contains { $0 == "." || $0 == ".." })
            #expect(bytes[..<consumed].suffix(4).elementsEqual([13, 10, 13, 10]))
        }
    }
}
