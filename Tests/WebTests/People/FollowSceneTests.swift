import Fixtures
import Testing

@Blocking
struct FollowSceneTests {
    private let site: ServedSite
    private let seller: Client
    private let item: String
    private let follower: Client
    /// The seller.
    private let path = "/people/1"

    init() throws {
        site = try ServedSite()
        seller = try site.member("민지")
        item = try seller.post()
        follower = try site.member("지수")
    }

    /// Where the button of a page that follows somebody, or stops, is sent to.
    private func button(on page: Page) -> String? {
        page.actions.first { $0.hasPrefix(path + "/follow") }
    }

    @Test func sellerIsFollowedOnTheirPageAndOnAListing() throws {
        for page in [path, item] {
            let form = FormBody.urlencoded(page == item ? ["item": "1"] : [:])
            #expect(try button(on: follower.get(page).page) == path + "/follow")
            #expect(try follower.post(path + "/follow", form)["Location"] == page)
            let followed = try follower.get(page).page
            #expect(followed.alert?.title == "팔로우했어요")
            #expect(button(on: followed) == path + "/follow/deletion")
            #expect(try follower.get("/my/follows").page.itemPaths == [item])
            #expect(try follower.post(path + "/follow/deletion", form)["Location"] == page)
            #expect(try follower.get(page).page.alert?.title == "팔로우를 취소했어요")
            #expect(try follower.get("/my/follows").page.itemPaths.isEmpty)
        }
        for step in ["/follow", "/follow/deletion"] {
            #expect(try follower.get(path + step)["Location"] == path)
        }
        for page in [path, item] { #expect(try button(on: seller.get(page).page) == nil) }
    }

    @Test func newListingIsCountedAndMarkedOnce() throws {
        _ = try follower.press(path + "/follow")
        #expect(try follower.get("/rules").page.newNotices == nil)
        let new = try seller.post()
        #expect(try follower.get("/rules").page.newNotices == "새 알림 1개")
        #expect(try seller.get("/rules").page.newNotices == nil)
        for page in ["/my", "/my/reminders"] {
            let texts = try follower.get(page).page.texts
            #expect(texts.contains("팔로우한 판매자") && texts.contains("새 글 1개"))
        }
        let page = try follower.get("/my/follows").page
        #expect(page.itemPaths == [new, item])
        #expect(page.texts.count { $0 == "새 글" } == 1)
        #expect(page.texts.contains("판매자 1명") && page.links.contains(path))
        // The page that shows it no longer counts it.
        #expect(page.newNotices == nil)
        #expect(try follower.get("/rules").page.newNotices == nil)
        #expect(try !follower.get("/my/follows").page.texts.contains("새 글"))
    }

    @Test func listingThatASavedSearchFindsTooIsCountedOnce() throws {
        _ = try follower.press(path + "/follow")
        _ = try follower.post("/my/searches", ["query": "/?category=9"])
        _ = try seller.post()
        #expect(try follower.get("/rules").page.newNotices == "새 알림 1개")
        _ = try seller.post(.ownLamp.with("category", "1"))
        #expect(try follower.get("/rules").page.newNotices == "새 알림 2개")
        // It stays new in the search when it is no longer new here.
        let page = try follower.get("/my/follows").page
        #expect(page.texts.contains("새 알림 1개"))
    }

    @Test func listingsOnAPageThatNobodySeesStayNew() throws {
        _ = try follower.press(path + "/follow")
        let new = try seller.post()
        let cookie = try #require(follower.cookie("session"))
        let prefetched = try site.get(
            "/my/follows", ["Cookie": "session=\(cookie)", "Sec-Purpose": "prefetch"])
        #expect(prefetched.status == 200 && prefetched.page.itemPaths == [new, item])
        let head = try site.everything(
            answering: "HEAD /my/follows HTTP/1.1\r\nHost: \(site.host)\r\n"
                + "Cookie: session=\(cookie)\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        #expect(try follower.get("/rules").page.newNotices == "새 알림 1개")
    }

    @Test func newListingsAreReadWhileNothingCanBeWritten() throws {
        let site = try ServedSite(busyTimeout: 10)
        let (seller, follower) = (try site.member("민지"), try site.member("지수"))
        _ = try follower.press(path + "/follow")
        let new = try seller.post()
        let other = try OtherProgram(opening: site.database)
        try other.run("BEGIN EXCLUSIVE")
        let answer = try follower.get("/my/follows")
        #expect(answer.status == 200 && answer.page.itemPaths == [new])
        try other.run("COMMIT")
        #expect(try follower.get("/rules").page.newNotices == "새 알림 1개")
    }

    @Test func guestFollowsOnceSignedIn() throws {
        let guest = try site.visitor()
        let asked = try guest.post(path + "/follow", ["item": "1"])
        #expect(asked.status == 403)
        #expect(asked.page.texts.contains("로그인하거나 가입하면 이 판매자를 팔로우해요."))
        let form = FilledForm.credentials(on: asked.page, "지수")
        #expect(try guest.post("/signin", form.urlencoded)["Location"] == item)
        #expect(try guest.get("/my/follows").page.itemPaths == [item])
    }

    @Test func sellerWhoCannotBeFollowedIsRefused() throws {
        let own = try seller.press(path + "/follow")
        #expect(own.status == 409 && own.page.alert?.lines == ["나를 팔로우할 수는 없어요."])
        #expect(try follower.press("/people/99/follow").status == 404)
        _ = try seller.press("/people/2/block")
        let blocked = try follower.press(path + "/follow")
        #expect(blocked.status == 409)
        #expect(blocked.page.alert?.lines == ["지금은 이 사람을 팔로우할 수 없어요."])
    }

    @Test func nobodyElseLearnsWhoFollows() throws {
        // The first page still says that the listing was posted.
        _ = try seller.get(path)
        let before = try (seller.get(path).text, site.get(path).text)
        _ = try follower.press(path + "/follow")
        #expect(try seller.get(path).text == before.0)
        #expect(try site.get(path).text == before.1)
        #expect(try seller.get("/my/follows").page.itemPaths.isEmpty)
    }
}
