import HTTPServer
import Localization
import Mustache

/// Every path of what says nothing but words: it is the same for everybody who reads the same
/// language, the header aside.
enum WordsRoutes {
    static func all(_ pages: Pages) throws -> [Route] {
        [
            .get(Link.rules, try WordsScene(pages, "about/rules").show),
            .get(Link.privacy, try WordsScene(pages, "about/privacy").show),
            // What a browser keeps to show where the network fails.
            .shared(.get, Link.offline, try WordsScene(pages, "offline").show),
            .get(Link.manifest, try ManifestScene(pages).show),
        ]
    }
}

/// A page for reading: `/rules`, `/privacy`, `/offline`.
struct WordsScene: Sendable {
    private let pages: Pages
    private let template: PageTemplate<NoFields>

    init(_ pages: Pages, _ template: String) throws {
        self.pages = pages
        self.template = try pages.templates.page(template)
    }

    func show(_ context: RequestContext) async throws -> Response {
        try pages.response(NoFields(), template, for: context)
    }
}

/// `/manifest.webmanifest`: what the market is called where it is installed as an app.
struct ManifestScene: Sendable {
    private let languages: LanguageChoice
    private let template: BareTemplate<ManifestPage>

    init(_ pages: Pages) throws {
        languages = pages.languages
        template = try pages.templates.bare("manifest")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let language = languages.language(of: context)
        let json = try template.render(ManifestPage(language: language), in: language)
        var response = Response(.ok, body: .bytes(json))
        response.append("Content-Type", "application/manifest+json")
        response.append("Content-Language", language.tag)
        response.append("Cache-Control", Pages.revalidated)
        response.append("Vary", LanguageChoice.fields)
        return response
    }
}

/// Of a page that says nothing but words.
private struct NoFields: TemplateData {
    static let fields: [Field<NoFields>] = []
}

private struct ManifestPage: TemplateData {
    let language: Language

    static let fields: [Field<ManifestPage>] = [
        Field("language") { $0.language.tag }
    ]
}
