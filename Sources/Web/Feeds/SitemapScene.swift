import HTTPServer
import Market
import Mustache
import ViewModels

/// `/robots.txt`, `/sitemap.xml` and its parts, for search engines.
struct SitemapScene: Sendable {
    /// The most positions of the list, and so addresses, in a part: the limit of sitemaps.org.
    private static let partSize: Int64 = 50_000
    /// The most announcements listed; each of them is read.
    private static let mostAnnouncements = 100
    /// The name of the part for pages other than items'.
    private static let pagesName = "pages"
    private static let mediaType = "application/xml; charset=utf-8"
    /// Lets a reverse proxy answer repeated requests, in seconds.
    private static let cacheControl = "max-age=3600"

    private let index: SitemapIndex
    private let part: SitemapPart
    private let announcements: SitemapAnnouncements
    private let indexTemplate: BareTemplate<SitemapIndexPage>
    private let partTemplate: BareTemplate<SitemapPartPage>
    private let robotsTemplate: BareTemplate<RobotsPage>
    private let origin: Origin
    private let gzip: Gzip
    private let limiter: TurnLimiter

    init(_ dependencies: Dependencies) throws {
        index = SitemapIndex(storage: dependencies.storage)
        part = SitemapPart(storage: dependencies.storage)
        announcements = SitemapAnnouncements(storage: dependencies.storage)
        let templates = dependencies.pages.templates
        indexTemplate = try templates.bare("feeds/sitemap-index")
        partTemplate = try templates.bare("feeds/sitemap-part")
        robotsTemplate = try templates.bare("feeds/robots")
        origin = dependencies.origin
        gzip = dependencies.pages.gzip
        limiter = dependencies.searchLimiter
    }

    func showRobots(_ context: RequestContext) throws -> Response {
        let page = RobotsPage(origin: origin.text(for: context.request))
        return response(
            try robotsTemplate.render(page, in: .korean), "text/plain; charset=utf-8", context)
    }

    func showIndex(_ context: RequestContext) async throws -> Response {
        // A part in which all items are sold is read to its end.
        let parts = try await limiter.run(for: context.address) { [index] in
            try await index.output(for: Self.partSize)
        }
        let page = SitemapIndexPage(
            origin: origin.text(for: context.request),
            files: [Self.pagesName] + parts.map(\.description))
        return response(try indexTemplate.render(page, in: .korean), Self.mediaType, context)
    }

    /// Streams a part while it is read, so that little of it is in memory.
    func showPart(_ context: RequestContext, _ file: Substring) async throws -> Response {
        guard file.hasSuffix(".xml") else { throw SiteError.notFound }
        let name = file.dropLast(".xml".count)
        if name == Self.pagesName { return try await showPages(context) }
        guard let number = Int64(digits: name), number.description == name else {
            throw SiteError.notFound
        }
        var input = SitemapPart.Input(number: number, size: Self.partSize)
        let first = try await piece(input, context)
        guard !first.isEmpty else { throw SiteError.notFound }
        input.previous = first.next
        return stream(context) { [input] writer in
            var (input, piece) = (input, first)
            while true {
                try await writer.write(piece.xml)
                guard let last = piece.next else { return }
                input.previous = last
                piece = try await self.piece(input, context)
            }
        }
    }

    /// A piece of a part.
    private struct Piece: Sendable {
        let xml: [UInt8]
        let isEmpty: Bool
        let next: Market.Item.Position?
    }

    /// Reads and renders a page of items off the event loop.
    private func piece(
        _ input: SitemapPart.Input, _ context: RequestContext
    ) async throws -> Piece {
        let origin = origin.text(for: context.request)
        return try await limiter.run(for: context.address) { [part, partTemplate] in
            let output = try await part.output(for: input)
            let page = SitemapPartPage(
                origin: origin, entries: output.entries, isFirst: input.previous == nil,
                isLast: output.next == nil)
            return Piece(
                xml: try partTemplate.render(page, in: .korean), isEmpty: output.entries.isEmpty,
                next: output.next)
        }
    }

    private func showPages(_ context: RequestContext) async throws -> Response {
        let announcements = try await announcements.output(for: Self.mostAnnouncements)
        let lists = [nil] + Market.Category.allCases.map { Optional($0) }
        let page = SitemapPartPage(
            origin: origin.text(for: context.request),
            paths: lists.map {
                ItemListLink(ItemSelection(filter: ItemFilter(category: $0, status: .unsold)))
            }, announcements: announcements)
        return response(try partTemplate.render(page, in: .korean), Self.mediaType, context)
    }

    private func stream(
        _ context: RequestContext, _ write: @escaping @Sendable (StreamWriter) async throws -> Void
    ) -> Response {
        var response = Response(.ok, body: .stream(Response.Stream(write: write)))
        response.append("Content-Type", Self.mediaType)
        response.append("Cache-Control", Self.cacheControl)
        response.compress(with: gzip, for: context.request)
        return response
    }

    private func response(
        _ bytes: [UInt8], _ mediaType: String, _ context: RequestContext
    ) -> Response {
        Representation(
            .bytes(bytes), mediaType: mediaType, tag: EntityTag(digestOf: bytes),
            cacheControl: Self.cacheControl, acceptsRanges: false, gzip: gzip.variant(of: bytes)
        ).response(to: context.request)
    }
}

private struct RobotsPage: TemplateData {
    /// `https://market.example`.
    let origin: String

    static let fields: [Field<RobotsPage>] = [Field("origin") { $0.origin }]
}

private struct SitemapIndexPage: TemplateData {
    /// `https://market.example`.
    let origin: String
    /// The names of the parts, without `.xml`.
    let files: [String]

    static let fields: [Field<SitemapIndexPage>] = [
        Field("origin") { $0.origin },
        Field("files") { $0.files },
    ]
}

/// Entries of a part, with the document's start if they are the first and its end if they are the last.
private struct SitemapPartPage: TemplateData {
    /// `https://market.example`.
    let origin: String
    var entries: [SitemapPart.Entry] = []
    var paths: [ItemListLink] = []
    var announcements: SitemapAnnouncements.Output = []
    var isFirst = true
    var isLast = true

    static let fields: [Field<SitemapPartPage>] = [
        Field("isFirst") { $0.isFirst },
        Field("origin") { $0.origin },
        Field("paths") { $0.paths },
        Field("hasAnnouncements") { !$0.announcements.isEmpty },
        Field("announcements") { $0.announcements },
        Field("entries") { $0.entries },
        Field("isLast") { $0.isLast },
    ]
}

extension SitemapAnnouncements.Entry: TemplateData {
    public static let fields: [Field<SitemapAnnouncements.Entry>] = [
        Field("announcement") { $0.id },
        Field("dateModified") { $0.dateModified },
    ]
}

extension SitemapPart.Entry: TemplateData {
    public static let fields: [Field<SitemapPart.Entry>] = [
        Field("id") { $0.id },
        Field("dateModified") { $0.dateModified },
    ]
}
