import Testing

@testable import Secrets

@Suite struct DigestTests {
    /// RFC 7693, appendix A.
    @Test func abcHasItsKnownDigest() {
        let known =
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
        #expect(hex(Digest.bytes(of: [Array("abc".utf8)], size: 64)) == known)
    }

    /// The 256-bit digest of empty input, from the reference implementation.
    @Test func nothingHasItsKnownDigest() {
        let known = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        #expect(hex(Digest.bytes(of: [], size: 32)) == known)
    }

    @Test func partsCountAsOne() {
        let whole = Digest.blake2b(Array("one two".utf8))
        #expect(Digest.blake2b(Array("one".utf8), [], Array(" two".utf8)) == whole)
        #expect(Digest.blake2b(Array("one tw0".utf8)) != whole)
    }

    @Test func defaultIs32CharactersOfBase64URL() {
        let text = Digest.blake2b([1, 2, 3])
        #expect(text.count == 32)
        #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    }

    @Test(arguments: [(-1, 16), (0, 16), (24, 24), (65, 64)])
    func sizeIsBroughtIntoRange(_ asked: Int, _ given: Int) {
        #expect(Digest.bytes(of: [], size: asked).count == given)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
