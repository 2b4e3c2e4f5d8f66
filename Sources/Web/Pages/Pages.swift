import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// Renders an output as a page: its template, inside the layout that all pages share.
struct Pages: Sendable {
    let templates: TemplateStore
    let cookies: CookieJar
    let languages: LanguageChoice
    /// The operator's text in the footer; empty if there is none.
    let operatorText: String
    let zone: MarketTimeZone
    /// The name of the market's time zone; nil if it is Korea's.
    let otherZone: String?
    let origin: Origin
    /// Whether the site sends push notifications.
    let sendsPushes: Bool
    let storage: any CommitCounting & AnnouncementStorage
    let cache: PageCache
    /// Compresses pages that are the same for everybody; a page that holds what a visitor typed
    /// stays uncompressed.
    let gzip: Gzip
    /// Random; distinguishes this process's pages from those of an earlier process.
    let processName: ShortText

    /// `Cache-Control` for answers that the browser may cache but must revalidate each time.
    static let revalidated: StaticString = "private, no-cache"
    /// How long after a sign-in pages re-subscribe the browser to pushes, in seconds.
    private static let timeToResumePushes: Int64 = 60

    /// The current version of the market.
    var version: ShortText { version(at: storage.commitCount) }

    /// The version of the market at a commit count. Each process starts its own count, so the
    /// version includes the process's name.
    func version(at commitCount: UInt64) -> ShortText {
        var version = processName
        version.append("-")
        version.append(Int64(commitCount))
        return version
    }

    /// A phrase in the visitor's language, for use outside pages.
    func text(_ phrase: Phrase, for context: RequestContext) -> String {
        templates.text(phrase, in: languages.language(of: context))
    }

    /// The same for several phrases, a line each.
    func text(_ lines: Lines, for context: RequestContext) -> String {
        lines.phrases.map { text($0, for: context) }.joined(separator: "\n")
    }

    /// - Parameter alert: the alert at the top of the page; if nil, the one that a redirect left for it.
    /// - Throws: `TemplateErrors`, in development mode if a change broke the template.
    func response<Output>(
        _ output: Output, _ template: PageTemplate<Output>, status: Status = .ok,
        alert: Alert? = nil, caching: StaticString = Self.revalidated,
        for context: RequestContext?
    ) throws -> Response {
        let flash = alert == nil ? context.flatMap { Flash(in: $0.request, cookies) } : nil
        let language = context.map(languages.language) ?? .korean
        let html = try html(output, template, alert: alert ?? flash?.alert, in: language, context)
        var response = Response(status, body: .bytes(html))
        let isGuestsForm = context.map { $0.member == nil && $0.request.method == .post } ?? false
        response.fields =
            isGuestsForm ? Kind.answerToGuest[language].lines : Kind.page[language].lines
        response.append("Cache-Control", caching)
        if flash != nil { Flash.clear(on: &response, cookies) }
        return response
    }

    func html<Output>(
        _ output: Output, _ template: PageTemplate<Output>, alert: Alert?,
        in language: Language, _ context: RequestContext?
    ) throws -> [UInt8] {
        let leadsToAnnouncements =
            context?.member?.isOperator == true || !storage.announcementBoard.isEmpty
        let layout = Layout(
            alert: alert?.telling(context?.member?.suspension),
            resumesPushes: resumesPushes(context),
            member: context?.member, unreadQuestions: context?.unreadQuestions ?? 0,
            language: language, operatorText: operatorText,
            leadsToAnnouncements: leadsToAnnouncements, otherZone: otherZone,
            version: version(at: context?.commitCount ?? 0), origin: origin,
            request: context?.request)
        return try template.render(output, within: layout)
    }

    /// Depends only on the time of the sign-in, not on how the member signed in or what the page says.
    private func resumesPushes(_ context: RequestContext?) -> Bool {
        guard sendsPushes, let context, let member = context.member else { return false }
        return context.now.since(member.dateSignedIn) < Self.timeToResumePushes
    }
}
