/// Why a form was not saved, and what its page says about that.
public struct Refusal: Error, Equatable, Sendable {
    /// The kind of refusal, for programs; people read the alert.
    public let reason: Reason
    /// The faults, in the order of the form; empty when nothing that was typed is wrong.
    public let faults: [Fault]
    /// The message at the top of the page; nil for none.
    public let alert: Alert?

    /// The kind of refusal.
    public enum Reason: Equatable, Sendable {
        /// Something that was typed must be put right.
        case invalid
        /// What the form changes does not exist any more.
        case notFound
        /// It exists, but has changed.
        case conflict
        case wrongPassword
        /// - Parameter wait: seconds until the next attempt is allowed.
        case tooManyTries(wait: Int64)
        /// The storage or the password hashing is overloaded or full.
        case unavailable
    }

    /// A refusal that an alert explains.
    init(_ reason: Reason, _ alert: Alert, _ faults: [Fault] = []) {
        self.reason = reason
        self.alert = alert
        self.faults = faults
    }

    /// - Parameter reason: given when the faults are not the writer's mistake.
    init(_ faults: [Fault], _ reason: Reason = .invalid) {
        self.reason = reason
        self.faults = faults
        alert = Alert(faults)
    }

    /// Asks whether what was typed is meant; if it is sent again unchanged, it is accepted.
    init(asking question: Fault) {
        self.init(.invalid, Alert(asking: question), [question])
    }

    /// The refusal with more faults, which its alert tells as well.
    func adding(_ others: [Fault]) -> Refusal {
        guard let added = Alert(others) else { return self }
        guard let alert else { return Refusal(faults + others, reason) }
        return Refusal(reason, alert.adding(added), faults + others)
    }

    /// Whether it only asks for confirmation.
    var isQuestion: Bool { alert?.kind == .question }
}

/// Something to put right in a form.
public struct Fault: Equatable, Sendable {
    /// The name of the faulty field.
    public let field: String
    /// Says in a sentence what to do: `아이콘을 골라주세요.`
    public let message: Phrase

    init(_ field: String, _ message: Phrase) {
        self.field = field
        self.message = message
    }
}

extension [Fault] {
    /// The faults in a field, one line each; nil for none.
    public func message(_ field: String) -> Lines? {
        let messages = filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : Lines(messages)
    }
}

// MARK: - Refusals of several forms

extension Refusal {
    /// The storage is overloaded or full; the form keeps what was typed.
    static let unavailable = Refusal(.unavailable, .cannotSave)
    /// The account is suspended, and may neither write nor post; the form keeps what was typed.
    static let suspended = Refusal(.conflict, Alert(.suspended))
    /// The writer chooses whether to change the earlier post or to make another.
    static let alreadyPosted = Refusal(
        .conflict, Alert(failed: .alreadyPosted, Phrase(.fixOrPostAnew), field: "earlier"))
    static let changedMeanwhile = Refusal(
        .invalid, Alert(failed: .changedMeanwhile, Phrase(.compareVersions)))
}

/// Why a password, or what replaces it, was not accepted.
extension Refusal {
    static let passwordMissing = Refusal([
        Fault("password", Phrase(.enter, .phrase(Phrase(.password))))
    ])
    static let wrongPassword = Refusal(.wrongPassword, .wrongPassword)
    /// The same on a page that asks for nothing but the password, whose field shows the fault, too.
    static let wrongPromptedPassword = Refusal(
        .wrongPassword, .wrongPassword, [Fault("password", Phrase(.passwordIsWrong))])
    /// Also for a nickname that nobody has, so that nobody learns which nicknames exist.
    static let wrongSignIn = Refusal(
        .wrongPassword,
        Alert(failed: .signInFailed, Phrase(.wrongSignIn), field: "nickname"))
    static let wrongRecoveryCode = Refusal(
        .wrongPassword,
        Alert(failed: .recoveryFailed, Phrase(.wrongRecoveryCode), field: "code"))
    /// The storage or the password hashing is overloaded.
    static let cannotCheck = Refusal(.unavailable, Alert(failed: .notNow, Phrase(.cannotCheck)))

    static func tooManyTries(wait seconds: Int64) -> Refusal {
        Refusal(
            .tooManyTries(wait: seconds),
            Alert(failed: .tooManyTries, .tryAgain(in: seconds), field: "password"))
    }

    /// Something is done too often from one address or by one account.
    /// - Parameter rule: says how often it is allowed; nil to leave that out.
    static func tooOften(
        _ title: Phrase.Key, because rule: Phrase? = nil, wait seconds: Int64
    ) -> Refusal {
        let lines = [rule, .sendAgain(in: seconds)].compactMap { $0 }.map { Alert.Line($0) }
        return Refusal(.tooManyTries(wait: seconds), Alert(.failure, title: title, lines: lines))
    }
}

extension Phrase {
    /// When the next attempt is allowed, rounded as people would say it.
    fileprivate static func tryAgain(in seconds: Int64) -> Phrase {
        switch seconds {
        case ..<120: Phrase(.tryAgainIn, seconds)
        case ..<7_200: Phrase(.tryAgainInMinutes, (seconds + 59) / 60)
        default: Phrase(.tryAgainInHours, (seconds + 3_599) / 3_600)
        }
    }

    /// When something may be sent again, rounded as people would say it.
    fileprivate static func sendAgain(in seconds: Int64) -> Phrase {
        switch seconds {
        case ..<120: Phrase(.sendAgainIn, seconds)
        case ..<7_200: Phrase(.sendAgainInMinutes, (seconds + 59) / 60)
        default: Phrase(.sendAgainInHours, (seconds + 3_599) / 3_600)
        }
    }
}
