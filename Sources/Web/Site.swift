import HTTPServer
import Market
import Photos
import Secrets
import ViewModels

/// The market as a web site: a request comes in, a page goes out.
public final class Site: Sendable {
    /// Fields that every answer of the server should have.
    public static var fields: FieldLines { SafetyFields.always }

    private let parts: SiteParts
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
        let parts = try SiteParts(options, storage: storage)
        self.parts = parts
        let assets = parts.assets
        router = Router(routes: Self.routes(parts), sessions: parts.sessions) {
            assets.response(to: $0)
        }
        errors = ErrorResponses(
            pages: parts.pages, signIn: SignInScene(parts),
            isDevelopment: options.isDevelopment, log: log)
        sharing = CrossOriginSharing(origins: options.apiOrigins)
        proxies = TrustedProxies(addresses: options.proxies)
        self.clock = clock
    }

    /// What is at work at this moment, and what was counted.
    public var statistics: SiteStatistics {
        SiteStatistics(
            passwords: parts.passwordGate.load, photos: parts.photoIntake.gate.load,
            searches: parts.searchGate.gate.load,
            forms: parts.formGate.forms, cache: parts.pages.cache.uses)
    }

    /// Every path of the market, and behind them those of accounts and the organiser, in one table.
    /// Files of `Public` stand behind it.
    private static func routes(_ parts: SiteParts) -> [Route] {
        let list = ItemListScene(parts)
        let detail = ItemDetailScene(parts)
        let form = ItemFormScene(parts)
        let edit = ItemEditScene(parts)
        let prompt = PasswordPromptScene(parts)
        let categories = CategoryListScene(parts)
        let photos = PhotoScene(parts)
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
        ] + accountRoutes(parts) + sellingRoutes(parts) + organiserRoutes(parts)
            + feedRoutes(parts) + liveRoutes(parts) + apiRoutes(parts)
    }

    /// Answers a request; every error becomes a page here.
    public func respond(to request: Request) async -> Response {
        var visit = Visit(
            request: request, now: clock(), remoteAddress: proxies.clientAddress(of: request))
        var response: Response
        do {
            guard
                Self.isSafe(request.method) || CrossSite.allows(request)
                    || sharing.allows(request)
            else { throw SiteError.crossSite }
            response = try await router.response(to: &visit)
        } catch {
            // On the way to what is no page nobody has asked who it is; the error's page shows it.
            if visit.member == nil, !visit.isCall {
                visit.member = try? await parts.sessions.member(of: visit)
            }
            response = await errors.response(to: error, for: visit)
        }
        parts.sessions.handOut(to: visit, on: &response)
        if visit.isCall { sharing.share(&response, with: request) }
        return response
    }

    /// Whether the method only reads (RFC 9110 section 9.2.1).
    private static func isSafe(_ method: Method) -> Bool {
        [.get, .head, .options, .trace, .query].contains(method)
    }

    /// Answers what is no request at all, in the site's look; a program in the API's.
    public func respond(to request: RequestError) -> Response {
        guard Call.isCall(request.path) else { return errors.page(request.status, for: nil) }
        var response = CallError(request.status, reason: request.reason).response
        sharing.share(&response)
        return response
    }
}
