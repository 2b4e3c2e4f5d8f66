import HTTPServer
import Market
import Mustache
import ViewModels

/// `/announcements`: all announcements, newest first; `/announcements/7`: one of them. Also what
/// operators do with them besides writing, and the dismissal of the one above the list.
struct AnnouncementScene: Sendable {
    /// The cookie's lifetime, in seconds: a year.
    private static let timePutAway = 365 * 86_400

    private let list: AnnouncementList
    private let deleted: DeletedAnnouncements
    private let detail: AnnouncementDetail
    private let change: AnnouncementChange
    private let listPage: Presenter<AnnouncementListPage>
    private let detailPage: Presenter<AnnouncementDetail.Output>
    private let questionPage: Presenter<QuestionPage>
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) throws {
        list = AnnouncementList(storage: dependencies.storage, zone: dependencies.zone)
        deleted = DeletedAnnouncements(storage: dependencies.storage, zone: dependencies.zone)
        detail = AnnouncementDetail(storage: dependencies.storage, zone: dependencies.zone)
        change = AnnouncementChange(storage: dependencies.storage)
        listPage = try dependencies.page("announcements/announcement-list")
        detailPage = try dependencies.page("announcements/announcement-detail")
        questionPage = try dependencies.page("parts/question")
        cookies = dependencies.cookies
    }

    func showList(_ context: RequestContext) async throws -> Response {
        let output = try await list.output(for: context.pageKey(), at: context.now)
        let isShown = context.member?.isOperator == true && output.isFirst
        let key: DeletedAnnouncement.Key? = context.datedPageKey("deleted")
        return try listPage.response(
            AnnouncementListPage(
                list: output,
                deleted: try await isShown ? deleted.output(for: key, at: context.now) : nil),
            for: context)
    }

    func show(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try detailPage.response(try await detail.output(for: id, at: context.now), for: context)
    }

    func end(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        let undoing = try await submit(.end(id), context)
        let flash = undoing.map { Flash.undoing($0) } ?? .named(.announcementEnded)
        return flash.redirect(to: Link.announcement(id), cookies)
    }

    /// Undoes `end`.
    func resume(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try context.checkOperator()
        try await submit(.resume(id, until: try context.formerEnd()), context)
        return detailPage.redirect(to: Link.announcement(id), .restored)
    }

    func askToDelete(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try context.checkOperator()
        return try questionPage.response(
            QuestionPage(
                question: try await change.output(for: id),
                action: Link.announcementDeletion(id), back: Link.announcement(id)),
            for: context)
    }

    func delete(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try await submit(.delete(id), context)
        return Flash.undoing(.announcement(id)).redirect(to: Link.announcements(), cookies)
    }

    func restore(_ context: RequestContext, _ id: Announcement.ID) async throws -> Response {
        try await submit(.restore(id), context)
        return detailPage.redirect(to: Link.announcement(id), .restored)
    }

    @discardableResult
    private func submit(
        _ action: AnnouncementChange.Input, _ context: RequestContext
    ) async throws -> Alert.Undoing? {
        try context.checkOperator()
        return try await change.submit(action, at: context.now)
    }

    /// Dismisses the announcement, and redirects back to the list that it was above.
    func putAway(_ context: RequestContext, _ id: Announcement.ID) -> Response {
        let path = ReturnPath(before: context.request)?.text ?? Link.itemList()
        var response = Response.redirect(to: path)
        cookies.set(.announcement, to: "\(id)", lifetime: Self.timePutAway, on: &response)
        return response
    }
}

/// The announcements, and for operators those that they can restore.
struct AnnouncementListPage: Sendable {
    let list: AnnouncementList.Output
    /// Nil unless it is an operator's first page.
    let deleted: DeletedAnnouncements.Output?
}

extension AnnouncementListPage: TemplateData {
    static let fields: [Field<AnnouncementListPage>] = [
        Field("path") { _ in Link.announcements() },
        Field("entries") { $0.list.entries },
        Field("isPaged") { !$0.list.isFirst },
        Field("older") { $0.list.older },
        Field("emptyText") { $0.list.emptyText },
        Field("deleted") { $0.deleted?.entries ?? [] },
        Field("hasDeleted") { $0.deleted?.entries.isEmpty == false },
        Field("isDeletedPaged") { $0.deleted?.isFirst == false },
        Field("olderDeleted") { $0.deleted?.older },
    ]
}

extension DeletedAnnouncements.Entry: TemplateData {
    public static let fields: [Field<DeletedAnnouncements.Entry>] = [
        Field("announcement") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("dateDeleted") { $0.dateDeleted },
    ]
}

extension AnnouncementList.Entry: TemplateData {
    public static let fields: [Field<AnnouncementList.Entry>] = [
        Field("announcement") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("date") { $0.date },
        Field("endText") { $0.endText },
        Field("isOnTop") { $0.isOnTop },
    ]
}

extension AnnouncementDetail.Output: TemplateData {
    public static let fields: [Field<AnnouncementDetail.Output>] = [
        Field("announcement") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("text") { $0.text },
        Field("textLanguage") { WrittenLanguage($0.summary) },
        Field("summary") { $0.summary },
        Field("date") { $0.date },
        Field("dateModified") { $0.dateModified },
        Field("endText") { $0.endText },
        Field("isOver") { $0.isOver },
    ]
}
