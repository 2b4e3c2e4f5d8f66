import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/posted/takeover`: transfers what this browser has posted as a guest to the account, in one step.
struct PostedTakeoverScene: Sendable {
    private let takeover: PostedTakeover
    private let marks: PostingMark
    private let grants: EditGrant
    private let page: Presenter<PostedTakeoverPage>

    init(_ dependencies: Dependencies) throws {
        takeover = PostedTakeover(storage: dependencies.storage, check: dependencies.passwordCheck)
        marks = dependencies.marks
        grants = dependencies.grants
        page = try dependencies.page("items/posted-takeover")
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        try context.checkMayPost()
        let output = try await takeover.output(for: offered(context))
        let returnPath = ReturnPath(named: context.request.query["return"])
        let shown = PostedTakeoverPage(output: output, returnPath: returnPath)
        guard !output.entries.isEmpty else { return .redirect(to: shown.cancelPath) }
        return try page.form(shown, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let posted = await Set(marks.unreadMessages(context).keys)
        let (account, input, returnPath) = try await page.input(context) { account, form in
            var typed = offered(context)
            typed.posted = posted
            if form.text("listed") != nil {
                typed.chosen = Set(form.texts("item").compactMap { Item.ID(digits: $0) })
            }
            (typed.password, typed.address) = (form["password"], context.address)
            return (account, typed, ReturnPath(named: form.text("return")))
        }
        switch try await takeover.submit(input, by: account, at: context.now) {
        case .saved(let taken):
            let next = Self.path(after: returnPath) ?? Link.ownItems()
            // The form was sent twice, and the first sending has done it.
            guard taken > 0 else { return .redirect(to: next) }
            return Flash.takingOver(taken).redirect(to: next, page.pages.cookies)
        case .refused(let output):
            return try page.form(
                PostedTakeoverPage(output: output, returnPath: returnPath), for: context)
        }
    }

    /// Where to go afterwards; nil for no particular page, and for the pages of guests' listings,
    /// which are empty after the takeover.
    fileprivate static func path(after returnPath: ReturnPath) -> String? {
        let isAboutThem = returnPath.text.hasPrefix(Link.postedItems())
        return returnPath == .home || isAboutThem ? nil : returnPath.text
    }

    private func offered(_ context: RequestContext) -> PostedTakeover.Input {
        PostedTakeover.Input(items: marks.items(context), proven: grants.newItems(context))
    }
}

/// The form, and the page to go to afterwards.
private struct PostedTakeoverPage: FormOutput {
    let output: PostedTakeover.Output
    /// The page that led here; the home page means no particular one.
    let returnPath: ReturnPath

    var refusal: Refusal? { output.refusal }
    var namedPath: String? { PostedTakeoverScene.path(after: returnPath) }
    var cancelPath: String { namedPath ?? Link.postedItems() }
}

extension PostedTakeoverPage: TemplateData {
    static let fields: [Field<PostedTakeoverPage>] =
        [
            Field("entries") { $0.output.entries },
            Field("count") { $0.output.entries.count },
            Field("taken") { $0.output.taken },
            Field("asksPassword") { $0.output.asksPassword },
            Field("returnPath") { $0.namedPath },
            Field("cancelPath") { $0.cancelPath },
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
