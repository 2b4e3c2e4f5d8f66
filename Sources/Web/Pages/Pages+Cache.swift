import HTTPServer
import Localization
import Market
import Mustache
import Secrets
import ViewModels

/// An output that is the same for everybody until the market changes or an age shown on it does.
protocol Aging {
    var freshUntil: Timestamp { get }
}

extension Pages {
    /// In bytes: compressing this much takes 3 ms.
    private static let mostCompressed = 256 << 10

    /// The cached page if it is still current, otherwise a new one.
    ///
    /// Pages that carry an alert, and pages for members or for guests with unread questions about
    /// their listings, are for one visitor: they bypass the cache.
    /// - Parameters:
    ///   - variant: what the page depends on besides its address.
    ///   - origin: the origin at which the visitor found it, if the page shows it.
    func response<Output: TemplateData & Aging>(
        for context: RequestContext, variant: String, at origin: String = "",
        _ template: PageTemplate<Output>,
        output: () async throws -> Output
    ) async throws -> Response {
        guard context.member == nil, context.unreadQuestions == 0,
            Flash(in: context.request, cookies) == nil
        else {
            return try response(try await output(), template, for: context)
        }
        let language = languages.language(of: context)
        let variant = language.tag + "-" + variant
        do {
            return try await response(
                for: context, variant: variant, at: origin, Kind.page[language]
            ) { commitCount in
                let output = try await output()
                var context = context
                context.commitCount = commitCount
                let html = try html(output, template, alert: nil, in: language, context)
                return Content(body: .bytes(html), freshUntil: output.freshUntil)
            }
        } catch let error as StorageError where error == .busy {
            let key = Self.key(for: context, variant: variant, at: origin)
            guard let page = oldPage(key, in: language, at: context.now) else { throw error }
            return page
        }
    }

    /// In seconds: an older page is too outdated to show.
    private static let longestOldPage: Int64 = 3_600

