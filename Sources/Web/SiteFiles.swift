import HTTPServer

/// A site's files: those of `Public`, and the templates with their messages, read and compiled
/// once. Sites with the same files may share them.
public final class SiteFiles: Sendable {
    let assets: StaticFiles
    let templates: TemplateStore

    /// - Parameters:
    ///   - root: the folder that contains `Templates` and `Public`.
    ///   - isReloading: whether changed files are used from the next request on.
    /// - Throws: `TemplateErrors` or `StaticFilesError` if the folders do not contain a site.
    public init(root: String, isReloading: Bool = false) throws {
        let assets = try StaticFiles(root + "/Public", reloading: isReloading)
        self.assets = assets
        templates = try TemplateStore(
            folder: root + "/Templates", addresses: { assets.addresses },
            isReloading: isReloading)
    }
}

extension StaticFiles {
    /// The addresses of the assets that pages use, by their names in templates. They include a
    /// version, so browsers cache a file until it changes.
    fileprivate var addresses: [String: String] {
        [
            "stylesheet": "/app.css", "guideStylesheet": "/guide.css",
            "chatStylesheet": "/chat.css", "organiserStylesheet": "/organiser.css",
            "ownItemsStylesheet": "/own-items.css", "scheduleStylesheet": "/schedule.css",
            "operatorStylesheet": "/operator.css", "announcementStylesheet": "/announcement.css",
            "followsStylesheet": "/follows.css", "searchStylesheet": "/search.css",
            "script": "/app.js", "backScript": "/back.js", "chatScript": "/chat.js",
            "checkScript": "/check.js", "draftScript": "/draft.js", "filtersScript": "/filters.js",
            "messageDraftScript": "/message-draft.js", "pictureScript": "/picture.js",
            "pushScript": "/push.js",
            "reportsScript": "/reports.js", "reviewScript": "/review.js", "sprite": "/icons.svg",
            "viewedScript": "/viewed.js", "viewerScript": "/viewer.js",
        ].mapValues { path in version(of: path).map { path + "?v=" + $0 } ?? path }
    }
}
