import Testing

@testable import Mustache

@Suite
struct MessageTests {
    private static let messages = Messages([
        "form.title": [.text("제목 <&>")], "form.price": [.text("값 "), .value("price"), .text("원")],
        "seller.likes": [.transformed("title", by: { "[\($0)]" }), .text("!")],
        "seller.name": [.value("seller.nickname")], "no.field": [.value("nothing")],
        "no.text": [.transformed("photos", by: { $0 })], "photo": [.value("path")],
    ])

    private func library(_ template: String) throws -> Library {
        try Library(
            [Library.Text(name: "page", file: "page.mustache", template)], messages: Self.messages)
    }

    private func rendered(_ template: String, _ listing: Listing = Listing()) throws -> String {
        let template = try library(template).template("page", for: Listing.self)
        return String(decoding: try template.render(listing), as: UTF8.self)
    }

    @Test(arguments: [
        ("<{{words.form.title}}>", "<제목 &lt;&amp;&gt;>"), ("{{{words.form.title}}}", "제목 <&>"),
        ("{{words.form.price}}", "값 35000원"), ("{{words.seller.name}}", "연남동 목수"),
        ("({{words.seller.likes}})", "([원목의자]!)"), ("{{words.photo}}", nil),
        ("{{#photos}}{{words.photo}} {{/photos}}", "/1 /2 "),
        ("{{#words.form.title}}{{/words.form.title}}", nil),
    ])
    func messageIsShownInItsPlace(template: String, expected: String?) throws {
        let listing = Listing(photos: [Photo(path: "/1"), Photo(path: "/2")])
        guard let expected else {
            #expect(throws: TemplateErrors.self) { try rendered(template, listing) }
            return
        }
        #expect(try rendered(template, listing) == expected)
    }

    @Test func argumentIsEscapedOnce() throws {
        #expect(try rendered("{{words.seller.likes}}", Listing(title: "<b>")) == "[&lt;b&gt;]!")
        #expect(try rendered("{{{words.seller.likes}}}", Listing(title: "<b>")) == "[<b>]!")
    }

    @Test(arguments: [
        ("a\n{{words.form.nothing}}", "page.mustache:2:1: there is no message “form.nothing”"),
        ("{{words}}", "page.mustache:1:1: there is no message “”"),
        ("{{words.no.field}}", "page.mustache:1:1: nothing offers “nothing” (Listing)"),
        (
            "{{words.no.text}}",
            "page.mustache:1:1: “photos” is a list, which a message cannot show"
        ),
    ])
    func messageThatCannotBeShownIsATemplateError(template: String, message: String) throws {
        let library = try library(template)
        let error = #expect(throws: TemplateErrors.self) {
            try library.template("page", for: Listing.self)
        }
        #expect(error?.all.map(\.description) == [message])
    }

    @Test func theNamesShownAreKnown() throws {
        let library = try library(
            "{{words.a}}{{#photos}}{{words.b.c}}{{/photos}}{{$x}}{{words.d}}{{/x}}{{title}}")
        #expect(library.shownMessages == ["a", "b.c", "d"])
    }

    /// Writes the message that it chooses, with `<one>` and `two` as its arguments.
    private struct Choice: TemplateValue {
        let message: Int
        var isTruthy: Bool { true }

        func write(_ action: Action, _ renderer: inout Renderer) {
            renderer.write(message: message, for: action) { place, action, renderer in
                ["<one>", "two"][place].write(action, &renderer)
            }
        }
    }

    @Test(arguments: [
        (0, "{{.}}", "&lt;1&gt;: &lt;one&gt;, [two]"), (0, "{{{.}}}", "<1>: <one>, [two]"),
        (1, "{{.}}", "[&lt;one&gt;] &amp; [&lt;one&gt;]"), (2, "{{.}}", ""), (3, "{{.}}", ""),
        (-1, "{{.}}", ""),
    ])
    func valuesChooseTheirMessage(message: Int, template: String, expected: String) throws {
        let messages = Messages(
            [
                "a": [
                    .text("<1>: "), .value("x"), .text(", "),
                    .transformed("y", by: { "[\($0)]" }),
                ],
                "b": [
                    .transformed("x", by: { "[\($0)]" }), .text(" & "),
                    .transformed("x", by: { "[\($0)]" }),
                ],
            ],
            chosen: [
                Messages.Chosen(name: "a", arguments: ["x", "y"]),
                Messages.Chosen(name: "b", arguments: ["x"]),
                Messages.Chosen(name: "missing", arguments: ["x"]),
            ])
        let library = try Library([Library.Text(name: "page", template)], messages: messages)
        let bytes = try library.template("page", for: Choice.self).render(Choice(message: message))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func aConstantIsPartOfTheTemplateWhereverItStands() throws {
        let library = try Library(
            [
                Library.Text(name: "page", "{{file}} {{#photos}}{{> photo}}{{/photos}}{{title}}"),
                Library.Text(name: "photo", "{{{file}}}{{path}} "),
            ],
            constants: ["file": "/a?b&c", "title": "hidden"])
        let listing = Listing(photos: [Photo(path: "/1"), Photo(path: "/2")])
        let bytes = try library.template("page", for: Listing.self).render(listing)
        #expect(String(decoding: bytes, as: UTF8.self) == "/a?b&amp;c /a?b&c/1 /a?b&c/2 hidden")
    }

    @Test func theSameTemplatesSaySomethingElse() throws {
        let other = try library("{{words.form.title}}")
            .localized(with: Messages(["form.title": [.text("Title")]]))
        let template = try other.template("page", for: Listing.self)
        #expect(String(decoding: try template.render(Listing()), as: UTF8.self) == "Title")
    }
}
