import HTTPServer
import Market
import Mustache
import Secrets
import ViewModels

/// `/items/7/conversation`: the first message to a seller.
struct InquiryScene: Sendable {
    private let inquiry: Inquiry
    private let items: any ItemStorage
    private let sessions: Sessions
    private let marks: PostingMark
    private let page: Presenter<Inquiry.Output>
    private let codesPage: Presenter<RecoveryCodesPage>

    init(_ dependencies: Dependencies) throws {
        inquiry = Inquiry(
            storage: dependencies.storage, signUp: dependencies.signUp,
            signIn: SignIn(check: dependencies.accountCheck),
            rates: dependencies.conversationRates)
        items = dependencies.storage
        sessions = dependencies.sessions
        marks = dependencies.marks
        page = try dependencies.page("trade/inquiry")
        codesPage = try dependencies.page("accounts/recovery-codes")
    }

    /// Shows the form; redirects to the conversation if there is one already.
    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        var input = Inquiry.Input(item: id, asker: context.member?.account)
        input.token = Token.random()
        let output = try await inquiry.output(for: input, at: context.now)
        if let conversation = output.conversation {
            return .redirect(to: Link.conversation(conversation))
        }
        return try page.form(output, for: context)
    }

    func submit(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let (input, quickAnswer) = try await page.forms.withForm(of: context) { form in
            // A form made for a signed-in member does not ask for a nickname.
            let isOfMember = form.text("nickname") == nil
            if context.member == nil, isOfMember || form.text("sign-in") != nil {
                var carried = try form.carried(to: context.request)
                carried.isOfMember = isOfMember
                carried.currency = await currency(of: id)
                throw SiteError.signedOut(carrying: carried)
            }
            return (Inquiry.Input(form, about: id, context), form.text("quick"))
        }
        if let quickAnswer {
            let output = try await inquiry.output(for: input, adding: quickAnswer, at: context.now)
            return try page.form(output, for: context)
        }
        switch try await inquiry.submit(input, at: context.now) {
        case .refused(let output):
            return try page.form(output, for: context)
        case .saved(let sent): return try await answer(sent, id, context)
        }
    }

    /// The currency of an offer on the item; nil if it cannot be read, and then the offer is shown without one.
    private func currency(of item: Item.ID) async -> String? {
        try? await items.item(item).content.price.currency.rawValue
    }

    /// Signs the asker in; a new account's recovery codes are shown on the way to the conversation.
    private func answer(
        _ sent: Inquiry.Sent, _ item: Item.ID, _ context: RequestContext
    ) async throws -> Response {
        // If nothing was sent, leads back to the form for another try.
        let path = sent.conversation.map { Link.conversation($0) } ?? Link.inquiry(item)
        if let known = sent.signedIn {
            return try await sessions.begin(known, for: context) { _ in
                page.redirect(to: path, .asked)
            }
        }
        guard let opened = sent.opened else { return .redirect(to: path) }
        let codes = RecoveryCodesPage(
            codes: opened.codes, returnPath: ReturnPath(named: path), isNew: true,
            posted: await marks.countItems(context))
        return try await sessions.begin(opened.credentials, for: context) { context in
            try codesPage.response(
                codes, alert: sent.conversation == nil ? nil : .messageSent, caching: "no-store",
                for: context)
        }
    }
}

extension Form {
    /// The form to carry through the sign-in, without the fields that open an account.
    fileprivate func carried(to request: Request) throws(SiteError) -> CarriedForm {
        let fields = ["text", "price", "token"].map { CarriedField(name: $0, value: self[$0]) }
        guard self["text"].utf8.count + self["price"].utf8.count <= CarriedForm.mostBytes else {
            throw .contentTooLarge
        }
        return CarriedForm(fields, to: ReturnPath(of: request))
    }
}

extension Inquiry.Input {
    fileprivate init(_ form: Form, about item: Item.ID, _ context: RequestContext) {
        self.init(item: item, asker: context.member?.account)
        text = form["text"]
        (price, sure) = (form["price"], form["sure"])
        token = form.sendingToken("token")
        nickname = form["nickname"]
        password = form["password"]
        address = context.address
    }
}

extension Inquiry.Output: TemplateData {
    public static let fields: [Field<Inquiry.Output>] =
        [
            Field("item") { $0.item },
            Field("subject") { $0.subject },
            Field("isWanted") { $0.subject?.isWanted ?? false },
            Field("mayAsk") { $0.mayAsk },
            Field("text") { $0.text },
            Field("textLanguage") { WrittenLanguage($0.text) },
            Field("quickAnswers") { $0.quickAnswers },
            Field("hasQuickAnswers") { !$0.quickAnswers.isEmpty },
            Field("replyTime") { $0.replyTime },
            Field("mayOffer") { $0.mayOffer },
            Field("showsPrice") { $0.mayOffer || !$0.price.isEmpty },
            Field("price") { $0.price },
            Field("doubtfulAmount") { $0.doubtfulAmount },
            Field("token") { $0.token },
            Field("nickname") { $0.nickname },
            Field("opensAccount") { $0.opensAccount },
            Field("losesPassword") { $0.losesPassword },
        ] + faults("text", "price", "nickname", "password")
}

extension ConversationSubject: TemplateData {
    public static let fields: [Field<ConversationSubject>] = [
        Field("path") { $0.item.map { Link.item($0) } },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("price") { $0.price },
        Field("agreed") { $0.agreed },
        Field("formerPrice") { $0.formerPrice },
        Field("photo") { $0.photo },
        Field("kind") { $0.category?.rawValue ?? 0 },
        Field("mark") { $0.mark },
        Field("isHidden") { $0.isHidden },
    ]
}

extension Correspondent: TemplateData {
    public static let fields: [Field<Correspondent>] = [
        Field("person") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname ?? "") },
        Field("label") { $0.label },
        Field("picture") { $0.picture },
    ]
}
