import HTTPServer
import Market
import Mustache
import ViewModels

/// `/chats/9/review` and, for a guest, `/items/7/chats/9/review`: the reviews that both sides write
/// of a dealing; `…/answer` below it receives the answer to a review.
struct ReviewScene: Sendable {
    private let form: ReviewForm
    private let guests: GuestAccess
    private let page: Presenter<ReviewPage>

    init(_ dependencies: Dependencies) throws {
        form = ReviewForm(storage: dependencies.storage, zone: dependencies.zone)
        guests = try GuestAccess(dependencies)
        page = try dependencies.page("trade/review")
    }

    var routes: [Route] {
        [
            .get(Link.review) { try await show($0, $1, of: .account($0.account)) },
            .post(Link.review) { try await write($0, $1, of: .account($0.account)) },
            .get(Link.reviewAnswer) { .redirect(to: Link.review($1)) },
            .post(Link.reviewAnswer) { try await answer($0, $1, of: .account($0.account)) },
            .get(Link.itemReview) { context, item, id in
                try await guests.read(context, item, id) { try await show(context, id, of: $0) }
            },
            .post(Link.itemReview) { context, item, id in
                try await guests.read(context, item, id) { try await write(context, id, of: $0) }
            },
            .get(Link.itemReviewAnswer) { .redirect(to: Link.itemReview($1, $2)) },
            .post(Link.itemReviewAnswer) { context, item, id in
                try await guests.read(context, item, id) {
                    try await answer(context, id, of: $0)
                }
            },
        ]
    }

    /// Shows the form and the reviews; redirects to the conversation if there is nothing to read or write yet.
    private func show(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let closing = try dealing(named: context.request.query[ReviewLink.key] ?? "")
        let output = try await form.output(for: id, about: closing, of: reader, at: context.now)
        guard !output.isEmpty else { return .redirect(to: reader.path(of: id)) }
        return try page.form(ReviewPage(output: output, reader: reader), for: context)
    }

    private func write(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let (action, closing) = try await page.forms.withForm(of: context) { form in
            (
                ReviewForm.Action.write(
                    rating: form["rating"], remarks: form.texts("remarks"), text: form["text"]),
                try dealing(named: form[ReviewLink.key])
            )
        }
        return try await submit(action, about: closing, saying: .reviewed, context, id, of: reader)
    }

    private func answer(
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        let (action, closing) = try await page.forms.withForm(of: context) { form in
            (ReviewForm.Action.answer(form["answer"]), try dealing(named: form[ReviewLink.key]))
        }
        return try await submit(
            action, about: closing, saying: .reviewAnswered, context, id, of: reader)
    }

    /// The dealing that the form or query names; nil for the latest one, which needs no name.
    /// - Throws: `.notFound` for a malformed id, rather than taking it for another dealing.
    private func dealing(named sent: String) throws(SiteError) -> ChatMessage.ID? {
        if sent.isEmpty { return nil }
        guard let id = ChatMessage.ID(digits: sent) else { throw .notFound }
        return id
    }

    private func submit(
        _ action: ReviewForm.Action, about closing: ChatMessage.ID?, saying alert: Alert.Name,
        _ context: RequestContext, _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws -> Response {
        switch try await form.submit(action, in: id, about: closing, of: reader, at: context.now)
        {
        case .saved:
            let path = reader.path(of: id) + "/review" + ReviewLink.query(closing)
            return page.redirect(to: path, alert)
        case .refused(let output):
            return try page.form(ReviewPage(output: output, reader: reader), for: context)
        }
    }
}

extension ReviewLink {
    /// The name of the dealing's parameter in addresses and forms.
    fileprivate static let key = "dealing"

    /// The query of the address; empty for the latest dealing.
    fileprivate static func query(_ closing: ChatMessage.ID?) -> String {
        closing.map { "?\(key)=\($0)" } ?? ""
    }

    /// The page's path for a reader with an account.
    var path: String { Link.review(conversation) + Self.query(closing) }
}

extension ReviewLink: TemplateData {
    public static let fields: [Field<ReviewLink>] = [
        Field("query") { ReviewLink.query($0.closing) }
    ]
}

extension ReviewForm.OtherDealing: TemplateData {
    public static let fields: [Field<ReviewForm.OtherDealing>] = [
        Field("link") { $0.link },
        Field("day") { $0.day },
    ]
}

/// The page with its path for the reader.
struct ReviewPage: FormOutput {
    let output: ReviewForm.Output
    let reader: Conversation.Reader

    var refusal: Refusal? { output.refusal }
}

extension ReviewPage: TemplateData {
    static let fields: [Field<ReviewPage>] =
        [
            Field("path") { $0.reader.path(of: $0.output.id) },
            Field("other") { $0.output.other },
            Field("subject") { $0.output.subject },
            Field("closing") { $0.output.closing },
            Field("day") { $0.output.day },
            Field("isForTwo") { $0.output.isForTwo },
            Field("otherDealings") { $0.output.otherDealings },
            Field("areMoreBought") { $0.output.moreDeals == .purchase },
            Field("areMoreSold") { $0.output.moreDeals == .sale },
            Field("mayReview") { $0.output.mayReview },
            Field("choices") { $0.output.choices },
            Field("text") { $0.output.text },
            Field("own") { $0.output.own },
            Field("seal") { $0.output.seal },
            Field("others") { $0.output.others },
            Field("mayAnswer") { $0.output.mayAnswer },
            Field("answer") { $0.output.answer },
        ] + faults("rating", "remarks", "text", "answer")
}

extension ReviewForm.Choice: TemplateData {
    public static let fields: [Field<ReviewForm.Choice>] = [
        Field("rating") { $0.rating.rawValue },
        Field("name") { $0.rating.name },
        Field("isBest") { $0.rating == .good },
        Field("isChosen") { $0.isChosen },
        Field("remarks") { $0.remarks },
    ]
}

extension ReviewForm.RemarkChoice: TemplateData {
    public static let fields: [Field<ReviewForm.RemarkChoice>] = [
        Field("remark") { $0.remark.rawValue },
        Field("name") { $0.remark.name },
        Field("isTicked") { $0.isTicked },
    ]
}

extension ReviewEntry: TemplateData {
    public static let fields: [Field<ReviewEntry>] = [
        Field("other") { $0.writer },
        Field("rating") { $0.rating },
        Field("isBad") { $0.isBad },
        Field("remarks") { $0.remarks },
        Field("told") { $0.text },
        Field("toldLanguage") { WrittenLanguage($0.text) },
        Field("day") { $0.day },
        Field("itemTitle") { $0.itemTitle },
        Field("itemLanguage") { WrittenLanguage($0.itemTitle) },
        Field("reply") { $0.answer },
        Field("replyLanguage") { WrittenLanguage($0.answer ?? "") },
    ]
}
