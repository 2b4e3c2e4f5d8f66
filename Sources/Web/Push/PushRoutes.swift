/// Every path of telling people of news who are away.
enum PushRoutes {
    static func all(_ dependencies: Dependencies) -> [Route] {
        let push = PushScene(dependencies)
        return [
            .post(Link.push, push.subscribe),
            .post(Link.pushDeletion, push.unsubscribe),
            // These look by themselves for who is signed in.
            .shared(.get, Link.pushNews, push.showNews),
            .shared(.get, Link.unseenPushes, push.showUnseen),
        ]
    }
}
