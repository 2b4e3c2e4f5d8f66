import HTTPServer
import Market
import Mustache
import ViewModels

/// The routes of saved searches.
enum SavedSearchRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let searches = try SavedSearchScene(dependencies)
        let feed = try SavedSearchFeedScene(dependencies)
        return [
            .get(Link.savedSearches, searches.showList),
            .post(Link.savedSearches, searches.keep),
            .get(Link.savedSearch, searches.show),
            .get(Link.savedSearchEdit, searches.showEdit),
            .post(Link.savedSearchEdit, searches.edit),
            // After a session has ended, the sign-in is at the path that was posted to and may lead
            // back there by GET.
            .get(Link.savedSearchDeletion) { try $0.redirectMember(to: Link.savedSearch($1)) },
            .post(Link.savedSearchDeletion, searches.delete),
            .shared(.get, Link.savedSearchFeed, feed.show),
        ]
    }

    static func pendingActions(_ dependencies: Dependencies) throws -> [PendingAction] {
        let searches = try SavedSearchScene(dependencies)
        return [PendingAction(Link.savedSearches, for: .keepSearch, searches.keepAfterSignIn)]
    }
}

/// `/my/searches`: the member's saved searches; `/my/searches/7`: the matches of one;
/// `/my/searches/7/edit`: the form that changes it.
struct SavedSearchScene: Sendable {
    private let searches: SavedSearchList
    private let search: SavedSearchDetail
    private let changing: SavedSearchForm
    private let limiter: TurnLimiter
    private let places: any PlaceStorage
    private let sessions: Sessions
    private let push: PushPresenter
    private let list: Presenter<SavedSearchesPage>
    private let detail: Presenter<SavedSearchDetail.Output>
    private let editor: Presenter<SavedSearchForm.Output>

    init(_ dependencies: Dependencies) throws {
        searches = SavedSearchList(storage: dependencies.storage)
        search = SavedSearchDetail(storage: dependencies.storage)
        changing = SavedSearchForm(storage: dependencies.storage)
        limiter = dependencies.searchLimiter
        places = dependencies.storage
        sessions = dependencies.sessions
        push = PushPresenter(dependencies)
        list = try dependencies.page("search/saved-search-list")
        detail = try dependencies.page("search/saved-search-detail")
        editor = try dependencies.page("search/saved-search-form")
    }

    func showList(_ context: RequestContext) async throws -> Response {
        var page = SavedSearchesPage(output: try await searches.output(for: try context.account))
        if !page.output.entries.isEmpty { page.push = try await push.part(for: context) }
        return try list.form(page, for: context)
    }

    /// Shows the matches. The page's header no longer counts those that it shows.
    func show(_ context: RequestContext, _ id: SavedSearch.ID) async throws -> Response {
        var context = context
        let account = try context.account
        let isSeen =
            context.request.method == .get && context.request.headers["Sec-Purpose"] == nil
        let output = try await search.output(
            for: id, of: account, before: context.pageKey(), isSeen: isSeen, at: context.now)
        if output.search.news != nil {
            context.member?.dueReminders = try await sessions.dueReminders(
                of: account, at: context.now)
        }
        return try detail.response(output, for: context)
    }

    /// Saves the search of a list, and redirects back to the list as it was typed, with words that were
    /// read as filters still among the words.
    func keep(_ context: RequestContext) async throws -> Response {
        let (account, address, typed) = try await list.input(context) { account, form in
            (account, form["query"], form["return"])
        }
        let result = try await submit(address, of: account, context)
        return try list.answer(result, for: context, saying: .searchKept) { _ in
            Self.path(after: address, typedAs: typed).text
        }
    }

    /// Saves the search after the sign-in that the button led to.
    func keepAfterSignIn(
        _ context: RequestContext, _ form: CarriedForm
    ) async throws -> PendingAction.Outcome {
        let address = form["query"]
        let result = try await submit(address, of: try context.account, context)
        return try list.outcome(
            result, for: context, saying: .searchKept,
            on: Self.path(after: address, typedAs: form["return"]))
    }

    /// - Parameter address: the address of the list.
    private func submit(
        _ address: String, of account: Account.ID, _ context: RequestContext
    ) async throws -> FormResult<SavedSearch.ID, SavedSearchesPage> {
        let query = address.drop { $0 != "?" }.dropFirst()
        let filter = ItemSelection(
            ItemListQuery(Query(String(query))).input, in: try await places.places()
        ).filter
        switch try await searches.submit(filter, of: account, at: context.now) {
        case .saved(let id): return .saved(id)
        case .refused(let output): return .refused(SavedSearchesPage(output: output))
        }
    }

