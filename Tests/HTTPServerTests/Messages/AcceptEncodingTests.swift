import Testing

@testable import HTTPServer

struct AcceptEncodingTests {
    private func acceptsGzip(_ lines: [String]) throws -> Bool {
        try Request(.get, "/", headers: lines.map { ("Accept-Encoding", $0) }).acceptsGzip
    }

    static let table: [(String, Bool)] = [
        // The examples of RFC 9110 §12.5.3.
        ("compress, gzip", true), ("", false), ("*", true), ("compress;q=0.5, gzip;q=1.0", true),
        ("gzip;q=1.0, identity; q=0.5, *;q=0", true),
        // Fields sent by browsers and other clients.
        ("gzip, deflate, br, zstd", true), ("gzip", true), ("identity", false), ("br", false),
        ("deflate, br", false), ("GZip", true), ("x-gzip", true), ("X-GZIP;q=0.1", true),
        // Weights.
        ("gzip;q=0", false), ("gzip;q=0.0", false), ("gzip;q=0.000", false), ("gzip;q=0.", false),
        ("gzip;q=0.001", true), ("gzip;q=1", true), ("gzip;q=1.", true), ("gzip;Q=1.000", true),
        ("gzip ; q=0.5", true), ("gzip\t;\tq=0.5", true),
        // Compared with identity.
        ("gzip, identity", true), ("gzip;q=0.5, identity", false),
        ("gzip;q=0.5, identity;q=0.5", true), ("gzip;q=0.499, identity;q=0.5", false),
        ("gzip;q=0.1, identity;q=0", true), ("identity;q=0", false), ("identity;q=0, gzip", true),
        ("identity;q=0, gzip;q=0", false), ("gzip;q=0.2", true),
        // The meaning of `*`.
        ("*;q=0", false), ("*;q=0.1", true), ("gzip;q=0, *", false), ("*, gzip;q=0", false),
        ("gzip;q=0.5, *", false), ("gzip, *;q=0", true), ("gzip, *;q=0.5", true),
        ("identity;q=0.5, *", true), ("identity, *;q=0.5", false), ("identity;q=0, *", true),
        ("br, *;q=0", false), ("br;q=1, *;q=0.1", true),
        // Named twice: the smaller weight counts.
        ("gzip, gzip;q=0", false), ("gzip;q=0, x-gzip", false), ("gzip, gzip", true),
        ("*, *;q=0", false), ("gzip;q=0.5, identity, identity;q=0.2", true),
        // Empty members (§5.6.1.2).
        (",,gzip,,", true), (" , \t, gzip", true), (",", false), (" ", false),
    ]

    @Test(arguments: table)
    func preferenceIsRead(_ field: String, expected: Bool) throws {
        #expect(try acceptsGzip([field]) == expected)
    }

    @Test(arguments: [
        "gzip;q=1.001", "gzip;q=2", "gzip;q=1.1", "gzip;q=-1", "gzip;q=+1", "gzip;q=0.1234",
        "gzip;q=", "gzip;q", "gzip;", "gzip;q=.5", "gzip;q=a", "gzip;q=1a",
        "gzip;q=1 0", "gzip; q =1", "gzip;q= 1", "gzip;q=\"1\"", "gzip;q=1;q=1", "gzip;q=1;x=y",
        "gzip;x=1", "gzip;;q=1", "gzip q=1", "gzip=1", ";q=1", "q=1", "gzip;q=99999999", "gzipp",
        "gzi", "x-gzi", "xgzip", "\"gzip\"", "**", "gzip/1", "g zip", "gzip;q=\u{661}",
    ])
    func malformedMemberIsIgnored(_ field: String) throws {
        #expect(try !acceptsGzip([field]))
        #expect(try acceptsGzip([field, "gzip;q=0.9"]))
        #expect(try acceptsGzip(["gzip;q=0.9, " + field]))
    }

    @Test func missingFieldDoesNotPreferGzip() throws {
        #expect(try !acceptsGzip([]))
    }

    @Test func severalLinesAreOneList() throws {
        #expect(try acceptsGzip(["br", "gzip"]))
        #expect(try !acceptsGzip(["gzip;q=0.5", "identity"]))
        #expect(try !acceptsGzip(["gzip", "gzip;q=0"]))
    }

    @Test func otherFieldsAreIgnored() throws {
        let request = try Request(
            .get, "/", headers: [("Accept", "gzip"), ("TE", "gzip"), ("Accept-Encodin", "gzip")])
        #expect(!request.acceptsGzip)
    }

    /// Any input gives the same result as an implementation that splits strings.
    @Test func damagedListsAreReadAsTheGrammarSays() throws {
        var random = SplitMix64(seed: Fuzz.seed)
        for round in 0..<Fuzz.rounds {
            let seed = Self.table[round % Self.table.count].0
            let bytes = Fuzz.damage(Array(seed.utf8), using: &random).filter(\.isFieldText)
            let field = String(decoding: bytes.filter { $0 < 128 }, as: UTF8.self)
            #expect(try acceptsGzip([field]) == plainly(field), "\(field)")
        }
    }

    private nonisolated(unsafe) static let member =
        /[ \t]*([^ \t;]+)(?:[ \t]*;[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?[ \t]*/

    private func plainly(_ field: String) -> Bool {
        var weights: [String: Double] = [:]
        for part in field.split(separator: ",") {
            let match = part.wholeMatch(of: Self.member)
            guard let match else { continue }
            let name = match.1.lowercased()
            let weight = match.2.map { Double($0.hasSuffix(".") ? $0 + "0" : $0) ?? -1 } ?? 1
            let coding = name == "x-gzip" ? "gzip" : name
            weights[coding] = min(weights[coding] ?? 1, weight)
        }
        guard let gzip = weights["gzip"] ?? weights["*"], gzip > 0 else { return false }
        return gzip >= weights["identity"] ?? weights["*"] ?? 0
    }
}
