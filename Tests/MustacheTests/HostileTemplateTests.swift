import Fixtures
import Testing

@testable import Mustache

@Suite
struct HostileTemplateTests {
    static let rich = """
        {{! 설명 }}
        {{<layout}}
        {{$main}}
          {{#photos}} {{path}} {{{alt}}} {{&alt}} {{seller.bio}} {{/photos}}
          {{=<% %>=}}
          <%^tags%><%#extra%><%x%><%/extra%><%/tags%>
          <%> card %> <%>*title%>
        <%/main%>
        <%/layout%>
        """
    static let partials = ["layout": "<{{$main}}기본{{/main}}>\r\n", "card": "{{title}}\n"]

    /// Expects the template to compile and render, or to be reported as faulty.
    static func expectAnswer(_ template: String) {
        let typed = Listing(title: "card", photos: [Photo(path: "<")], tags: ["a"])
        let dynamic: Value = .object([
            "title": .string("card"), "photos": .list([.object(["path": .string("&")])]),
            "seller": .object(["x": .lambda { "\($0){{title}}" }]),
        ])
        for render in [
            { try rendered(template, typed, partials: partials) },
            { try rendered(template, dynamic, partials: partials) },
            { try rendered(template, dynamic, within: typed) },
        ] {
            do {
                _ = try render()
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
    }

    @Test func richTemplateIsSound() {
        #expect(faults(Self.rich, partials: Self.partials).isEmpty)
    }

    @Test func templateCutAtAnyByteIsAnswered() {
        let bytes = Array(Self.rich.utf8)
        for end in bytes.indices {
            Self.expectAnswer(String(decoding: bytes[..<end], as: UTF8.self))
            Self.expectAnswer(String(decoding: bytes[end...], as: UTF8.self))
        }
    }

    @Test func tooManySectionsWithinEachOtherAreAnError() {
        let open = String(repeating: "{{#isReserved}}", count: 20_000)
        #expect(faults(open).contains { $0.hasSuffix("sections within each other") })
    }

    @Test func partialsThatMultiplyAreNoBurden() throws {
        var partials = ["p0": "x"]
        for level in 1...10 {
            partials["p\(level)"] = "{{>p\(level - 1)}}{{>p\(level - 1)}}"
        }
        #expect(try rendered("{{>p10}}", Listing(), partials: partials).count == 1024)
    }

    @Test func longChainOfPartialsIsAnErrorOfRendering() throws {
        var partials = ["p0": "x"]
        for level in 1...2000 { partials["p\(level)"] = "{{>p\(level - 1)}}" }
        #expect(throws: TemplateError.self) {
            try rendered("{{>p2000}}", Listing(), partials: partials)
        }
    }

    @Test func randomTemplatesAreAnswered() {
        var random = SplitMix64()
        let pieces = [
            "{{", "}}", "{{{", "}}}", "{{#photos}}", "{{/photos}}", "{{#seller}}", "{{/seller}}",
            "{{^tags}}", "{{/tags}}", "{{#tags}}", "{{title}}", "{{path}}", "{{.}}", "{{#.}}",
            "{{/.}}", "{{<layout}}", "{{/layout}}", "{{$main}}", "{{/main}}", "{{>card}}",
            "{{>*title}}", "{{=| |=}}", "|={{ }}=|", "|title|", "\n", "\r\n", "  ", "\t", "x",
            "{{! }}", "{{&note}}", "가", "{{#extra}}", "{{/extra}}", "{{seller.x}}",
            "{{#seller.x}}", "{{/seller.x}}", "{{>page}}", "*", "=", "{{#isReserved}}",
            "{{/isReserved}}",
        ]
        for _ in 0..<SplitMix64.rounds(usually: 300) {
            let count = Int(random.next() % 14)
            let template = (0..<count).map { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }
            Self.expectAnswer(template.joined())
        }
    }

    @Test func randomTextIsEscapedAsByTheLetter() throws {
        var random = SplitMix64()
        let template = try library("{{title}}", [:]).template("page", for: Listing.self)
        let letters = Array("&<>\"'#%=?;:!abc 가나/")
        for _ in 0..<SplitMix64.rounds(usually: 300) {
            let text = String(
                (0..<random.next() % 70).map { _ in
                    letters[Int(random.next() % UInt64(letters.count))]
                })
            let expected = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
                .replacing("'", with: "&#39;")
            let bytes = try template.render(Listing(title: text))
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
    }
}
