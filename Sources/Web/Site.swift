import HTTPServer
import Market
import Photos
import Secrets
import ViewModels

/// The market as a web site: a request comes in, a page goes out.
public final class Site: Sendable {
    /// Fields that every answer of the server should have.
    public static var fields: FieldBlock { SecurityHeaders.always }

    private let dependencies: Dependencies
    private let router: Router
    private let errors: ErrorResponses
    private let sharing: CrossOriginSharing
    private let proxies: TrustedProxies
    private let clock: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - clock: the time now.
    ///   - log: is told what only the operator can mend, a line each.
    /// - Throws: `TemplateError`s or `StaticFilesError` when the folders of `options.root` do not
    ///   hold a site.
    public init(
        _ options: SiteOptions, storage: any MarketStorage,
        clock: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void
    ) throws {
        let dependencies = try Dependencies(options, storage: storage)
        self.dependencies = dependencies
        let assets = dependencies.assets
        router = Router(routes: Self.routes(dependencies), sessions: dependencies.sessions) {
            assets.response(to: $0)
        }
        errors = ErrorResponses(
            pages: dependencies.pages, signIn: SignInScene(dependencies),
            isDevelopment: options.isDevelopment, log: log)
        sharing = CrossOriginSharing(origins: options.apiOrigins)
        proxies = TrustedProxies(addresses: options.proxies)
        self.clock = clock
    }

    /// What is at work at this moment, and what was counted.
    public var statistics: SiteStatistics {
        SiteStatistics(
            passwords: dependencies.passwordLimiter.load,
            photos: dependencies.photoUploads.gate.load,
            searches: dependencies.searchLimiter.gate.load,
            forms: dependencies.formLimiter.forms, cache: dependencies.pages.cache.uses)
    }

    /// Every path of the market, and behind them those of accounts and the organiser, in one table.
    /// Files of `Public` stand behind it.
    private static func routes(_ dependencies: Dependencies) -> [Route] {
        let list = ItemListScene(dependencies)
        let detail = ItemDetailScene(dependencies)
        let form = ItemFormScene(dependencies)
        let edit = ItemEditScene(dependencies)
        let prompt = PasswordPromptScene(dependencies)
        let categories = CategoryListScene(dependencies)
        let photos = PhotoScene(dependencies)
        return [
            .get("/", list.show),
            .get("/categories", categories.show),
            .get("/items/new", form.show),
            // A form that came back stands at the path it was sent to; asked for again, it is
            // there.
            .get("/items", { _ in .redirect(to: Scene.itemForm.path) }),
            .post("/items", form.submit),
            .get("/items/:item", detail.show),
            .get("/items/:item/edit", edit.show),
            .post("/items/:item/edit", edit.submit),
            .get("/items/:item/authorization", prompt.showAuthorization),
            .post("/items/:item/authorization", prompt.authorize),
            .get("/items/:item/deletion", prompt.showDeletion),
            .post("/items/:item/deletion", prompt.delete),
            .file("/photos/:photo/:size", photos.show),
            .post("/photos", photos.upload),
        ] + accountRoutes(dependencies) + sellingRoutes(dependencies)
            + organiserRoutes(dependencies)
            + feedRoutes(dependencies) + liveRoutes(dependencies) + apiRoutes(dependencies)
    }

    /// Answers a request; every error becomes a page here.
    public func respond(to request: Request) async -> Response {
        var context = RequestContext(
            request: request, now: clock(), remoteAddress: proxies.clientAddress(of: request))
        var response: Response
        do {
            guard
                Self.isSafe(request.method) || CrossSite.allows(request)
                    || sharing.allows(request)
            else { throw SiteError.crossSite }
            response = try await router.response(to: &context)
        } catch {
            // On the way to what is no page nobody has asked who it is; the error's page shows it.
            if context.member == nil, !context.isAPI {
                context.member = try? await dependencies.sessions.member(of: context)
            }
            response = await errors.response(to: error, for: context)
        }
        dependencies.sessions.handOut(to: context, on: &response)
        if context.isAPI { sharing.share(&response, with: request) }
        return response
    }

    /// Whether the method only reads (RFC 9110 section 9.2.1).
    private static func isSafe(_ method: Method) -> Bool {
        [.get, .head, .options, .trace, .query].contains(method)
    }

    /// Answers what is no request at all, in the site's look; a program in the API's.
    public func respond(to request: FailedRequest) -> Response {
        guard API.isAPI(request.path) else { return errors.page(request.status, for: nil) }
        var response = APIError(request.status, reason: request.reason).response
        sharing.share(&response)
        return response
    }
}
