import HTTPServer

extension Visit {
    /// The page on which a button of the organiser was pressed, as far as the browser says: one of
    /// the organiser's or a listing, of this site in any case.
    func pageBefore(orElse scene: Scene) -> String {
        guard let page = ReturnPath(before: request)?.text,
            ["/my/", "/items/"].contains(where: { (page + "/").hasPrefix($0) })
        else { return scene.path }
        return page
    }
}
