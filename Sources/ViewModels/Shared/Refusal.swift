/// Why a form was not saved, and what its page says about it when it comes back.
public struct Refusal: Error, Equatable, Sendable {
    /// What programs go by, where people read the alert.
    public let reason: Reason
    /// What has to be put right, in the order of the form; empty when nothing typed is at fault.
    public let faults: [Fault]
    /// What its page says first; nil when it says nothing.
    public let alert: Alert?

    /// What kind of refusal it is, for programs.
    public enum Reason: Equatable, Sendable {
        /// Something that was typed has to be put right.
        case invalid
        /// What the form changes is not there any more.
        case notFound
        case wrongPassword
        /// - Parameter wait: seconds until the next try.
        case tooManyTries(wait: Int64)
        /// The storage or the password hashing has no time or room now.
        case unavailable
    }

    /// Says why in an alert.
    init(_ reason: Reason, _ alert: Alert, _ faults: [Fault] = []) {
        self.reason = reason
        self.alert = alert
        self.faults = faults
    }

    /// - Parameter reason: another one where what is at fault is no mistake of the writer's.
    init(_ faults: [Fault], _ reason: Reason = .invalid) {
        self.reason = reason
        self.faults = faults
        alert = Alert(faults)
    }
}

/// Something to put right in a form.
public struct Fault: Equatable, Sendable {
    /// The name of the field it stands in.
    public let field: String
    /// What to do about it, in a sentence: `아이콘을 골라주세요.`
    public let message: String

    init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

extension [Fault] {
    /// What is wrong with a field, a line each; nil when nothing is.
    public func message(_ field: String) -> String? {
        let messages = filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }
}

// MARK: - What is refused in several places

extension Refusal {
    /// The storage has no time or room now; the form keeps what was typed.
    static let unavailable = Refusal(
        .unavailable,
        Alert(failed: "실패", "지금은 저장할 수 없어요. 적은 것은 그대로 있으니 잠시 뒤에 다시 눌러주세요."))
    static let changedMeanwhile = Refusal(
        .invalid,
        Alert(
            failed: "그사이 바뀌었어요",
            "다른 창에서 먼저 고쳤어요. 지금 저장된 것과 적은 것을 견주어 보고 다시 눌러주세요."))
}

/// Why a password, or what stands in its place, does not open what it was typed for.
extension Refusal {
    static let passwordMissing = Refusal([Fault("password", "비밀번호를 입력해주세요.")])
    static let wrongPassword = Refusal(.wrongPassword, .wrongPassword)
    /// The same on a page that asks for nothing but the password: its field says so too.
    static let wrongPromptedPassword = Refusal(
        .wrongPassword, .wrongPassword, [Fault("password", "비밀번호가 틀렸습니다.")])
    /// Of a nickname that nobody has too, so that nobody learns which those are.
    static let wrongSignIn = Refusal(
        .wrongPassword,
        Alert(
            failed: "로그인 실패", "닉네임이나 비밀번호가 맞지 않아요. 다시 한번 확인해주세요.",
            field: "nickname"))
    static let wrongRecoveryCode = Refusal(
        .wrongPassword,
        Alert(failed: "복구 실패", "닉네임이나 복구 코드가 맞지 않아요. 다시 한번 확인해주세요.", field: "code"))
    /// The storage or the password hashing has no time now.
    static let cannotCheck = Refusal(
        .unavailable, Alert(failed: "실패", "지금은 확인할 수 없어요. 잠시 뒤에 다시 눌러주세요."))

    static func tooManyTries(wait seconds: Int64) -> Refusal {
        Refusal(
            .tooManyTries(wait: seconds),
            Alert(failed: "너무 여러 번 틀렸습니다", "\(seconds)초 뒤에 다시 해주세요.", field: "password"))
    }

    /// Something is made too often from one address.
    static func tooOften(_ title: String, wait seconds: Int64) -> Refusal {
        Refusal(
            .tooManyTries(wait: seconds),
            Alert(failed: title, "적은 것은 그대로 있으니 \(seconds)초 뒤에 다시 눌러주세요."))
    }
}
