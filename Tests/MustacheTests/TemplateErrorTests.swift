import Testing

@testable import Mustache

@Suite
struct TemplateErrorTests {
    @Test(arguments: [
        ("{{title", "page.mustache:1:1: the tag is not closed"),
        ("가 {{title}", "page.mustache:1:3: the tag is not closed"),
        ("{{{title}}", "page.mustache:1:1: the tag is not closed"),
        ("{{}}", "page.mustache:1:1: “” is not a name"),
        ("{{a b}}", "page.mustache:1:1: “a b” is not a name"),
        ("{{seller..area}}", "page.mustache:1:1: “seller..area” is not a name"),
        ("{{#a b}}{{/a b}}", "page.mustache:1:1: “a b” is not a name"),
        ("{{> }}", "page.mustache:1:1: “” is not a name"),
        ("{{$}}{{/}}", "page.mustache:1:1: “” is not a name"),
        ("a\n{{=<%=}}", "page.mustache:2:1: “<%” is not a pair of delimiters"),
        ("{{== ==}}", "page.mustache:1:1: “= =” is not a pair of delimiters"),
        ("\n  {{#photos}}\n", "page.mustache:2:3: “photos” is not closed"),
        ("{{<p}}", "page.mustache:1:1: “p” is not closed"),
        ("ab{{/photos}}", "page.mustache:1:3: nothing called “photos” is open here"),
        ("{{>nothing}}", "page.mustache:1:1: there is no template “nothing”"),
        ("{{<nothing}}{{/nothing}}", "page.mustache:1:1: there is no template “nothing”"),
        (
            "{{#isReserved}}\n {{>no}}{{/isReserved}}",
            "page.mustache:2:2: there is no template “no”"
        ),
    ])
    func syntaxIsChecked(template: String, message: String) {
        #expect(faults(template, partials: ["p": ""]) == [message])
    }

    @Test(arguments: [
        ("<b>\n  {{titel}}", "page.mustache:2:3: nothing offers “titel” (Listing)"),
        ("{{#titel}}{{/titel}}", "page.mustache:1:1: nothing offers “titel” (Listing)"),
        (
            "{{#photos}}{{pth}}{{/photos}}",
            "page.mustache:1:12: nothing offers “pth” (Photo, Listing)"
        ),
        ("{{seller.name}}", "page.mustache:1:1: “seller” (Seller) does not offer “name”"),
        ("{{title.length}}", "page.mustache:1:1: “title” (text) does not offer “length”"),
        (
            "{{#photos.path}}{{/photos.path}}",
            "page.mustache:1:1: “photos” (a list) does not offer “path”"
        ),
        ("{{photos}}", "page.mustache:1:1: “photos” is a list, which cannot be shown"),
        ("{{seller}}", "page.mustache:1:1: “seller” is Seller, which cannot be shown"),
        (
            "{{isReserved}}",
            "page.mustache:1:1: “isReserved” is a yes or no, which cannot be shown"
        ),
        ("{{.}}", "page.mustache:1:1: “.” is Listing, which cannot be shown"),
        ("{{>*photos}}", "page.mustache:1:1: “photos” is a list, not a name"),
    ])
    func namesAreChecked(template: String, message: String) {
        #expect(faults(template) == [message])
    }

    @Test func nameOfAnotherBranchIsNotOffered() {
        #expect(
            faults("{{^seller}}{{nickname}}{{/seller}}")
                == ["page.mustache:1:12: nothing offers “nickname” (Listing)"])
    }

    @Test func crossedSectionsAreReportedWhereTheInnerOneOpens() {
        #expect(
            faults("{{#photos}}{{#seller}}{{/photos}}{{/seller}}") == [
                "page.mustache:1:12: “seller” is not closed",
                "page.mustache:1:34: nothing called “seller” is open here",
            ])
    }

    @Test func allErrorsOfALoadAreReported() {
        #expect(
            faults("{{#a}}\n{{b c}}", partials: ["card": "{{/x}}{{d"]) == [
                "card.mustache:1:1: nothing called “x” is open here",
                "card.mustache:1:7: the tag is not closed",
                "page.mustache:1:1: “a” is not closed",
                "page.mustache:2:1: “b c” is not a name",
            ])
    }

    @Test func errorsInPartialsNameThePartialOnce() {
        #expect(
            faults("{{>card}} {{>card}}\n  {{>card}}", partials: ["card": "\n{{titel}}"])
                == ["card.mustache:2:1: nothing offers “titel” (Listing)"])
    }

    @Test func chromeStandsInTheMessage() throws {
        let library = try library("{{titel}}", [:])
        let errors = #expect(throws: TemplateErrors.self) {
            try library.template("page", for: Listing.self, within: Chrome.self)
        }
        #expect(
            errors?.description
                == "page.mustache:1:1: nothing offers “titel” (Listing, Chrome)")
    }

    @Test(arguments: [
        (["page": "{{>page}}"], ["page.mustache:1:1"]),
        (["page": "{{>a}}", "a": "x{{>b}}", "b": "{{>a}}"], ["b.mustache:1:1"]),
        (
            ["page": "{{#photos}}{{>a}}{{/photos}}", "a": "{{>b}}", "b": "{{>a}}"],
            ["a.mustache:1:1"]
        ),
        (["page": "{{#photos}}{{>a}}{{/photos}}", "a": "{{>page}}"], []),
        (["page": "{{<a}}{{/a}}", "a": "{{$b}}{{<a}}{{/a}}{{/b}}"], ["a.mustache:1:7"]),
    ])
    func inclusionWithoutEndIsFound(templates: [String: String], places: [String]) {
        let partials = templates.filter { $0.key != "page" }
        let found = faults(templates["page"] ?? "", partials: partials)
        #expect(found == places.map { "\($0): the template includes itself without end" })
    }

    @Test func unknownTemplateIsAnError() throws {
        let library = try library("", [:])
        let errors = #expect(throws: TemplateErrors.self) {
            try library.template("pgae", for: Listing.self)
        }
        #expect(errors?.description == "pgae: there is no such template")
    }

    @Test func nameUsedTwiceIsAnError() {
        let errors = #expect(throws: TemplateErrors.self) {
            try Library([.init(name: "a", file: "1", ""), .init(name: "a", file: "2", "")])
        }
        #expect(errors?.description == "2: “a” is 1 already")
    }

    @Test func missingPartialsMayBeAllowed() throws {
        let library = try Library([.init(name: "a", "[{{>b}}]")], allowsMissing: true)
        #expect(try library.template("a", for: Listing.self).render(Listing()) == Array("[]".utf8))
    }
}
