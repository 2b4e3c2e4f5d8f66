import HTTPServer
import Market
import Photos
import Secrets
import ViewModels

/// The market as a web site: a request comes in, a page goes out.
public final class Site: Sendable {
    /// Header fields that every response of the server should have.
    public static func fields(isBehindTLS: Bool) -> FieldLines {
        isBehindTLS ? SecurityHeaders.behindTLS : SecurityHeaders.always
    }

    private let dependencies: Dependencies
    private let router: Router
    private let errors: ErrorResponses
    private let sharing: CrossOriginSharing
    private let proxies: TrustedProxies
    private let answers: CachedAnswers
    /// Whether files cannot change while the site runs.
    private let hasFixedFiles: Bool
    /// Paths of files for which a route takes precedence.
    private let hiddenFiles: Set<String>
    private let clock: @Sendable () -> Timestamp
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - files: the files to use; nil reads those of `options.root`.
    ///   - clock: returns the current time.
    ///   - log: receives errors that only the operator can fix, a line each.
    /// - Throws: `TemplateErrors` or `StaticFilesError` if the folders of `options.root` do not contain a site.
    public init(
        _ options: SiteOptions, files: SiteFiles? = nil, storage: any MarketStorage,
        clock: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void
    ) throws {
        let files =
            try files ?? SiteFiles(root: options.root, isReloading: options.isDevelopment)
        let dependencies = Dependencies(options, files: files, storage: storage, clock: clock)
        self.dependencies = dependencies
        let sessions = dependencies.sessions
        let (assets, marks) = (dependencies.assets, dependencies.marks)
        let signIn = try SignInScene(dependencies, actions: Self.pendingActions(dependencies))
        let routes = try Self.routes(dependencies, signIn: signIn)
        let tree = RouteTree(routes)
        try dependencies.pages.templates.check(
            TemplateLinks(
                patterns: Set(routes.map(\.pattern)),
                leadsSomewhere: { tree.hasRoute(at: $0) || assets.etag(of: $0) != nil }))
        router = Router(
            tree,
            identify: { context in
                await sessions.waitForOwnWrite(of: context)
                context.commitCount = storage.commitCount
                context.member = try await sessions.member(of: context)
                guard marks.areNamed(context) else { return }
                context.unreadQuestions = await marks.countUnreadMessages(context)
            },
            fallback: { assets.response(to: $0) })
        errors = try ErrorResponses(
            pages: dependencies.pages, isDevelopment: options.isDevelopment,
            askToSignIn: signIn.ask, askToSendAgain: signIn.askToSendAgain,
            log: { reason, context in Self.log(reason, context, log) })
        sharing = CrossOriginSharing(origins: options.apiOrigins)
        proxies = TrustedProxies(addresses: options.proxies)
        answers = CachedAnswers(
            loops: options.loops, commitCount: { storage.commitCount }, clock: clock)
        hasFixedFiles = !files.templates.isReloading
        hiddenFiles = Set(assets.paths).filter { tree.hasRoute(at: $0) }
        self.clock = clock
        self.log = log
    }

    /// The whole route table; files of `Public` are looked up only where no route matches.
    static func routes(
        _ dependencies: Dependencies, signIn: SignInScene
    ) throws -> [Route] {
        try ItemRoutes.all(dependencies) + AccountRoutes.all(dependencies, signIn: signIn)
            + OrganiserRoutes.all(dependencies) + FeedRoutes.all(dependencies)
            + SearchRoutes.all(dependencies) + SavedSearchRoutes.all(dependencies)
            + TradeRoutes.all(dependencies) + PeopleRoutes.all(dependencies)
            + PushRoutes.all(dependencies) + APIRoutes.all(dependencies)
            + WordsRoutes.all(dependencies.pages) + ShortRoutes.all
            + AnnouncementRoutes.all(dependencies)
    }

    /// The buttons whose action is carried out once the guest who pressed them has signed in.
    private static func pendingActions(_ dependencies: Dependencies) throws -> [PendingAction] {
        try ItemRoutes.pendingActions(dependencies) + SavedSearchRoutes.pendingActions(dependencies)
            + PeopleRoutes.pendingActions(dependencies)
    }

    /// Whether the account has a page open that receives live events.
    public func isWatching(_ account: Account.ID) -> Bool {
        dependencies.streams.isWatching(account)
    }

