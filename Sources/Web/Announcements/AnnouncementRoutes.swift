import HTTPServer
import Market

/// Every path of what is told everybody. What was sent and refused stands at the path it was sent to.
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
