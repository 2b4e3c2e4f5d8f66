import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/posted/takeover`: makes what the browser has posted as a guest the account's, in one step.
struct PostedTakeoverScene: Sendable {
    private let takeover: PostedTakeover
    private let marks: PostingMark
    private let grants: EditGrant
    private let page: Presenter<PostedTakeover.Output>

    init(_ dependencies: Dependencies) throws {
        takeover = PostedTakeover(
            storage: dependencies.storage, check: dependencies.passwordCheck)
        marks = dependencies.marks
        grants = dependencies.grants
        page = try dependencies.page("items/posted-takeover")
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        try context.checkMayPost()
        let output = try await takeover.output(for: offered(context))
        guard !output.entries.isEmpty else { return .redirect(to: Link.postedItems()) }
        return try page.form(output, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let posted = await Set(marks.unreadMessages(context).keys)
        let (account, input) = try await page.input(context) { account, form in
            var typed = offered(context)
            typed.posted = posted
            if form.text("listed") != nil {
                typed.chosen = Set(form.texts("item").compactMap { Item.ID(digits: $0) })
            }
            (typed.password, typed.address) = (form["password"], context.address)
            return (account, typed)
        }
        let result = try await takeover.submit(input, by: account, at: context.now)
        return try await page.answer(result, for: context) { taken in
            // Sent twice, it was done before.
            taken == 0
                ? .redirect(to: Link.ownItems())
                : Flash.takingOver(taken).redirect(to: Link.ownItems(), page.pages.cookies)
        }
    }

    private func offered(_ context: RequestContext) -> PostedTakeover.Input {
        PostedTakeover.Input(items: marks.items(context), proven: grants.newItems(context))
    }
}

extension PostedTakeover.Output: TemplateData {
    public static let fields: [Field<PostedTakeover.Output>] =
        [
            Field("entries") { $0.entries },
            Field("count") { $0.entries.count },
            Field("taken") { $0.taken },
            Field("asksPassword") { $0.asksPassword },
            Field("explanation") { _ in Phrase(.askToTakeOverAll) },
        ] + faults("item", "password")
}

extension PostedTakeover.Entry: TemplateData {
    public static let fields: [Field<PostedTakeover.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("isChosen") { $0.isChosen },
        Field("isProven") { !$0.asksPassword },
    ]
}
