import HTTPServer
import Market
import Mustache
import ViewModels

/// Carries out what operators decide about reports, listings, messages and people, each posted to its
/// own path; for anybody else these paths do not exist.
struct DecisionScene: Sendable {
    private let queue: ReportQueue
    private let prompt: SuspensionPrompt
    private let page: Presenter<EarlierDecision>
    private let questionPage: Presenter<QuestionPage>

    init(_ dependencies: Dependencies) throws {
        queue = ReportQueue(storage: dependencies.storage, zone: dependencies.zone)
        prompt = SuspensionPrompt(storage: dependencies.storage)
        page = try dependencies.page("people/earlier-decision")
        questionPage = try dependencies.page("parts/question")
    }

    func dismiss(_ context: RequestContext, _ id: Report.ID) async throws -> Response {
        try await submit(.dismiss(id), context)
    }

    func reopen(_ context: RequestContext, _ id: Report.ID) async throws -> Response {
        try await submit(context.isUndoing ? .undo(.dismissal(id)) : .reopen(id), context)
    }

    func remove(_ context: RequestContext, _ id: Report.ID) async throws -> Response {
        if context.isUndoing { return try await submit(.undo(.returning(id)), context) }
        let form = try await measure(context)
        return try await submit(.remove(id, because: form.reason), on: form, context)
    }

    func bringBack(_ context: RequestContext, _ id: Report.ID) async throws -> Response {
        try await submit(context.isUndoing ? .undo(.removal(id)) : .bringBack(id), context)
    }

    func hide(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        if context.isUndoing { return try await submit(.undo(.showing(id)), context) }
        let form = try await measure(context)
        return try await submit(.hide(id, because: form.reason), on: form, context)
    }

    func keepHidden(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.keepHidden(id), context)
    }

    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(context.isUndoing ? .undo(.hiding(id)) : .show(id), context)
    }

    func suspend(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        if context.isUndoing {
            let hidesItems = context.request.query["hide"] == "1"
            return try await submit(.undo(.lifting(id, hidingItems: hidesItems)), context)
        }
        let form = try await measure(context)
        let term = try form.term()
        if term == nil, form.asksFirst {
            return try await ask(form, of: id, answeredTo: Link.suspension(id), context)
        }
        return try await submit(
            .suspend(id, because: form.reason, until: term, hidingItems: form.isHiding),
            on: form, context)
    }

    func changeTerm(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        if context.isUndoing {
            try context.checkOperator()
            let end = try context.formerEnd()
            return try await submit(.undo(.termChange(id, until: end)), context)
        }
        let form = try await measure(context)
        let term = try form.term()
        if term == nil, form.asksFirst {
            return try await ask(form, of: id, answeredTo: Link.suspensionTerm(id), context)
        }
        return try await submit(.changeTerm(id, until: term), on: form, context)
    }

    func lift(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        try await submit(context.isUndoing ? .undo(.suspension(id)) : .lift(id), context)
    }

    /// Asks before a suspension without an end. The question's page is the answer to a form and
    /// keeps what was typed in it.
    private func ask(
        _ form: MeasureForm, of id: Account.ID, answeredTo action: String,
        _ context: RequestContext
    ) async throws -> Response {
        let question = try await prompt.output(
            for: id, hidingItems: form.isHiding, by: try context.account)
        let back = ReturnPath(before: context.request)?.text ?? Link.person(id)
        return try questionPage.response(
            QuestionPage(
                question: question, action: action, back: back,
                hiddenFields: form.fields(overruling: form.overruled)
                    + [CarriedField(name: "back", value: back)]),
            caching: "no-store", for: context)
    }

    /// Reads the measure's form; an empty one for a button without fields.
    private func measure(_ context: RequestContext) async throws -> MeasureForm {
        try context.checkOperator()
        guard !context.request.body.isEmpty else { return MeasureForm() }
        return try await page.forms.withForm(of: context) { MeasureForm($0) }
    }

    /// Carries out an action, then redirects to the page that it was asked for on, in the queue to
    /// the next case. If another operator's decision stands, shows that decision instead.
    private func submit(
        _ action: ReportQueue.Action, on form: MeasureForm = MeasureForm(),
        _ context: RequestContext
    ) async throws -> Response {
        try context.checkOperator()
        let done = try await queue.submit(
            action, on: form.seen, by: try context.account, at: context.now)
        let asked = form.back ?? ReturnPath(before: context.request)
        var path = asked?.text ?? Link.reports()
        // That page was the answer to a form and has no address to return to.
        if form.overruled != nil { path = Link.reports() }
        let isQueue = path == Link.reports() || path.hasPrefix(Link.reports() + "?")
        if isQueue, !path.contains("settled=1"), let next = done.next { path += "#report-\(next)" }
        // The page that asked for the reason has nothing left to ask.
        if case .hide(let id, because: _) = action, path == Link.itemHiding(id) {
            path = Link.item(id)
        }
        if let earlier = done.earlier {
            return try page.response(
                EarlierDecision(
                    decision: earlier, isLater: action.isUndo, path: path,
                    action: done.overrulable == nil ? nil : action.measurePath,
                    hiddenFields: form.fields(overruling: done.overrulable)), status: .conflict,
                caching: "no-store", for: context)
        }
        return Flash(action, done).redirect(to: path, page.pages.cookies)
    }
}

