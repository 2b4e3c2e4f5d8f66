import Market

/// Reports a listing or a person on behalf of somebody who is not signed in: they open an account in
/// the same step, or sign in to the account that has the nickname.
public struct NewcomerReport: Sendable {
    private let storage: any ReportStorage & AccountStorage
    private let form: ReportForm
    private let signUp: SignUp
    private let signIn: SignIn

    /// - Parameter form: sends the report once the reporter has an account.
    public init(
        storage: any ReportStorage & AccountStorage, form: ReportForm, signUp: SignUp,
        signIn: SignIn
    ) {
        self.storage = storage
        self.form = form
        self.signUp = signUp
        self.signIn = signIn
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// The report, as typed.
        public var report: ReportForm.Input
        /// The account's nickname, as typed.
        public var nickname = ""
        /// The account's password, as typed.
        public var password = ""
        /// The sender's address; new accounts and tries at passwords are counted per address.
        public var address = ""

        /// A report with nothing typed about an account yet.
        public init(_ report: ReportForm.Input) {
            self.report = report
        }
    }

    /// The form.
    public typealias Output = ReportForm.Output

    /// The result of sending.
    public struct Sent: Sendable {
        /// False if the report could not be sent any more, and only the account was opened.
        public let isSent: Bool
        /// The account that was opened; nil if they had one.
        public let opened: SignUp.Opened?
        /// The account that they signed in to by its password; nil if they opened one.
        public let signedIn: Credentials?
    }

    /// The form to begin with, or as it comes back.
    /// - Throws: `.notFound` when the subject cannot be seen by everybody.
    public func output(
        for input: Input, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        Output(
            input.report, of: try await storage.excerpt(of: input.report.subject),
            by: input.nickname, refusal: refusal)
    }

    /// Sends the report, or refuses with the form and the reason.
    /// - Throws: as `output`; `.notFound` also when the subject is the reporter's own.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Sent, Output> {
        let result: Result<Sent, Refusal>
        do throws(StorageError) {
            result = try await send(input, at: now)
        } catch {
            guard error == .busy || error == .full else { throw error }
            result = .failure(.unavailable)
        }
        switch result {
        case .success(let sent): return .saved(sent)
        case .failure(let refusal):
            return .refused(try await output(for: input, refusal: refusal))
        }
    }

    private func send(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        var fields = FieldReader()
        _ = fields.report(input.report)
        let nickname = fields.nickname(input.nickname)
        fields.newPassword(input.password, "password", nickname: input.nickname)
        if let refusal = fields.refusal { return .failure(refusal) }
        // Checked first, so that nobody opens an account in vain.
        _ = try await storage.excerpt(of: input.report.subject)
        let credentials = SignIn.Input(nickname: input.nickname, password: input.password)
        if let nickname, try await storage.credentials(of: nickname) != nil {
            return try await send(input, signingInBy: credentials, at: now)
        }
        switch try await signUp.submit(credentials, from: input.address, at: now) {
        case .refused(let output): return .failure(output.refusal ?? .unavailable)
        case .saved(let opened):
            // The account stays, even if the report cannot be sent.
            let result = try? await form.submit(
                input.report, by: .account(opened.account), at: now)
            var isSent = false
            if case .saved? = result { isSent = true }
            return .success(Sent(isSent: isSent, opened: opened, signedIn: nil))
        }
    }

    /// A wrong password counts as a try, as at the sign-in.
    private func send(
        _ input: Input, signingInBy credentials: SignIn.Input, at now: Timestamp
    ) async throws(StorageError) -> Result<Sent, Refusal> {
        switch try await signIn.submit(credentials, from: input.address, at: now) {
        case .refused(let output):
            let refusal = output.refusal ?? .unavailable
            return .failure(refusal == .wrongSignIn ? .nicknameInUse : refusal)
        case .saved(let known):
            switch try await form.submit(input.report, by: .account(known.account), at: now) {
            case .refused(let output): return .failure(output.refusal ?? .unavailable)
            case .saved:
                return .success(Sent(isSent: true, opened: nil, signedIn: known))
            }
        }
    }
}
