import HTTPServer
import Localization

/// Which language a visitor reads the site in.
struct LanguageChoice: Sendable {
    /// The cookie's lifetime, in seconds: a year.
    private static let lifetime = 365 * 86_400
    private static let tags = Language.allCases.map(\.tag)
    /// The header fields that determine the language, for `Vary`. Private pages have it, too, so that a browser
    /// that goes back does not show a cached one in another language, or of another account.
    static let fields: StaticString = "Accept-Language, Cookie"

    let cookies: CookieJar

    /// The language chosen in the account, otherwise the one in the cookie, otherwise the best
    /// match for `Accept-Language`.
    func language(of context: RequestContext) -> Language {
        context.member?.account.language ?? chosen(by: context.request)
            ?? context.request.headers.preferredLanguage(of: Self.tags).flatMap(Language.init)
            ?? .korean
    }

    private func chosen(by request: Request) -> Language? {
        cookies.value(.language, in: request).flatMap(Language.init)
    }

    /// Stores the choice in the browser.
    /// - Parameter language: nil deletes the cookie, so that `Accept-Language` decides from now on.
    func keep(_ language: Language?, on response: inout Response) {
        cookies.set(
            .language, to: language?.tag ?? "", lifetime: language == nil ? 0 : Self.lifetime,
            on: &response)
    }
}

/// A value for each language.
struct ByLanguage<Value: Sendable>: Sendable {
    private let korean: Value
    private let english: Value

    init<Failure: Error>(_ make: (Language) throws(Failure) -> Value) throws(Failure) {
        korean = try make(.korean)
        english = try make(.english)
    }

    subscript(language: Language) -> Value {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}
