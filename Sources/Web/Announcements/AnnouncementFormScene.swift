import HTTPServer
import Market
import Mustache
import ViewModels

/// `/announcements/new` and `/announcements/7/edit`: the form with which operators write
/// announcements; for anybody else it does not exist.
struct AnnouncementFormScene: Sendable {
    private let form: AnnouncementForm
    private let page: Presenter<AnnouncementForm.Output>

    init(_ dependencies: Dependencies) throws {
        form = AnnouncementForm(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("announcements/announcement-form")
    }

    func showNew(_ context: RequestContext) throws -> Response {
        try context.checkOperator()
        return try page.form(
            form.output(for: AnnouncementForm.Input(), at: context.now), for: context)
    }

    func showEdit(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try context.checkOperator()
        return try page.form(try await form.output(for: id, at: context.now), for: context)
    }

    /// - Parameter id: the announcement to edit; nil for a new one.
    func submit(_ context: RequestContext, _ id: Announcement.ID?) async throws -> Response {
        try context.checkOperator()
        let (input, revision) = try await page.forms.withForm(of: context) { form in
            (AnnouncementForm.Input(form), form.text("revision").flatMap(Int64.init(digits:)))
        }
        let result = try await form.submit(input, for: id, revision: revision, at: context.now)
        return try page.answer(
            result, for: context, saying: id == nil ? .announced : .updated
        ) { Link.announcement($0) }
    }
}

extension AnnouncementForm.Input {
    fileprivate init(_ form: Form) {
        self.init(
            title: form["title"], text: form["text"], lastDay: form["last_day"],
            isOnTop: form["on_top"] == "1")
    }
}

extension AnnouncementForm.Output: TemplateData {
    public static let fields: [Field<AnnouncementForm.Output>] =
        [
            Field("heading") { $0.heading },
            Field("action") { $0.id.map { Link.announcementEdit($0) } ?? Link.announcements() },
            Field("cancelPath") { $0.id.map { Link.announcement($0) } ?? Link.announcements() },
            Field("isNew") { $0.id == nil },
            Field("revision") { $0.revision },
            Field("title") { $0.input.title },
            Field("text") { $0.input.text },
            Field("lastDay") { $0.input.lastDay },
            Field("earliestDay") { $0.earliestDay },
            Field("isOver") { $0.isOver },
            Field("isOnTop") { $0.input.isOnTop },
            Field("current") { $0.current },
            Field("isFresh") { $0.refusal == nil },
        ] + faults("title", "text", "last_day")
}

extension AnnouncementForm.Current: TemplateData {
    public static let fields: [Field<AnnouncementForm.Current>] = [
        Field("title") { $0.title },
        Field("text") { $0.text },
        Field("dateModified") { $0.dateModified },
    ]
}
