import HTTPServer
import Market

/// The routes of announcements. A refused form is at the path that it was posted to.
enum AnnouncementRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let announcements = try AnnouncementScene(dependencies)
        let form = try AnnouncementFormScene(dependencies)
        return [
            .get(Link.announcements, announcements.showList),
            .post(Link.announcements) { try await form.submit($0, nil) },
            .get(Link.announcementForm, form.showNew),
            .get(Link.announcement, announcements.show),
            .get(Link.announcementEdit, form.showEdit),
            .post(Link.announcementEdit) { try await form.submit($0, $1) },
            .post(Link.announcementEnding, announcements.end),
            .post(Link.announcementEndingDeletion, announcements.resume),
            .get(Link.announcementDeletion, announcements.askToDelete),
            .post(Link.announcementDeletion, announcements.delete),
            .post(Link.announcementRestoration, announcements.restore),
            .post(Link.announcementDismissal, announcements.putAway),
        ]
    }
}
