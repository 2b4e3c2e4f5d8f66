/// Every path of telling people of news who are away.
enum PushRoutes {
    static func all(_ dependencies: Dependencies) -> [Route] {
        let push = PushScene(dependencies)
        return [
            .post(Link.push, push.subscribe),
            .post(Link.pushDeletion, push.unsubscribe),
            // It looks by itself for who is signed in.
            .shared(.get, Link.pushNews, push.showNews),
        ]
    }
}
