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
        /// It is there, but not as it was.
        case conflict
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

    /// Asks back whether what was typed is meant: sent again as it is, it is taken.
    init(asking question: Fault) {
        self.init(.invalid, Alert(asking: question), [question])
    }

    /// The same with more to put right, which its alert says, too.
    func adding(_ others: [Fault]) -> Refusal {
        guard let added = Alert(others) else { return self }
        guard var alert else { return Refusal(faults + others, reason) }
        alert.lines += added.lines
        return Refusal(reason, alert, faults + others)
    }

    /// Whether it only asks back.
    var isQuestion: Bool { alert?.kind == .question }
}

/// Something to put right in a form.
public struct Fault: Equatable, Sendable {
    /// The name of the field it stands in.
    public let field: String
    /// What to do about it, in a sentence: `아이콘을 골라주세요.`
    public let message: Phrase

    init(_ field: String, _ message: Phrase) {
        self.field = field
        self.message = message
    }
}

extension [Fault] {
    /// What is wrong with a field, a line each; nil when nothing is.
    public func message(_ field: String) -> Lines? {
        let messages = filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : Lines(messages)
    }
}

// MARK: - What is refused in several places

extension Refusal {
    /// The storage has no time or room now; the form keeps what was typed.
    static let unavailable = Refusal(.unavailable, .cannotSave)
    /// Who may neither write nor post is told so; what they typed stays.
    static let suspended = Refusal(.conflict, Alert(.suspended))
    /// Its writer says which of both it is meant to be.
    static let alreadyPosted = Refusal(
        .conflict, Alert(failed: .alreadyPosted, Phrase(.fixOrPostAnew), field: "earlier"))
    static let changedMeanwhile = Refusal(
        .invalid, Alert(failed: .changedMeanwhile, Phrase(.compareVersions)))
}

/// Why a password, or what stands in its place, does not open what it was typed for.
extension Refusal {
    static let passwordMissing = Refusal([
        Fault("password", Phrase(.enter, .phrase(Phrase(.password))))
    ])
    static let wrongPassword = Refusal(.wrongPassword, .wrongPassword)
    /// The same on a page that asks for nothing but the password: its field says so too.
    static let wrongPromptedPassword = Refusal(
        .wrongPassword, .wrongPassword, [Fault("password", Phrase(.passwordIsWrong))])
    /// Of a nickname that nobody has too, so that nobody learns which those are.
    static let wrongSignIn = Refusal(
        .wrongPassword,
        Alert(failed: .signInFailed, Phrase(.wrongSignIn), field: "nickname"))
    static let wrongRecoveryCode = Refusal(
        .wrongPassword,
        Alert(failed: .recoveryFailed, Phrase(.wrongRecoveryCode), field: "code"))
    /// The storage or the password hashing has no time now.
    static let cannotCheck = Refusal(
        .unavailable, Alert(failed: .failure, Phrase(.cannotCheck)))

    static func tooManyTries(wait seconds: Int64) -> Refusal {
        Refusal(
            .tooManyTries(wait: seconds),
            Alert(failed: .tooManyTries, .tryAgain(in: seconds), field: "password"))
    }

    /// Something is made too often from one address.
    /// - Parameter rule: says how often it may be; nil where that is not told.
    static func tooOften(
        _ title: Phrase.Key, because rule: Phrase? = nil, wait seconds: Int64
    ) -> Refusal {
        let lines = [rule, .sendAgain(in: seconds)].compactMap { $0 }.map { Alert.Line($0) }
        return Refusal(
            .tooManyTries(wait: seconds), Alert(.failure, title: title, lines: lines))
    }
}

extension Phrase {
    /// When there may be another try, as roughly as one would say it.
    fileprivate static func tryAgain(in seconds: Int64) -> Phrase {
        switch seconds {
        case ..<120: Phrase(.tryAgainIn, seconds)
        case ..<7_200: Phrase(.tryAgainInMinutes, (seconds + 59) / 60)
        default: Phrase(.tryAgainInHours, (seconds + 3_599) / 3_600)
        }
    }

    /// When something may be sent again, as roughly as one would say it.
    fileprivate static func sendAgain(in seconds: Int64) -> Phrase {
        switch seconds {
        case ..<120: Phrase(.sendAgainIn, seconds)
        case ..<7_200: Phrase(.sendAgainInMinutes, (seconds + 59) / 60)
        default: Phrase(.sendAgainInHours, (seconds + 3_599) / 3_600)
        }
    }
}
