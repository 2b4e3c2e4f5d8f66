import HTTPServer
import Localization
import Mustache

/// The paths of pages that consist of words only: apart from the header, they are the same for
/// everybody who reads the same language.
enum WordsRoutes {
    static func all(_ pages: Pages) throws -> [Route] {
        [
            .get(Link.rules, try WordsScene(pages, "about/rules").show),
            .get(Link.privacy, try WordsScene(pages, "about/privacy").show),
            // Browsers keep this page to show when the network fails.
            .shared(.get, Link.offline, try WordsScene(pages, "offline").show),
            .get(Link.manifest, try ManifestScene(pages).show),
        ]
    }
}

/// A page of text: `/rules`, `/privacy`, `/offline`.
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

/// `/manifest.webmanifest`: the market's name and icons when it is installed as an app.
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

/// The output of a page that consists of words only.
private struct NoFields: TemplateData {
    static let fields: [Field<NoFields>] = []
}

private struct ManifestPage: TemplateData {
    let language: Language

    static let fields: [Field<ManifestPage>] = [Field("language") { $0.language.tag }]
}
