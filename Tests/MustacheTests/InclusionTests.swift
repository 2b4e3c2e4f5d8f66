import Testing

@testable import Mustache

@Suite
struct InclusionTests {
    static let node = "{{text}}<{{#replies}}{{>node}}{{/replies}}>"

    @Test func typeThatContainsItselfRendersThroughAPartial() throws {
        let reply = Reply(text: "a", replies: [Reply(text: "b", replies: [Reply(text: "c")])])
        #expect(
            try rendered("{{>node}}", reply, partials: ["node": Self.node]) == "a<b<c<>>>")
    }

    @Test func deepestThreadThatIsAllowedRenders() throws {
        let text = try rendered("{{>node}}", Reply.thread(127), partials: ["node": Self.node])
        #expect(text.hasSuffix(String(repeating: ">", count: 127)))
    }

    @Test func threadBeyondTheDepthLimitThrows() throws {
        #expect(throws: TemplateError.self) {
            try rendered("{{>node}}", Reply.thread(200), partials: ["node": Self.node])
        }
    }

    @Test func indentationGrowsWithEachInclusion() throws {
        let node = "- {{text}}\n{{#replies}}\n  {{>node}}\n{{/replies}}\n"
        let reply = Reply(text: "a", replies: [Reply(text: "b", replies: [Reply(text: "c")])])
        let text = try rendered("{{>node}}", reply, partials: ["node": node])
        #expect(text == "- a\n  - b\n    - c\n")
    }

    @Test func indentationStopsGrowingAtItsLimit() throws {
        let node = "{{text}}\n{{#replies}}\n    {{>node}}\n  {{>node}}\n{{/replies}}\n"
        let thread = try rendered("{{>node}}", Reply.thread(3), partials: ["node": node])
        #expect(thread == "네\n    네\n        끝\n      끝\n  네\n      끝\n    끝\n")
        let deep = "{{text}}\n{{#replies}}\n    {{>node}}\n{{/replies}}\n"
        let lines = try rendered("{{>node}}", Reply.thread(40), partials: ["node": deep])
            .split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 == " " }.count }.max() == Layout.indentLimit)
    }

    @Test func indentationsThatMultiplyAreAnError() {
        let node = "{{#replies}}\n\t {{>node}}\n {{>node}}\n{{/replies}}\n"
        #expect(
            faults("{{>node}}", for: Reply.self, partials: ["node": node])
                == ["node.mustache:1:1: partials include each other too often"])
    }

    @Test func inlinePartialInsideAnIndentedOneKeepsItsLine() throws {
        let text = try rendered(
            "  {{>outer}}\n", Listing(), partials: ["outer": "<{{>inner}}>\n", "inner": "a\nb"])
        #expect(text == "  <a\n  b>\n")
    }

    @Test func emptyLinesAreNotIndented() throws {
        #expect(try rendered("  {{>p}}", Listing(), partials: ["p": "a\n\nb"]) == "  a\n\n  b")
    }

    @Test func lineThatStartsWithATagIsIndented() throws {
        let text = try rendered("  {{>p}}", Listing(), partials: ["p": "{{stock}}\n{{stock}}"])
        #expect(text == "  1\n  1")
    }

    @Test func layoutTakesBlocks() throws {
        let layout = "<title>{{$title}}장터{{/title}}</title>\n  {{$main}}\n  {{/main}}\n"
        let page = "{{<layout}}\n{{$main}}\n<h1>{{title}}</h1>\n{{/main}}\n{{/layout}}\n"
        #expect(
            try rendered(page, Listing(), partials: ["layout": layout])
                == "<title>장터</title>\n  <h1>원목의자</h1>\n")
    }

    @Test func blockNamedInItsOwnArgumentMeansTheOneFurtherOut() throws {
        let text = try rendered(
            "{{<p}}{{$b}}[{{$b}}x{{/b}}]{{/b}}{{/p}}", Listing(), partials: ["p": "{{$b}}{{/b}}"])
        #expect(text == "[x]")
    }

    @Test func partialSeesTheFramesItIsIncludedIn() throws {
        let text = try rendered(
            "{{#photos}}{{>photo}}{{/photos}}", Listing(photos: [Photo(path: "/1")]),
            partials: ["photo": "{{path}} {{title}}"])
        #expect(text == "/1 원목의자")
    }
}
