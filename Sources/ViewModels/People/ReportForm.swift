import Market

/// The form that reports a listing, a person or a message to the operators.
public struct ReportForm: Sendable {
    private let storage: any ReportStorage
    private let rate: TryLimiter?

    /// - Parameter rate: counts the reports of each reporter; nil sets no limit.
    public init(storage: any ReportStorage, rate: TryLimiter? = nil) {
        self.storage = storage
        self.rate = rate
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// What the report is about.
        public var subject: Report.Subject
        /// The number of a reason, as sent.
        public var reason: String
        /// The text, as typed.
        public var text: String

        /// Nothing typed yet, unless something else is given.
        public init(subject: Report.Subject, reason: String = "", text: String = "") {
            self.subject = subject
            self.reason = reason
            self.text = text
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// What the report is about.
        public let subject: Report.Subject
        /// What kind of thing that is.
        public let kind: Phrase
        /// The text that there is to read of it; empty for a photo.
        public let excerpt: String
        /// The reasons to choose from.
        public let reasons: [Choice]
        /// The text, as typed.
        public let text: String
        /// The nickname for the account that sends it, as typed; nil if no account has to be opened.
        public let nickname: String?
        /// Why it was not sent; nil if nothing was tried.
        public let refusal: Refusal?
    }

    /// A reason to choose from.
    public struct Choice: Equatable, Sendable {
        /// The reason's number in the form.
        public let number: Int
        /// The reason, in words.
        public let name: Phrase
        /// Whether it is chosen.
        public let isChosen: Bool
    }

    /// The form about a subject that the reporter can see.
    /// - Throws: `.notFound` when the subject is not there, is the reporter's own, or is a message
    ///   that they cannot read.
    public func output(
        for input: Input, by reporter: Conversation.Reader, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        Output(
            input, of: try await storage.excerpt(of: input.subject, for: reporter),
            refusal: refusal)
    }

    /// Sends the report, or refuses with the form and the reason.
    /// - Throws: as `output`.
    public func submit(
        _ input: Input, by reporter: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        let refusal: Refusal
        do throws(StorageError) {
            guard let found = try await save(input, by: reporter, at: now) else {
                return .saved(())
            }
            refusal = found
        } catch {
            switch error {
            case .limitReached: refusal = .alreadyReported
            case .suspended: refusal = .suspended
            case .busy, .full: refusal = .unavailable
            default: throw error
            }
        }
        return .refused(try await output(for: input, by: reporter, refusal: refusal))
    }

    private func save(
        _ input: Input, by reporter: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        var fields = FieldReader()
        let (chosen, text) = fields.report(input)
        guard let reason = chosen, fields.faults.isEmpty else { return fields.refusal }
        if let wait = rate?.secondsToWait(reporter.key, at: now) {
            return .tooOften(.tooManyReports, wait: wait)
        }
        do throws(StorageError) {
            try await storage.insert(
                NewReport(
                    of: input.subject, by: reporter, reason: reason, text: text, date: now))
        } catch {
            rate?.refund(reporter.key)
            throw error
        }
        return nil
    }
}

extension ReportForm.Output {
    /// - Parameters:
    ///   - excerpt: the text that there is to read of the subject.
    ///   - nickname: the typed nickname of a new account; nil if the reporter has an account.
    init(
        _ input: ReportForm.Input, of excerpt: String, by nickname: String? = nil,
        refusal: Refusal?
    ) {
        self.init(
            subject: input.subject, kind: input.subject.kind, excerpt: excerpt,
            reasons: input.subject.reasons.map { reason in
                ReportForm.Choice(
                    number: reason.rawValue, name: reason.name,
                    isChosen: input.reason == "\(reason.rawValue)")
            },
            text: input.text, nickname: nickname, refusal: refusal)
    }
}

extension FieldReader {
    /// Reads the form; the reason is nil, with a fault added, if none was chosen.
    mutating func report(_ input: ReportForm.Input) -> (reason: Report.Reason?, text: String) {
        let reason = Int(input.reason).flatMap { Report.Reason(rawValue: $0) }
        if reason == nil { add("reason", Phrase(.chooseReason)) }
        return (reason, report(input.text, isRequired: reason == .other))
    }

    private mutating func report(_ typed: String, isRequired: Bool) -> String {
        if isRequired {
            return text(typed, "text", called: .reportRow, atMost: Limits.message)
        }
        return typed.trimmed.isEmpty
            ? "" : text(typed, "text", called: .reportRow, atMost: Limits.message)
    }
}

extension Refusal {
    fileprivate static let alreadyReported = Refusal(
        .conflict, Alert(failed: .notDone, Phrase(.alreadyReported)))
}

extension Report.Subject {
    /// The reasons to choose from; a report may give any other one, too.
    fileprivate var reasons: [Report.Reason] {
        switch self {
        case .item, .message: [.fraud, .forbidden, .abuse, .spam, .other]
        case .person: [.fraud, .dealing, .abuse, .spam, .other]
        }
    }

    /// What kind of thing the subject is.
    var kind: Phrase {
        switch self {
        case .item: Phrase(.item)
        case .person: Phrase(.reportedPerson)
        case .message: Phrase(.reportedMessage)
        }
    }
}

extension Report.Reason {
    /// The reason, in words.
    var name: Phrase {
        switch self {
        case .fraud: Phrase(.reportsFraud)
        case .forbidden: Phrase(.reportsForbidden)
        case .abuse: Phrase(.reportsAbuse)
        case .spam: Phrase(.reportsSpam)
        case .other: Phrase(.reportsOther)
        case .dealing: Phrase(.reportsDealing)
        }
    }
}
