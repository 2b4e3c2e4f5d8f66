import HTTPServer
import Market
import Mustache
import ViewModels

/// `/signin`, and whatever leads there because it takes an account.
struct SignInScene: Sendable {
    /// Of the sign-up too.
    let resumption: Resumption
    private let signIn: SignIn
    private let sessions: Sessions
    private let page: Presenter<CredentialsPage>

    /// - Parameter actions: what is done at once after it.
    init(_ dependencies: Dependencies, actions: [PendingAction] = []) throws {
        resumption = try Resumption(dependencies, actions)
        signIn = SignIn(check: dependencies.accountCheck)
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/sign-in")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try page.begin(context) { signIn.output(nickname: $0) }
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await page.forms.withForm(of: context) { $0 }
        let continuation = Continuation(in: form)
        let input = SignIn.Input(form, for: resumption.purpose(of: continuation.carried))
        if form.isToBeFilledIn {
            let output = signIn.output(nickname: input.nickname, for: input.purpose)
            return try page.form(output, continuation, for: context)
        }
        switch try await signIn.submit(input, from: context.address, at: context.now) {
        case .saved(let credentials):
            return try await sessions.begin(credentials, for: context) { context in
                try await goOn(context, continuation)
            } outdated: {
                try page.form(signIn.outdated(input), continuation, for: context)
            }
        case .refused(let output): return try page.form(output, continuation, for: context)
        }
    }

    private func goOn(
        _ context: RequestContext, _ continuation: Continuation
    ) async throws -> Response {
        guard let carried = continuation.carried else {
            let isSuspended = context.member?.isSuspended ?? false
            return page.redirect(
                to: continuation.returnPath.text, isSuspended ? .suspended : .signedIn)
        }
        return try await resumption.answer(carried, alert: Alert(.signedIn), for: context)
    }

    /// Asks who came for what takes an account to sign in, and goes on from there after it: to the
    /// page asked for, or with the form that was sent.
    func ask(_ context: RequestContext, carrying form: CarriedForm?) async throws -> Response {
        guard context.request.method == .post else {
            return .redirect(to: ReturnPath(of: context.request).path(by: Link.signIn))
        }
        var carried: CarriedForm
        if let form {
            carried = form
        } else {
            carried = try await self.form(of: context)
            carried.isOfMember = true
        }
        if carried.isOfMember { carried.writer = sessions.lastWriter(context) }
        let purpose = resumption.purpose(of: carried)
        let output = CredentialsPage(
            output: signIn.output(for: purpose),
            continuation: Continuation(after: context.request, carrying: carried))
        return try page.response(
            output, status: .forbidden, alert: purpose == nil ? carried.alert : nil,
            caching: "no-store", for: context)
    }

    /// Gives back a form that could not be taken, since nothing tells now whose it is: its writer sends it
    /// again from there.
    func askToSendAgain(_ context: RequestContext) async throws -> Response {
        try resumption.ask(
            try await form(of: context), status: .serviceUnavailable, alert: .cannotSave,
            for: context)
    }

    /// The form as it was sent, without its files, which are read past and dropped.
    private func form(of context: RequestContext) async throws -> CarriedForm {
        var limits = FormLimits()
        limits.file = 0
        let action = ReturnPath(of: context.request)
        guard !context.request.body.isEmpty else { return CarriedForm([], to: action) }
        return try await page.forms.withForm(of: context, limits) {
            try CarriedForm($0, to: action)
        }
    }
}

extension CarriedForm {
    /// Says why it leads to the sign-in.
    fileprivate var alert: Alert {
        if fields.isEmpty { return .signInNeeded }
        return isOfMember ? .signedOutMeanwhile : .signInFirst
    }
}

extension Form {
    /// Whether it comes from another page on the way to an account, and only brings along what goes
    /// through them.
    var isToBeFilledIn: Bool { text("begin") != nil }
}

extension SignIn.Input {
    init(_ form: Form, for purpose: SignIn.Purpose?) {
        self.init(nickname: form["nickname"], password: form["password"], purpose: purpose)
    }
}

/// The form of the sign-in or the sign-up, and what goes through it.
struct CredentialsPage: FormOutput {
    let output: SignIn.Output
    let continuation: Continuation

    /// Whether somebody is on the way to their chats, who may have posted as a guest.
    var leadsToChats: Bool {
        continuation.carried == nil && continuation.returnPath.text.hasPrefix(Link.conversations())
    }

    /// Whether somebody wants to see what is on sale where they live, which takes an account to say.
    var leadsToNeighbourhood: Bool {
        let path = continuation.returnPath.text
        return path == Link.ownNeighbourhood() || path.hasPrefix(Link.ownNeighbourhood() + "?")
    }

    var nickname: String { output.nickname }
    var refusal: Refusal? { output.refusal }

    fileprivate func path(to page: Path<>) -> String {
        continuation.path(to: page, nickname: nickname)
    }
}

extension Presenter<CredentialsPage> {
    /// The form as it begins; leads on who is signed in already.
    func begin(
        _ context: RequestContext, _ filledIn: (_ nickname: String) -> SignIn.Output
    ) throws -> Response {
        let continuation = Continuation(after: context.request)
        guard context.member == nil else {
            return .redirect(to: continuation.returnPath.text)
        }
        let output = filledIn(context.request.query["nickname"] ?? "")
        return try form(
            CredentialsPage(output: output, continuation: continuation), for: context)
    }

    /// The form with what goes through it, as it is filled in or comes back.
    func form(
        _ output: SignIn.Output, _ continuation: Continuation, for context: RequestContext
    ) throws -> Response {
        try form(
            CredentialsPage(output: output, continuation: continuation),
            // What was written before a session ended is not left lying about.
            caching: continuation.carried == nil ? Pages.revalidated : "no-store", for: context)
    }
}

extension CredentialsPage: TemplateData {
    static let fields: [Field<CredentialsPage>] =
        [
            Field("nickname") { $0.nickname },
            Field("returnPath") { $0.continuation.returnPath.text },
            Field("signInPath") { $0.path(to: Link.signIn) },
            Field("signUpPath") { $0.path(to: Link.signUp) },
            Field("recoveryPath") { $0.path(to: Link.recovery) },
            Field("explanation") { $0.output.explanation },
            Field("leadsToChats") { $0.leadsToChats },
            Field("leadsToNeighbourhood") { $0.leadsToNeighbourhood },
            Field("isCarrying") { $0.continuation.carried != nil },
            Field("hiddenFields") { $0.continuation.hiddenFields },
        ] + faults("nickname", "password")
}

/// `POST /signout`, and `POST /my/sessions/deletion` for all browsers at once.
struct SignOutScene: Sendable {
    private let sessions: Sessions
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        sessions = dependencies.sessions
        cookies = dependencies.cookies
    }

    /// Of who is not signed in any more, the cookie alone is cleared.
    func signOut(_ context: RequestContext) async throws -> Response {
        var response = Flash.named(.signedOut).redirect(to: Link.itemList(), cookies)
        if let member = context.member {
            try await sessions.end(member, on: &response)
        } else {
            sessions.clearToken(on: &response)
        }
        return response
    }

    func signOutEverywhere(_ context: RequestContext) async throws -> Response {
        let member = try context.signedIn
        var response = Flash.named(.signedOutEverywhere).redirect(to: Link.itemList(), cookies)
        try await sessions.endAll(member, on: &response)
        return response
    }
}
