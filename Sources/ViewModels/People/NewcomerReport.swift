import Market

/// Tells the operator of a listing or a person, as somebody who is not signed in: they open an account in
/// the same step, or sign in to the one that has the nickname.
public struct NewcomerReport: Sendable {
    private let storage: any ReportStorage & AccountStorage
    private let form: ReportForm
    private let signUp: SignUp
    private let signIn: SignIn

    /// - Parameter form: sends it, once they have an account.
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
        /// What is told.
        public var report: ReportForm.Input
        /// Of the account, as typed.
        public var nickname = ""
        /// Of the account, as typed.
        public var password = ""
        /// Where it comes from; new accounts and tries at passwords are counted for each.
        public var address = ""

        /// Nothing typed of an account yet.
        public init(_ report: ReportForm.Input) {
            self.report = report
        }
    }

    /// The form.
    public typealias Output = ReportForm.Output

    /// What came of it.
    public struct Sent: Sendable {
        /// False when it could not be sent by then: only the account stands.
        public let isSent: Bool
        /// Nil when they had one.
        public let opened: SignUp.Opened?
        /// Who has shown by a password that they are this account.
        public let signedIn: Credentials?
    }

    /// The form to begin with, or as it comes back.
    /// - Throws: `.notFound` when it is not there for everybody.
    public func output(
        for input: Input, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        Output(
            input.report, of: try await storage.excerpt(of: input.report.subject),
            by: input.nickname, refusal: refusal)
    }

    /// Sends it, or shows it again with why not.
    /// - Throws: as `output`; `.notFound` also when it is their own.
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
        // Nobody should open one for nothing.
        _ = try await storage.excerpt(of: input.report.subject)
        let credentials = SignIn.Input(nickname: input.nickname, password: input.password)
        if let nickname, try await storage.credentials(of: nickname) != nil {
            return try await send(input, signingInBy: credentials, at: now)
        }
        switch try await signUp.submit(credentials, from: input.address, at: now) {
        case .refused(let output): return .failure(output.refusal ?? .unavailable)
        case .saved(let opened):
            // The account stands, whatever is in the way.
            let result = try? await form.submit(
                input.report, by: .account(opened.account), at: now)
            var isSent = false
            if case .saved? = result { isSent = true }
            return .success(Sent(isSent: isSent, opened: opened, signedIn: nil))
        }
    }

    /// A wrong password is a try like any at the sign-in.
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