    /// The outdated page with a note saying when it was made, for while the storage cannot be read.
    private func oldPage(_ key: PageCache.Key, in language: Language, at now: Timestamp)
        -> Response?
    {
        guard let page = cache.oldPage(key, lifetime: Self.longestOldPage, at: now),
            case .bytes(var html) = page.representation.content,
            let main = html.firstRange(of: Array("<main".utf8))?.upperBound,
            let start = html[main...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let moment = Moment(page.dateMade, in: zone).text
        let text = templates.text(Phrase(.shownAsOf, .phrase(moment)), in: language)
        // The site's own message and digits, so it needs no escaping.
        let note = "\n<p class=\"note\" role=\"status\">\(text)</p>"
        html.insert(contentsOf: note.utf8, at: start + 1)
        var response = Response(.ok, body: .bytes(html))
        response.fields = Kind.page[language].lines
        response.append("Cache-Control", "no-store" as StaticString)
        return response
    }

    /// An answer that may be cached, and how long it stays current if the market does not change.
    struct Content {
        let body: Response.Body
        var freshUntil = Timestamp(seconds: .max)
        /// The body's entity tag; if nil, one is derived from what the body was made of.
        var tag: EntityTag?

        /// The body without the spare capacity that the buffer was allocated with.
        fileprivate var compactBody: Response.Body {
            guard case .bytes(let bytes) = body else { return body }
            return .bytes(bytes.withUnsafeBufferPointer { Array($0) })
        }

        /// The body's bytes if it may be compressed; compressing more would block the event loop.
        fileprivate var smallBytes: [UInt8]? {
            guard case .bytes(let bytes) = body, bytes.count <= mostCompressed else { return nil }
            return bytes
        }
    }

    /// The header fields that all answers of a kind share. A class, because copying a struct would
    /// retain eight references.
    final class Kind: Sendable {
        let mediaType: String
        let cacheControl: String
        let fields: FieldLines
        /// The value of `Vary`.
        let vary: StaticString?
        /// All these fields except `Cache-Control`, serialised once.
        let lines: FieldLines
        /// All these fields.
        let allLines: FieldLines

        init(
            mediaType: String, cacheControl: String, fields: FieldLines = FieldLines(),
            vary: StaticString? = nil
        ) {
            self.mediaType = mediaType
            self.cacheControl = cacheControl
            self.fields = fields
            self.vary = vary
            var lines = FieldLines()
            lines.append("Content-Type", mediaType)
            lines.append(fields)
            if let vary { lines.append("Vary", vary) }
            self.lines = lines
            lines.append("Cache-Control", cacheControl)
            allLines = lines
        }

        static let page = ByLanguage { kind(in: $0, vary: LanguageChoice.fields) }

        /// The answer to a guest's form, which does not vary by `Cookie`. A guest who goes back to
        /// it after a later answer has set a cookie must still see it: a browser shows the answer
        /// to a POST again only from its cache, or else an error.
        static let answerToGuest = ByLanguage { kind(in: $0, vary: "Accept-Language") }

        private static func kind(in language: Language, vary: StaticString) -> Kind {
            var fields = SecurityHeaders.page
            fields.append("Content-Language", language.tag)
            return Kind(
                mediaType: SecurityHeaders.pageType, cacheControl: "private, no-cache",
                fields: fields, vary: vary)
        }
    }

    /// The cached answer if it is still current, otherwise a new one. It must be the same for everybody.
    /// - Parameters:
    ///   - origin: the origin at which the visitor found it, if the answer contains it.
    ///   - make: receives the storage's commit count before anything is read.
    func response(
        for context: RequestContext, variant: String = "", at origin: String = "", _ kind: Kind,
        make: (_ commitCount: UInt64) async throws -> Content
    ) async throws -> Response {
        let key = Self.key(for: context, variant: variant, at: origin)
        let commitCount = storage.commitCount
        if let page = cache.page(key, commitCount: commitCount, at: context.now) {
            context.kept.source = page
            return page.representation.response(to: context.request)
        }
        let content = try await make(commitCount)
        let tag = content.tag ?? tag(commitCount, content.freshUntil, variant)
        let isKept =
            content.body.count <= PageCache.largestPage && cache.isWorthKeeping(key)
        guard isKept || context.request.isConditional else {
            var response = Response(.ok, body: content.body)
            response.fields = kind.allLines
            if content.smallBytes != nil {
                response.compress(with: gzip, for: context.request, tag: tag)
            } else if let tag {
                response.fields.append(tag)
            }
            return response
        }
        var representation = Representation(
            isKept ? content.compactBody : content.body, mediaType: kind.mediaType, tag: tag,
            cacheControl: kind.cacheControl, acceptsRanges: false, vary: kind.vary,
            gzip: content.smallBytes.flatMap { gzip.variant(of: $0) })
        representation.append(kind.fields)
        guard isKept else { return representation.response(to: context.request) }
        cache.keep(
            PageCache.Page(
                representation: representation, commitCount: commitCount, dateMade: context.now,
                freshUntil: content.freshUntil),
            as: key)
        return representation.response(to: context.request)
    }

    private static func key(
        for context: RequestContext, variant: String, at origin: String
    ) -> PageCache.Key {
        PageCache.Key(
            path: context.request.path, query: context.request.rawQuery, variant: variant,
            origin: origin)
    }

    /// An entity tag made from what the answer depends on rather than from its bytes: the same
    /// address at the same commit count with the same ages has the same content. Each process
    /// starts its own count, so the process has a name in the tag, too.
    private func tag(
        _ commitCount: UInt64, _ freshUntil: Timestamp, _ variant: String
    ) -> EntityTag? {
        var state = version(at: commitCount)
        if freshUntil.seconds != .max {
            state.append("-")
            state.append(freshUntil.seconds)
        }
        return EntityTag("\(state)-\(variant)")
    }
}
