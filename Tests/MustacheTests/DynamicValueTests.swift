import Testing

@testable import Mustache

@Suite
struct DynamicValueTests {
    static let chair: Value = .object([
        "title": .string("의자"), "legs": .integer(4), "extra": .object(["a": .string("깊이")]),
    ])

    @Test func dynamicFieldOfATypeIsEntered() throws {
        let listing = Listing(extra: Self.chair)
        let text = try rendered("{{extra.legs}}{{#extra}}{{title}}{{price}}{{/extra}}", listing)
        #expect(text == "4의자35000")
    }

    @Test func typedFrameIsEnteredBehindADynamicOne() throws {
        let template = "{{#seller}}{{nickname}}{{x}}{{/seller}}"
        let text = try rendered(template, Self.chair, within: Listing())
        #expect(text == "연남동 목수")
    }

    @Test func dynamicMemberHidesATypedFieldOfItsName() throws {
        let root: Value = .object(["seller": .object(["nickname": .string("<누구>")])])
        let template = "{{#seller}}{{nickname}}{{/seller}} {{seller.nickname}}"
        #expect(
            try rendered(template, root, within: Listing()) == "&lt;누구&gt; &lt;누구&gt;")
    }

    @Test func missingMembersRenderNothing() throws {
        #expect(try rendered("[{{nothing.at.all}}]", Self.chair) == "[]")
    }

    @Test func innermostDynamicFrameWins() throws {
        let root: Value = .object(["a": .string("밖"), "in": .object(["b": .string("안")])])
        #expect(try rendered("{{#in}}{{a}}{{b}}{{/in}}{{a}}", root) == "밖안밖")
    }

    @Test func lambdaInATypedFieldSeesTheTypedFrames() throws {
        let shout = Value.lambda { "\($0)! {{title}}" }
        let listing = Listing(extra: shout)
        #expect(try rendered("{{#extra}}{{price}}{{/extra}}", listing) == "35000! 원목의자")
    }

    @Test func faultyLambdaTextIsAnError() throws {
        let listing = Listing(extra: .lambda { _ in "{{titel}}" })
        #expect(throws: TemplateError.self) { try rendered("{{extra}}", listing) }
    }

    @Test func lambdaThatNamesItselfEnds() throws {
        let root: Value = .object(["again": .lambda { _ in "{{again}}" }])
        #expect(throws: TemplateError.self) { try rendered("{{again}}", root) }
    }

    @Test func partialNamedByATypedFieldSeesItsFrames() throws {
        let listing = Listing(title: "card", note: "새것")
        let text = try rendered("{{>*title}}", listing, partials: ["card": "<{{note}}>"])
        #expect(text == "<새것>")
    }

    @Test func parentNamedByAFieldTakesBlocks() throws {
        let text = try rendered(
            "{{<*title}}{{$b}}{{price}}{{/b}}{{/*title}}", Listing(title: "box"),
            partials: ["box": "[{{$b}}{{/b}}]"])
        #expect(text == "[35000]")
    }

    @Test func partialThatDoesNotFitIsAnErrorWhenNamed() throws {
        let listing = Listing(title: "card")
        #expect(throws: TemplateError.self) {
            try rendered("{{>*title}}", listing, partials: ["card": "{{nothing}}"])
        }
    }
}
