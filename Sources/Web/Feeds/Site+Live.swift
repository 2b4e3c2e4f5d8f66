extension Site {
    /// Every path of what pages listen to.
    static func liveRoutes(_ dependencies: Dependencies) -> [Route] {
        let live = LiveScene(dependencies)
        return [
            .file("/live", live.market),
            .get("/my/live", live.organiser),
        ]
    }
}