    /// The current load, and the counts since the start.
    public var statistics: SiteStatistics {
        SiteStatistics(
            passwords: dependencies.passwordLimiter.load,
            photos: dependencies.photoUploads.limiter.load,
            searches: dependencies.searchLimiter.load,
            forms: dependencies.formLimiter.forms, cache: cacheUses)
    }

    private var cacheUses: SiteStatistics.CacheUses {
        var uses = dependencies.pages.cache.uses
        uses.hits += answers.hits
        return uses
    }

    /// Answers a request that needs no waiting: a file, or a guest's repeated request for a cached page.
    public func respondAtOnce(to request: Request) -> ImmediateAnswer? {
        guard request.method == .get || request.method == .head else { return nil }
        if hasFixedFiles, let file = dependencies.assets.response(to: request),
            !hiddenFiles.contains(request.path)
        {
            return ImmediateAnswer(file, isValid: { true })
        }
        return answers.answer(to: request)
    }

    /// Answers any request; every error becomes a page here, or an API error.
    public func respond(to request: Request) async -> Response {
        let path = API.path(of: request.path)
        var context = RequestContext(
            request: request, path: path, isAPI: API.isCall(path), now: clock(),
            remoteAddress: proxies.clientAddress(of: request))
        var response: Response
        do {
            guard
                Self.isSafe(request.method) || CrossSite.allows(request)
                    || sharing.allows(context)
            else { throw SiteError.crossSite }
            response = try await router.response(to: &context)
            keep(response, for: context)
        } catch {
            response = await answer(to: error, for: &context)
        }
        dependencies.sessions.handOut(to: context, on: &response)
        let mayHaveWritten = !Self.isSafe(request.method) || context.member?.newToken != nil
        if mayHaveWritten, !context.isAPI { dependencies.sessions.noteOwnWrite(on: &response) }
        if context.isAPI { sharing.share(&response, with: context) }
        return response
    }

    /// Remembers the answer for the next identical request, if it consists of a cached page and nothing else.
    private func keep(_ response: Response, for context: RequestContext) {
        guard let page = context.kept.source as? PageCache.Page, context.member == nil,
            !context.isAPI, !response.fields.contains("Set-Cookie"),
            dependencies.cookies.value(.commit, in: context.request) == nil
        else { return }
        answers.keep(page, for: context.request)
    }

    private func answer(to error: any Error, for context: inout RequestContext) async -> Response {
        if context.isAPI {
            let error = APIError(error)
            if case .failed(let reason) = error.cause { Self.log(reason, context, log) }
            return error.response
        }
        // The visitor has not been looked up for routes that do not need it, but the error page shows who is
        // signed in. If the storage is unavailable, another lookup would only wait again.
        if context.member == nil, !SiteError(error).isUnavailable {
            context.member = try? await dependencies.sessions.member(of: context)
        }
        return await errors.response(to: error, for: context)
    }

    /// Whether the method only reads (RFC 9110 section 9.2.1).
    private static func isSafe(_ method: Method) -> Bool {
        [.get, .head, .options, .trace, .query].contains(method)
    }

    /// Answers bytes that are not a valid request: with an error page, or an API error for API paths.
    public func respond(to request: RequestError) -> Response {
        guard API.isCall(API.path(of: request.path)) else {
            return errors.page(request.status)
        }
        var response = APIError(request.status, reason: request.reason).response
        sharing.share(&response)
        return response
    }

    private static func log(
        _ reason: String, _ context: RequestContext, _ log: (String) -> Void
    ) {
        let request = context.request
        let path = pathWithoutSecret(request.path) ?? logged(request.path[...])
        log("\(request.method.rawValue) \(path): \(reason)")
    }

    /// The path as it may be logged, if it contains a key that grants access, whatever the method;
    /// otherwise nil.
    public static func pathWithoutSecret(_ path: String) -> String? {
        if path.hasPrefix("/feeds/") { return "/feeds/*" }
        guard path.utf8.contains(UInt8(ascii: "-")),
            let key = path.split(separator: "/").first(where: DeletionKey.mayBeOne)
        else { return nil }
        return logged(path[..<key.startIndex]) + "*"
    }

    /// Percent-encodes the path again, because it may contain control characters that a terminal would obey.
    private static func logged(_ path: Substring) -> String {
        // The characters that a path may contain unencoded (RFC 3986 section 3.3).
        String(path).percentEncoded(keeping: "/!$&'()*+,;=:@")
    }
}