    /// - Parameter typed: the address of the same list with the words as typed.
    private static func path(after address: String, typedAs typed: String) -> ReturnPath {
        ReturnPath(typed) ?? ReturnPath(address) ?? ReturnPath(named: Link.savedSearches())
    }

    func showEdit(_ context: RequestContext, _ id: SavedSearch.ID) async throws -> Response {
        try editor.form(
            try await changing.output(for: id, of: try context.account), for: context)
    }

    func edit(_ context: RequestContext, _ id: SavedSearch.ID) async throws -> Response {
        let (account, input) = try await editor.input(context) { account, form in
            (account, SavedSearchForm.Input(form))
        }
        let result = try await limiter.run(for: context.address) { [changing] in
            try await changing.submit(input, for: id, of: account, at: context.now)
        }
        return try editor.answer(result, for: context, saying: .updated) { _ in
            Link.savedSearch(id)
        }
    }

    func delete(_ context: RequestContext, _ id: SavedSearch.ID) async throws -> Response {
        let deletion = try await search.submit(id, of: try context.account, at: context.now)
        return Flash.undoing(.search(deletion.id))
            .redirect(to: Link.savedSearches(), list.pages.cookies)
    }
}

extension SavedSearchForm.Input {
    /// A missing row leaves its setting unchanged.
    fileprivate init(_ form: Form) {
        self.init(
            name: form.text("name"), isQuiet: form.text("alerts").map { $0 == "off" },
            conditions: ItemListQuery(form)?.input)
    }
}

extension SavedSearchForm.Output: TemplateData {
    public static let fields: [Field<SavedSearchForm.Output>] =
        [
            Field("id") { $0.search.id },
            Field("search") { $0.search },
            Field("name") { $0.name },
            Field("isQuiet") { $0.isQuiet },
            Field("text") { $0.text },
        ] + conditions + faults("name", "q", "category", "place", "min", "max")

    /// Read one by one rather than as a section over the controls, whose rendering is cached for
    /// all readers of the same list.
    private static let conditions: [Field<SavedSearchForm.Output>] = [
        Field("hasConditions") { $0.controls != nil },
        Field("categories") { $0.controls?.categories ?? [] },
        Field("neighbourhoods") { $0.controls?.neighbourhoods ?? [] },
        Field("hasNeighbourhoods") { $0.controls?.neighbourhoods.isEmpty == false },
        Field("chosenNeighbourhoods") { output -> String? in
            let chosen = output.controls?.selection.filter.neighbourhoods ?? []
            return chosen.isEmpty ? nil : chosen.names
        },
        Field("purposes") { $0.controls?.purposes ?? [] },
        Field("minimumPrice") { $0.controls?.minimumPrice },
        Field("maximumPrice") { $0.controls?.maximumPrice },
        Field("isFree") { $0.controls?.selection.filter.isFree == true },
    ]
}

/// The saved searches, with the offer to be told of their matches by pushes.
private struct SavedSearchesPage: FormOutput {
    let output: SavedSearchList.Output
    /// Nil if the site sends no pushes, or if there is nothing to be told of.
    var push: PushPart?

    var refusal: Refusal? { output.refusal }
}

extension SavedSearchesPage: TemplateData {
    static let fields: [Field<SavedSearchesPage>] = [
        Field("entries") { $0.output.entries },
        Field("emptyText") { $0.output.emptyText },
        Field("soughtPath") { $0.output.refused.map { ItemListLink(ItemSelection($0)) } },
        Field("searchText") { $0.output.refused?.search?.text },
        Field("keepText") { $0.output.keepText },
        Field("push") { $0.push },
    ]
}

extension SavedSearchList.Entry: TemplateData {
    public static let fields: [Field<SavedSearchList.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { $0.words.map { WrittenLanguage($0) } },
        Field("conditions") { $0.conditions },
        Field("news") { $0.news },
    ]
}

extension SavedSearchDetail.Output: TemplateData {
    public static let fields: [Field<SavedSearchDetail.Output>] = [
        Field("search") { $0.search },
        Field("path") { ItemListLink(ItemSelection($0.filter)) },
        Field("entries") { $0.page.entries },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
    ]
}
