extension Site {
    /// Every path of what pages listen to.
    static func liveRoutes(_ parts: SiteParts) -> [Route] {
        let live = LiveScene(parts)
        return [
            .file("/live", live.market),
            .get("/my/live", live.organiser),
        ]
    }
}
