import HTTPServer
import ViewModels

/// An alert that a redirect leaves for the page behind it: only its name travels, in a cookie.
enum Flash: String {
    case posted
    case updated
    case deleted

    private static let lifetime = 60

    var alert: Alert {
        switch self {
        case .posted: .posted
        case .updated: .updated
        case .deleted: .deleted
        }
    }

    /// Sends the visitor to a scene that shows this alert.
    func redirect(to scene: Scene, _ cookies: CookieJar) -> Response {
        var response = Response.redirect(to: scene.path)
        cookies.set(.alert, to: rawValue, lifetime: Self.lifetime, on: &response)
        return response
    }

    /// The alert left for this request's page.
    init?(in request: Request, _ cookies: CookieJar) {
        guard let name = cookies.value(.alert, in: request) else { return nil }
        self.init(rawValue: name)
    }

    /// Takes the alert away: it is shown once.
    static func clear(on response: inout Response, _ cookies: CookieJar) {
        cookies.set(.alert, to: "", lifetime: 0, on: &response)
    }
}
