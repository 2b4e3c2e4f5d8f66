import Fixtures

// What many suites begin with; each test gets its own, except for a shared site.

/// A site that nobody has visited yet.
@Blocking
class SiteSuite {
    let site: ServedSite

    init() throws {
        site = try ServedSite()
    }
}

/// A site that all tests of a suite share, which must be `.sharing`.
@Blocking
class SharedSiteSuite {
    let site: ServedSite

    init() async throws {
        site = try await .shared { try ServedSite() }
    }
}

/// A site with one member, who is signed in.
@Blocking
class MemberSuite {
    let site: ServedSite
    let member: Client

    init() throws {
        site = try ServedSite()
        member = try site.member()
    }
}

/// A site on which 민지 sells an item, and 지수 has asked about it.
@Blocking
class ConversationSuite {
    let site: ServedSite
    let seller: Client
    let asker: Client
    /// The paths of the item and of their conversation.
    let item: String
    let path: String

    init() throws {
        site = try ServedSite()
        (seller, item, asker, path) = try site.asked()
    }
}
