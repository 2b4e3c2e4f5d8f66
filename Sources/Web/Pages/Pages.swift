import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// Turns an output into a page: its template, inside the layout that all pages share.
struct Pages: Sendable {
    let templates: TemplateStore
    let cookies: CookieJar
    let languages: LanguageChoice
    /// What the operator says of the site; empty for nothing.
    let operatorText: String
    let zone: MarketTimeZone
    /// The zone of the times on pages, when it is not that of Korea.
    let otherZone: String?
    let origin: Origin
    /// Whether the site has browsers be told of news.
    let sendsPushes: Bool
    let storage: any CommitCounting & AnnouncementStorage
    let cache: PageCache
    /// For pages that are the same for everybody; one that holds what a visitor typed stays plain.
    let gzip: Gzip
    /// Random: tells the pages of this process from those of the one before.
    let processName: ShortText

    /// What may be kept by who asked for it, and is asked about each time.
    static let revalidated: StaticString = "private, no-cache"
    /// So long after a sign-in, in seconds, pages have the browser go on being told of news.
    private static let timeToResumePushes: Int64 = 60

    /// Names the market as it is now.
    var version: ShortText { version(at: storage.commitCount) }

    /// Names the market as it was at a count of commits. Counts begin anew with each process, so
    /// that has a name too.
    func version(at commitCount: UInt64) -> ShortText {
        var version = processName
        version.append("-")
        version.append(Int64(commitCount))
        return version
    }

    /// A phrase in the visitor's language, for what is no page.
    func text(_ phrase: Phrase, for context: RequestContext) -> String {
        templates.text(phrase, in: languages.language(of: context))
    }

    /// The same of phrases that stand below each other.
    func text(_ lines: Lines, for context: RequestContext) -> String {
        lines.phrases.map { text($0, for: context) }.joined(separator: "\n")
    }

    /// - Parameter alert: what the page says first; without one, what a redirect left for it.
    /// - Throws: `TemplateErrors` in development, when a template was changed for the worse.
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

    /// In whichever way they have signed in, and whatever the page says of that.
    private func resumesPushes(_ context: RequestContext?) -> Bool {
        guard sendsPushes, let context, let member = context.member else { return false }
        return context.now.since(member.dateSignedIn) < Self.timeToResumePushes
    }
}
