import HTTPServer

/// What a site has in files: those of `Public`, and the templates with their words, read and compiled
/// once. Sites with the same files may share them.
public final class SiteFiles: Sendable {
    let assets: StaticFiles
    let templates: TemplateStore

    /// - Parameters:
    ///   - root: the folder that holds `Templates` and `Public`.
    ///   - isReloading: whether a file that has changed shows at the next request.
    /// - Throws: `TemplateErrors` or `StaticFilesError` when the folders do not hold a site.
    public init(root: String, isReloading: Bool = false) throws {
        let assets = try StaticFiles(root + "/Public", reloading: isReloading)
        self.assets = assets
        templates = try TemplateStore(
            folder: root + "/Templates", addresses: { assets.addresses },
            isReloading: isReloading)
    }
}

extension StaticFiles {
    /// Of what pages are made of, as templates call it, with its version: browsers keep such a file
    /// until it changes.
    fileprivate var addresses: [String: String] {
        [
            "stylesheet": "/app.css", "guideStylesheet": "/guide.css",
            "chatStylesheet": "/chat.css", "organiserStylesheet": "/organiser.css",
            "ownItemsStylesheet": "/own-items.css", "scheduleStylesheet": "/schedule.css",
            "operatorStylesheet": "/operator.css", "announcementStylesheet": "/announcement.css",
            "followsStylesheet": "/follows.css",
            "script": "/app.js", "chatScript": "/chat.js", "checkScript": "/check.js",
            "draftScript": "/draft.js", "filtersScript": "/filters.js",
            "messageDraftScript": "/message-draft.js", "pushScript": "/push.js",
            "reportsScript": "/reports.js", "reviewScript": "/review.js", "sprite": "/icons.svg",
            "viewedScript": "/viewed.js",
        ].mapValues { path in version(of: path).map { path + "?v=" + $0 } ?? path }
    }
}
