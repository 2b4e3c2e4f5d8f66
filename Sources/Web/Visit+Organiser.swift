import HTTPServer

extension Visit {
    /// The list, task, memo or deletion that the path names.
    /// - Throws: `.notFound` when that is no number, or not written as links write it.
    var id: Int64 {
        get throws(SiteError) { try itemID }
    }

    /// The page on which a button of the organiser was pressed, as far as the browser says: one of the
    /// organiser's or a listing, of this site in any case.
    func pageBefore(orElse scene: Scene) -> String {
        guard let referer = request.headers["Referer"], let host = request.headers["Host"] else {
            return scene.path
        }
        for origin in ["http://" + host, "https://" + host] where referer.hasPrefix(origin) {
            let address = String(referer.dropFirst(origin.count))
            guard ["/my/", "/items/"].contains(where: { (address + "/").hasPrefix($0) }) else {
                continue
            }
            if let path = ReturnPath(address) { return path.text }
        }
        return scene.path
    }
}