extension Flash {
    /// The alert for what was done.
    fileprivate init(_ action: ReportQueue.Action, _ done: ReportQueue.Done) {
        switch action {
        case .undo where done.wasNeverTaken: self = .named(.nothingToUndo)
        case .dismiss(let id): self = .undoing(.dismissal(id, ofDeparted: done.isOfDeparted))
        case .reopen, .undo(.dismissal): self = .named(.reportReopened)
        case .hide(let id, because: _), .undo(.showing(let id)): self = .undoing(.hiding(id))
        case .keepHidden: self = .named(.itemStaysHidden)
        case .show(let id): self = .undoing(.showing(id))
        case .undo(.hiding): self = .named(.itemShown)
        case .remove(let id, because: _), .undo(.returning(let id)): self = .undoing(.removal(id))
        case .bringBack(let id): self = .undoing(.returning(id))
        case .undo(.removal): self = .named(.messageReturned)
        case .suspend(let id, because: _, until: _, hidingItems: _),
            .undo(.lifting(let id, hidingItems: _)):
            self = .undoing(.suspension(id, hiding: done.hiddenItems))
        case .changeTerm where done.isOver, .undo(.termChange) where done.isOver:
            self = .named(.suspensionIsOver)
        case .changeTerm(let id, until: _):
            self = .undoing(.termChange(id, until: done.formerEnd))
        case .undo(.termChange): self = .named(.termChanged)
        case .lift(let id) where !done.isOver:
            self = .undoing(.lifting(id, showing: done.shownItems))
        case .lift, .undo(.suspension): self = .lifting(showing: done.shownItems)
        }
    }
}

extension RequestContext {
    /// Whether an alert's undo button was pressed.
    fileprivate var isUndoing: Bool { request.query["undo"] == "1" }
}

extension ReportQueue.Action {
    /// The path that a measure is posted to; nil for other actions.
    fileprivate var measurePath: String? {
        switch self {
        case .hide(let id, because: _): Link.itemHiding(id)
        case .remove(let id, because: _): Link.reportRemoval(id)
        case .suspend(let id, because: _, until: _, hidingItems: _): Link.suspension(id)
        case .dismiss, .reopen, .keepHidden, .show, .bringBack, .changeTerm, .lift, .undo: nil
        }
    }

    /// Whether it takes a measure back, so that another operator's decision came after that.
    fileprivate var isUndo: Bool { if case .undo = self { true } else { false } }
}

/// Another operator's decision that stands, and where the operator who came later can go on.
struct EarlierDecision: Sendable {
    let decision: DecisionEntry
    /// Whether it was taken after the measure that was to be undone, and not before it.
    let isLater: Bool
    let path: String
    /// The path for taking the measure anyway; nil if that is not possible.
    let action: String?
    let hiddenFields: [CarriedField]
}

extension EarlierDecision: TemplateData {
    static let fields: [Field<EarlierDecision>] = [
        Field("decision") { $0.decision },
        Field("isLater") { $0.isLater },
        Field("wayBack") { $0.path },
        Field("action") { $0.action },
        Field("hiddenFields") { $0.hiddenFields },
    ]
}
