import HTTPServer
import Localization
import Market

/// `POST /language`: the language switch at the foot of every page.
struct LanguageScene: Sendable {
    private let storage: any AccountStorage
    private let forms: FormLimiter
    private let languages: LanguageChoice

    init(_ dependencies: Dependencies) {
        storage = dependencies.storage
        forms = dependencies.formLimiter
        languages = dependencies.pages.languages
    }

    /// Sets the language, and redirects back to the page that the switch was on.
    func choose(_ context: RequestContext) async throws -> Response {
        let form = try await forms.withForm(of: context) { $0 }
        guard let language = form.text("language").flatMap(Language.init) else {
            throw SiteError.badRequest
        }
        if let account = context.member?.account, account.language != language {
            try await storage.setLanguage(language, of: account.id)
        }
        let path = ReturnPath(named: context.request.query["return"])
        var response = Response.redirect(to: path.text)
        languages.keep(language, on: &response)
        return response
    }
}
