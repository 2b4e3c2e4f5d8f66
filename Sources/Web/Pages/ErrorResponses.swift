import HTTPServer
import Mustache
import ViewModels

/// The one place that turns errors into responses. Visitors read what to do; the operator reads
/// why.
struct ErrorResponses: Sendable {
    private let pages: Pages
    private let template: PageTemplate<ErrorPage>
    private let isDevelopment: Bool
    private let askToSignIn: AskToSignIn
    private let log: @Sendable (_ reason: String, RequestContext) -> Void

    /// Answers who came for what takes an account, with the form that is to be carried through.
    typealias AskToSignIn =
        @Sendable (RequestContext, _ form: CarriedForm?) async throws -> Response

    /// - Parameter log: is told what only the operator can mend.
    init(
        pages: Pages, isDevelopment: Bool, askToSignIn: @escaping AskToSignIn,
        log: @escaping @Sendable (_ reason: String, RequestContext) -> Void
    ) throws {
        self.pages = pages
        self.isDevelopment = isDevelopment
        self.askToSignIn = askToSignIn
        self.log = log
        template = try pages.templates.page("error")
    }

    func response(to error: any Error, for context: RequestContext) async -> Response {
        let error = SiteError(error)
        if case .signedOut(let form) = error {
            do {
                return try await askToSignIn(context, form)
            } catch {
                return await self.response(to: error, for: context)
            }
        }
        var detail: String?
        if case .failed(let reason) = error {
            log(reason, context)
            detail = reason
        }
        var response = page(error.status ?? .internalServerError, detail: detail, for: context)
        error.appendHints(to: &response)
        return response
    }

    /// - Parameter context: nil when what came was no request.
    func page(_ status: Status, detail: String? = nil, for context: RequestContext?) -> Response {
        let page = ErrorPage(status: status, detail: isDevelopment ? detail : nil)
        do {
            return try pages.response(page, template, status: status, for: context)
        } catch {
            return .text("\(page.words.heading)\n\(page.detail ?? "")\n", status: status)
        }
    }
}

/// A page that says why there is no other.
struct ErrorPage: Sendable {
    let status: Status
    /// For developers at their own machine only.
    let detail: String?

    var words: (heading: String, message: String) {
        switch status {
        case .badRequest, .notImplemented, .versionNotSupported:
            ("요청을 알아듣지 못했어요", "주소나 보낸 내용이 올바르지 않아요. 처음부터 다시 해주세요.")
        case .forbidden:
            ("다른 사이트에서 보낸 요청이에요", "장터의 화면에서 다시 해주세요.")
        case .notFound:
            ("없는 페이지예요", "글이 지워졌거나 주소가 잘못되었어요.")
        case .methodNotAllowed:
            ("이렇게는 쓸 수 없는 주소예요", "장터의 화면에서 다시 해주세요.")
        case .requestTimeout:
            ("너무 오래 걸렸어요", "연결을 확인하고 다시 해주세요.")
        case .contentTooLarge:
            ("보낸 것이 너무 커요", "뒤로 돌아가 사진을 줄이고 다시 올려주세요.")
        case .uriTooLong, .headerFieldsTooLarge:
            ("주소가 너무 길어요", "처음 화면에서 다시 해주세요.")
        case .unsupportedMediaType:
            ("읽을 수 없는 형식이에요", "장터의 화면에서 다시 해주세요.")
        case .tooManyRequests:
            ("너무 여러 번 하셨어요", "잠시 뒤에 다시 해주세요.")
        case .serviceUnavailable:
            ("지금은 붐벼요", "잠시 뒤에 다시 해주세요.")
        default:
            status.code < 500
                ? ("요청을 알아듣지 못했어요", "처음 화면에서 다시 해주세요.")
                : ("문제가 생겼어요", "우리 쪽 잘못이에요. 잠시 뒤에 다시 해주세요.")
        }
    }
}

extension ErrorPage: TemplateData {
    static let fields: [Field<ErrorPage>] = [
        Field("status") { $0.status.code },
        Field("heading") { $0.words.heading },
        Field("message") { $0.words.message },
        Field("detail") { $0.detail },
    ]
}
