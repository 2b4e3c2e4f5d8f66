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

    @Test(arguments: [7, 5_000, 100_000])
    func piecesComeBackAsOne(_ size: Int) throws {
        let bytes = Self.text + Self.noise(70_000) + Self.text
        let deflater = try #require(Gzip(level: 1).newDeflater())
        var compressed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            compressed += deflater.add(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        compressed += deflater.add([], isLast: true)
        #expect(gunzip(compressed) == bytes)
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

    @Test func resultHasNoSpareCapacity() throws {
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
        // One part in nineteen is less than a tenth, and one in seven is more.
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

struct ResponseGzipTests {
    private static let page = Array(String(repeating: "<li>의자</li>", count: 500).utf8)
    private let gzip = Gzip(level: 1)

    private func compressed(_ body: [UInt8], accepting: String) throws -> Response {
        var response = Response(type: "text/html", body: body)
        let request = try Request(.get, "/", headers: [("Accept-Encoding", accepting)])
        response.compress(with: gzip, for: request)
        return response
    }

    private func fields(_ response: Response) -> String {
        String(decoding: response.fields.bytes, as: UTF8.self)
    }

    @Test func pageIsCompressedForAcceptingClients() throws {
        let response = try compressed(Self.page, accepting: "gzip, br")
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        #expect(gunzip(bytes) == Self.page)
        #expect(
            fields(response)
                == "Content-Type: text/html\r\nVary: Accept-Encoding\r\nContent-Encoding: gzip\r\n")
    }

    @Test func pageIsUncompressedWithVaryForOthers() throws {
        let response = try compressed(Self.page, accepting: "br")
        #expect(response.body.count == Self.page.count)
        #expect(fields(response) == "Content-Type: text/html\r\nVary: Accept-Encoding\r\n")
    }

    static let tags = [("gzip", "\"t-gzip\""), ("br", "\"t\""), ("gzip;q=0", "\"t\"")]

    @Test(arguments: tags)
    func tagIsOfTheCodingSent(_ accepted: String, tag: String) throws {
        var response = Response(type: "text/html", body: Self.page)
        let request = try Request(.get, "/", headers: [("Accept-Encoding", accepted)])
        response.compress(with: gzip, for: request, tag: EntityTag("t"))
        #expect(fields(response).contains("ETag: \(tag)\r\n"))
    }

    @Test func smallOrEmptyBodyIsNotCompressed() throws {
        for body in [Array(Self.page.prefix(1023)), []] {
            let response = try compressed(body, accepting: "gzip")
            #expect(response.body.count == body.count)
            #expect(fields(response) == "Content-Type: text/html\r\n")
        }
        var moved = Response.redirect(to: "/")
        moved.compress(
            with: gzip, for: try Request(.get, "/", headers: [("Accept-Encoding", "gzip")]))
        #expect(fields(moved) == "Location: /\r\n")
    }

    @Test func incompressibleBodyIsNotCompressed() throws {
        var random = SplitMix64(seed: 3)
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let response = try compressed(noise, accepting: "gzip")
        #expect(response.body.count == noise.count)
        #expect(!fields(response).contains("Content-Encoding"))
    }
}
