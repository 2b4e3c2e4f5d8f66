import HTTPServer
import OpenMarket
import ViewModels

/// Why a call is not answered with what it asks for.
struct CallError: Error {
    let status: Status
    let failure: Failure
    /// What the layers below said.
    private(set) var cause: SiteError

    /// - Parameter fields: what has to be put right, by the names that the caller knows.
    init(_ status: Status, _ message: String, fields: [String: String] = [:]) {
        self.status = status
        failure = Failure(message: message, fields: fields)
        cause = .badRequest
    }

    /// Something in the fields has to be put right.
    init(invalid faults: KeyValuePairs<String, String>) {
        self.init(invalid: faults.map { ($0, $1) })
    }

    /// - Parameter faults: by field, in the order in which they are told; a field may have several.
    init(invalid faults: [(field: String, message: String)]) {
        self.init(
            .badRequest, faults.map(\.message).joined(separator: " "),
            fields: Dictionary(
                faults.map { ($0.field, $0.message) }, uniquingKeysWith: { "\($0) \($1)" }))
    }

    /// Translates what the layers below throw.
    init(_ error: any Error) {
        switch error {
        case let error as CallError: self = error
        case FormError.notUTF8(let name):
            self.init(invalid: [name: "UTF-8로 적어주세요."])
        case FormError.tooManyParts(let name):
            self.init(invalid: [name: "너무 많이 보냈어요."])
        case FormError.fieldTooLarge(let name):
            self.init(.contentTooLarge, "너무 길어요.", fields: [name: "너무 길어요."])
        default:
            let cause = SiteError(error)
            self.init(cause.status ?? .internalServerError)
            self.cause = cause
        }
    }

    /// - Parameter reason: what a developer is told beside; in English.
    init(_ status: Status, reason: String? = nil) {
        let message = Self.message(status)
        self.init(status, reason.map { "\(message) (\($0))" } ?? message)
    }

    /// - Parameter names: what the caller calls the fields, where that is something else.
    init(_ faults: [FieldFault], names: [String: String]) {
        self.init(invalid: faults.map { (names[$0.field] ?? $0.field, $0.message) })
    }

    /// - Parameter faults: by the names that the caller knows.
    init(_ refusal: Refusal, _ alert: Alert?, _ faults: [(field: String, message: String)]) {
        let words = alert.map { ([$0.title] + $0.lines.map(\.text)).joined(separator: ". ") } ?? ""
        switch refusal {
        case .invalid: self.init(invalid: faults)
        case .wrongPassword:
            self.init(.forbidden, words, fields: Self(invalid: faults).failure.fields)
        case .tooManyTries(let wait):
            self.init(.tooManyRequests, words, fields: Self(invalid: faults).failure.fields)
            cause = .tooOften(wait: wait)
        case .unavailable:
            self.init(.serviceUnavailable)
            cause = .unavailable
        }
    }

    var response: Response {
        var response = Response(
            status, type: "application/json", body: JSONWriter.bytes(of: failure))
        response.append("Cache-Control", "no-store")
        cause.appendHints(to: &response)
        return response
    }

    private static func message(_ status: Status) -> String {
        switch status {
        case .forbidden: "다른 사이트에서 보낸 요청이에요."
        case .notFound: "그런 것은 없어요. 지워졌거나 주소가 잘못되었어요."
        case .methodNotAllowed: "이 주소에는 그렇게 할 수 없어요."
        case .requestTimeout: "너무 오래 걸렸어요. 다시 보내주세요."
        case .contentTooLarge: "보낸 것이 너무 커요."
        case .uriTooLong, .headerFieldsTooLarge: "주소나 머리글이 너무 길어요."
        case .unsupportedMediaType: "읽을 수 없는 형식이에요."
        case .tooManyRequests: "너무 여러 번 하셨어요. 잠시 뒤에 다시 해주세요."
        case .serviceUnavailable: "지금은 붐벼요. 잠시 뒤에 다시 해주세요."
        default: status.code < 500 ? "요청을 알아듣지 못했어요." : "우리 쪽에 문제가 생겼어요. 잠시 뒤에 다시 해주세요."
        }
    }
}
