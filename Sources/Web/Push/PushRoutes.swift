/// The routes of push notifications.
enum PushRoutes {
    static func all(_ dependencies: Dependencies) -> [Route] {
        let push = PushScene(dependencies)
        return [
            .post(Link.push, push.subscribe),
            .post(Link.pushDeletion, push.unsubscribe),
            // These look the visitor up themselves.
            .shared(.get, Link.pushNews, push.showNews),
            .shared(.get, Link.unseenPushes, push.showUnseen),
        ]
    }
}
