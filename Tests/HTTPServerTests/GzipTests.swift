import Testing

@testable import HTTPServer

struct GzipTests {
    private static let text = Array(
        String(repeating: "의자 두 개 30,000원에 팝니다. ", count: 400).utf8)

    private static func noise(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: 7)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test(arguments: 1...9)
    func compressedTextIsSmallAndComesBack(_ level: Int) throws {
        let compressed = try #require(Gzip(level: level).compress(Self.text))
        #expect(compressed.count < Self.text.count / 20)
        #expect(gunzip(compressed) == Self.text)
    }

    @Test(arguments: [0, 1, 2, 255, 65_535, 65_536, 300_000])
    func anyLengthComesBack(_ count: Int) throws {
        let gzip = Gzip(level: 6)
        for bytes in [Self.noise(count), [UInt8](repeating: 0, count: count)] {
            #expect(gunzip(try #require(gzip.compress(bytes))) == bytes)
        }
    }

    @Test func streamUsedAgainRemembersNothing() throws {
        let gzip = Gzip(level: 9)
        let first = gzip.compress(Self.text)
        #expect(gzip.compress(Self.noise(1000)) != nil)
        #expect(gzip.compress(Self.text) == first)
        #expect(Gzip(level: 9).compress(Self.text) == first)
    }

    /// RFC 1952 §2.3: magic, deflate, no flags, no time.
    @Test func headerHoldsNoTime() throws {
        let compressed = try #require(Gzip(level: 6).compress(Self.text))
        #expect(compressed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (-1, 1), (10, 9), (Int.max, 9)])
    func levelOutsideCountsAsTheNearerEnd(_ level: Int, nearest: Int) {
        let expected = Gzip(level: nearest).compress(Self.text)
        #expect(expected != nil)
        #expect(Gzip(level: level).compress(Self.text) == expected)
    }

    @Test func resultHoldsNoMoreMemoryThanItNeeds() throws {
        let compressed = try #require(Gzip(level: 6).compress(Self.text))
        #expect(compressed.capacity < compressed.count + 64)
    }

    @Test func manyAtOnceDoNotDisturbEachOther() async {
        let gzip = Gzip(level: 6)
        await withTaskGroup(of: Bool.self) { group in
            for count in 1...64 {
                group.addTask {
                    let bytes = Array(Self.text.prefix(count * 100)) + Self.noise(count)
                    return gzip.compress(bytes).flatMap(gunzip) == bytes
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func variantMustSaveATenth() {
        let gzip = Gzip(level: 9)
        #expect(gzip.variant(of: Self.text) != nil)
        #expect(gzip.variant(of: []) == nil)
        #expect(gzip.variant(of: Array(repeating: 0, count: 1_023)) == nil)
        #expect(gzip.variant(of: Array(repeating: 0, count: 1_024)) != nil)
        #expect(gzip.variant(of: Self.noise(10_000)) == nil)
        // One part in nineteen is no tenth, one in seven is more.
        let zeros = [UInt8](repeating: 0, count: 1000)
        #expect(gzip.variant(of: Self.noise(18_000) + zeros) == nil)
        #expect(gzip.variant(of: Self.noise(6000) + zeros) != nil)
    }

    @Test func randomMixturesComeBack() throws {
        var random = SplitMix64(seed: Fuzz.seed)
        let gzip = Gzip(level: 1)
        for _ in 0..<Fuzz.rounds / 10 {
            var bytes = Self.text
            for _ in 0..<20 { bytes = Fuzz.damage(bytes, using: &random) }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            #expect(gunzip(try #require(gzip.compress(bytes))) == bytes)
        }
    }
}
