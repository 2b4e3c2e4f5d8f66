import HTTPServer
import Market
import Mustache
import ViewModels

/// `/signin`, and the sign-in that is shown in place of anything that needs an account.
struct SignInScene: Sendable {
    /// Shared with the sign-up and the password recovery.
    let resumption: Resumption
    private let signIn: SignIn
    private let sessions: Sessions
    private let page: Presenter<CredentialsPage>
    private let signUpPage: Presenter<CredentialsPage>

    /// - Parameter actions: the actions that are carried out right after the sign-in.
    init(_ dependencies: Dependencies, actions: [PendingAction] = []) throws {
        resumption = try Resumption(dependencies, actions)
        signIn = SignIn(check: dependencies.accountCheck)
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/sign-in")
        signUpPage = try dependencies.page("accounts/sign-up")
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

    /// Asks a visitor who needs an account to sign in, and goes on afterwards: to the page asked
    /// for, or with the form that was sent. A pressed button leads to the sign-up first where nobody has
    /// signed in yet; each of the two pages leads to the other.
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
        let isNewcomer = purpose != nil && sessions.lastWriter(context) == nil
        return try (isNewcomer ? signUpPage : page).response(
            output, status: .forbidden, alert: purpose == nil ? carried.alert : nil,
            caching: "no-store", for: context)
    }

    /// Returns a form that could not be processed because its sender cannot be identified now, so
    /// that it can be sent again.
    func askToSendAgain(_ context: RequestContext) async throws -> Response {
        try resumption.ask(
            try await form(of: context), status: .serviceUnavailable, alert: .cannotSave,
            for: context)
    }

    /// The form as it was sent, without its files, which are read and discarded.
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
    /// Explains why the form led to the sign-in; nil for somebody who chose to sign in.
    fileprivate var alert: Alert? {
        if fields.isEmpty { return .signInNeeded }
        return isOfMember ? .signedOutMeanwhile : nil
    }
}

extension Form {
    /// Whether the form only passes on what another page on the way to an account carries, and is to be shown.
    var isToBeFilledIn: Bool { text("begin") != nil }
}

extension SignIn.Input {
    init(_ form: Form, for purpose: SignIn.Purpose?) {
        self.init(nickname: form["nickname"], password: form["password"], purpose: purpose)
    }
}

/// The form of the sign-in or the sign-up, and what it carries.
struct CredentialsPage: FormOutput {
    let output: SignIn.Output
    let continuation: Continuation

    /// Whether the visitor wanted to see their chats; they may have posted as a guest.
    var leadsToChats: Bool {
        continuation.carried == nil && continuation.returnPath.text.hasPrefix(Link.conversations())
    }

    /// Whether the visitor wanted to see a page of their organiser.
    var leadsToOrganiser: Bool {
        let path = continuation.returnPath.text
        let isBelow = ["?", "/"].contains { path.hasPrefix(Link.organiser() + $0) }
        return continuation.carried == nil && (path == Link.organiser() || isBelow)
    }

    /// Whether the visitor wanted to see what is on sale in their neighbourhood, which an account can store.
    var leadsToNeighbourhood: Bool {
        let path = continuation.returnPath.text
        return path == Link.ownNeighbourhood() || path.hasPrefix(Link.ownNeighbourhood() + "?")
    }

    var nickname: String { output.nickname }
    var refusal: Refusal? { output.refusal }

    /// Says what is done afterwards, or that what was typed is kept; nil if an alert says so.
    fileprivate var explanation: Phrase? {
        if let purpose = output.explanation { return purpose }
        guard let carried = continuation.carried, !carried.fields.isEmpty, !carried.isOfMember
        else { return nil }
        return Phrase(.typedIsKept)
    }

    fileprivate func path(to page: Path<>) -> String {
        continuation.path(to: page, nickname: nickname)
    }
}

extension Presenter<CredentialsPage> {
    /// The empty form; redirects a member who is signed in already.
    func begin(
        _ context: RequestContext, _ filledIn: (_ nickname: String) -> SignIn.Output
    ) throws -> Response {
        let continuation = Continuation(after: context.request)
        guard context.member == nil else {
            return .redirect(to: continuation.returnPath.text)
        }
        let output = filledIn(context.request.query["nickname"] ?? "")
        return try form(CredentialsPage(output: output, continuation: continuation), for: context)
    }

    /// The form with what it carries, when passed on or refused.
    func form(
        _ output: SignIn.Output, _ continuation: Continuation, for context: RequestContext
    ) throws -> Response {
        try form(
            CredentialsPage(output: output, continuation: continuation),
            // A carried form may contain text typed in an earlier session, so the page must not be cached.
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
            Field("explanation") { $0.explanation },
            Field("leadsToChats") { $0.leadsToChats },
            Field("leadsToOrganiser") { $0.leadsToOrganiser },
            Field("leadsToNeighbourhood") { $0.leadsToNeighbourhood },
            Field("isCarrying") { $0.continuation.carried != nil },
            Field("hiddenFields") { $0.continuation.hiddenFields },
        ] + faults("nickname", "password")
}

/// `POST /signout`, and `POST /my/sessions/deletion` for all of the account's sessions.
struct SignOutScene: Sendable {
    private let sessions: Sessions
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        sessions = dependencies.sessions
        cookies = dependencies.cookies
    }

    /// Signs out; if the session has ended already, only the cookie is deleted.
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
