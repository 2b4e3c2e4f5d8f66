import HTTPServer
import Localization
import Market
import OpenMarket
import ViewModels

/// The reason why a call cannot be answered as asked.
struct APIError: Error {
    let status: Status
    let failure: Failure
    /// The error from a lower layer, if that is the cause.
    private(set) var cause: SiteError?

    /// - Parameters:
    ///   - reason: additional information for developers, in English.
    ///   - fields: the messages about faulty fields, by the caller's names for them.
    init(
        _ status: Status, _ message: String, reason: String? = nil, fields: [String: String] = [:]
    ) {
        self.status = status
        failure = Failure(
            message: message, reason: reason ?? "\(status.phrase)", code: Int64(status.code),
            fields: fields)
    }

    /// Reports faulty fields.
    /// - Parameter faults: in the order in which they are listed; a field may have several.
    init(invalid faults: [CallFault]) {
        self.init(
            .badRequest, faults.map(\.message).joined(separator: " "),
            reason: Self.reason(faults), fields: Self.fields(faults))
    }

    /// Translates an error from a lower layer.
    init(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case FormError.notUTF8(let name):
            self.init(invalid: [CallFault(name, "UTF-8로 적어주세요.", "Write it in UTF-8.")])
        case FormError.tooManyParts(let name):
            self.init(invalid: [CallFault(name, "너무 많이 보냈어요.", "There are too many parts.")])
        case FormError.fieldTooLarge(let name):
            self.init(
                .contentTooLarge, "너무 길어요.", reason: "\(name): It is too long.",
                fields: [name: "너무 길어요."])
        case StorageError.changedMeanwhile: self.init(.preconditionFailed)
        case FormError.malformed(let reason):
            self.init(.badRequest, reason: reason)
        default:
            let cause = SiteError(error)
            self.init(cause.status ?? .internalServerError)
            self.cause = cause
        }
    }

    init(_ status: Status, reason: String? = nil) {
        self.init(status, Self.message(status), reason: reason)
    }

    /// - Parameter names: the caller's names for fields, where they differ.
    init(_ faults: [Fault], names: [String: String], words: CallWords) {
        self.init(invalid: faults.map { words.fault(names[$0.field] ?? $0.field, $0.message) })
    }

    /// - Parameters:
    ///   - faults: use the caller's names for the fields.
    ///   - wrongPassword: the status for a wrong password.
    init(
        _ refusal: Refusal.Reason, _ alert: Alert?, _ faults: [CallFault], wrongPassword: Status,
        words: CallWords
    ) {
        let sentences = alert.map { [$0.title] + $0.lines.map(\.text) } ?? []
        switch refusal {
        case .invalid: self.init(invalid: faults)
        case .wrongPassword:
            self.init(
                wrongPassword, sentences.map(words.korean).joined(separator: ". "),
                reason: "wrong password", fields: Self.fields(faults))
        case .tooManyTries(let wait):
            self.init(
                .tooManyRequests, Self.message(.tooManyRequests),
                reason: Self.reason(faults) ?? sentences.map(words.english).joined(separator: ". "),
                fields: Self.fields(faults))
            cause = .tooOften(wait: wait)
        case .notFound: self.init(.notFound)
        case .conflict: self.init(.conflict)
        case .unavailable:
            self.init(.serviceUnavailable)
            cause = .unavailable
        }
    }

    var response: Response {
        var response = Response.call(JSONWriter.bytes(of: failure), status: status)
        cause?.appendHints(to: &response)
        return response
    }

    /// `price: Please enter a number. title: Please enter a title.`; nil if there are no faults.
    private static func reason(_ faults: [CallFault]) -> String? {
        guard !faults.isEmpty else { return nil }
        return faults.map { "\($0.field): \($0.reason)" }.joined(separator: " ")
    }

    private static func fields(_ faults: [CallFault]) -> [String: String] {
        Dictionary(faults.map { ($0.field, $0.message) }, uniquingKeysWith: { "\($0) \($1)" })
    }

    private static func message(_ status: Status) -> String {
        switch status {
        case .forbidden: "다른 사이트에서 보낸 요청이에요."
        case .notFound: "그런 것은 없어요. 지워졌거나 주소가 잘못되었어요."
        case .methodNotAllowed: "이 주소에는 그렇게 할 수 없어요."
        case .requestTimeout: "너무 오래 걸렸어요. 다시 보내주세요."
        case .preconditionFailed: "그 사이에 바뀌었어요. 다시 읽고 고쳐주세요."
        case .contentTooLarge: "보낸 것이 너무 커요."
        case .uriTooLong, .headerFieldsTooLarge: "주소나 머리글이 너무 길어요."
        case .unsupportedMediaType: "읽을 수 없는 형식이에요."
        case .tooManyRequests: "너무 여러 번 하셨어요. 잠시 뒤에 다시 해주세요."
        case .serviceUnavailable: "지금은 붐벼요. 잠시 뒤에 다시 해주세요."
        case .notImplemented, .versionNotSupported: "우리가 모르는 방식의 요청이에요."
        default: status.code < 500 ? "요청을 알아듣지 못했어요." : "우리 쪽에 문제가 생겼어요. 잠시 뒤에 다시 해주세요."
        }
    }
}

/// A fault in a field of a call.
struct CallFault: Sendable {
    let field: String
    /// The message for people, in Korean.
    let message: String
    /// The explanation for developers, in English.
    let reason: String

    init(_ field: String, _ message: String, _ reason: String) {
        (self.field, self.message, self.reason) = (field, message, reason)
    }
}

/// Translates phrases for calls: into Korean, which the clients' users read, and into English for developers.
struct CallWords: Sendable {
    let templates: TemplateStore

    func korean(_ phrase: Phrase) -> String { templates.text(phrase, in: .korean) }

    func english(_ phrase: Phrase) -> String { templates.text(phrase, in: .english) }

    func fault(_ field: String, _ message: Phrase) -> CallFault {
        CallFault(field, korean(message), english(message))
    }
}
