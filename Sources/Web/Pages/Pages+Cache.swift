import HTTPServer
import Localization
import Market
import Mustache
import Secrets
import ViewModels

/// An output that is the same for everybody, until the market changes or an age on it does.
protocol Aging {
    var freshUntil: Timestamp { get }
}

extension Pages {
    /// In bytes: compressing them takes 3 ms.
    private static let mostCompressed = 256 << 10

    /// The page as it was made before, when it is exact still; else made anew.
    ///
    /// An alert is for one visitor, and so is a page of one who is signed in, or who is told that
    /// something was asked about what they have posted: it is neither kept nor taken from what was
    /// kept.
    /// - Parameters:
    ///   - variant: what the page depends on beside its address.
    ///   - origin: where the visitor found it, if that stands on it.
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

    /// In seconds: what was kept longer ago says too little.
    private static let longestOldPage: Int64 = 3_600

    /// While the storage cannot be read: the page as it was, and since when it is so.
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
        // A message of ours and digits, which need no escaping.
        let note = "\n<p class=\"note\" role=\"status\">\(text)</p>"
        html.insert(contentsOf: note.utf8, at: start + 1)
        var response = Response(.ok, body: .bytes(html))
        response.fields = Kind.page[language].lines
        response.append("Cache-Control", "no-store" as StaticString)
        return response
    }

    /// What may be kept, and until when nothing but a change of the market makes it another.
    struct Content {
        let body: Response.Body
        var freshUntil = Timestamp(seconds: .max)
        /// Names the body; without it that is named by what it was made of.
        var tag: EntityTag?

        /// The same without the room that the page was made in beyond its end.
        fileprivate var compactBody: Response.Body {
            guard case .bytes(let bytes) = body else { return body }
            return .bytes(bytes.withUnsafeBufferPointer { Array($0) })
        }

        /// What may be compressed: more would hold up its event loop.
        fileprivate var smallBytes: [UInt8]? {
            guard case .bytes(let bytes) = body, bytes.count <= mostCompressed else { return nil }
            return bytes
        }
    }

    /// What all of a kind are sent with. An object: to copy it would count eight references.
    final class Kind: Sendable {
        let mediaType: String
        let cacheControl: String
        let fields: FieldLines
        /// What of a request chooses among several.
        let vary: StaticString?
        /// All of these but how they may be kept, written once.
        let lines: FieldLines
        /// All of these.
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

        /// What answers a form of a guest. It must still be there for who goes back to it, when what
        /// they sent next has left a cookie: a browser has it from its cache, or shows an error.
        static let answerToGuest = ByLanguage { kind(in: $0, vary: "Accept-Language") }

        private static func kind(in language: Language, vary: StaticString) -> Kind {
            var fields = SecurityHeaders.page
            fields.append("Content-Language", language.tag)
            return Kind(
                mediaType: SecurityHeaders.pageType, cacheControl: "private, no-cache",
                fields: fields, vary: vary)
        }
    }

    /// What was made before, when it is exact still; else made anew. It has to be the same for
    /// everybody.
    /// - Parameters:
    ///   - origin: where the visitor found it, if that stands in it.
    ///   - make: is told the storage's count of commits before anything is read.
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

    /// Names what was made by what it was made of rather than by its bytes: the same address at the
    /// same count of commits with the same ages is the same. Counts begin anew with each process,
    /// so that has a name too.
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
