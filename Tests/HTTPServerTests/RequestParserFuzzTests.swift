import Testing

@testable import HTTPServer

struct RequestParserFuzzTests {
    /// Damaged requests never crash the parser, never matter how they were cut, and never pass with
    /// a path that is not safe.
    @Test func damagedRequestsMeanTheSameInAnyPieces() {
        var random = SplitMix64(seed: Fuzz.seed)
        let seeds = RequestParserTests.good + RequestParserTests.bad.map(\.0)
        for round in 0..<Fuzz.rounds {
            let text = Array((seeds.randomElement(using: &random) ?? "").utf8)
            let bytes = Fuzz.damage(text, using: &random)
            let violation = ParserInvariants.violation(ofRequest: bytes, using: &random)
            #expect(violation == nil, "round \(round): \(bytes)")
        }
    }
}
