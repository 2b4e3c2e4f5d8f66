import Fixtures
import Testing

@Blocking
final class ProfileSceneTests: MemberSuite {
    private func save(_ form: FilledForm) throws -> Answer {
        try member.post("/my/profile", form.multipart)
    }

    @Test func aSavedProfileIsShownToEverybody() throws {
        let path = try member.post()
        let form = FilledForm(["nickname": "바다네", "about": "역 근처에 살아요."])
        #expect(try save(form.with(photo: Picture.red))["Location"] == "/my/profile")
        let page = try member.get("/my/profile").page
        #expect(page.alert?.title == "프로필을 저장했어요")
        #expect(page.value(of: "nickname") == "바다네")
        #expect(page.value(of: "about") == "역 근처에 살아요.")
        let picture = try #require(page.value(of: "photos"))
        let item = try site.get(path).page
        #expect(item.texts.contains("바다네"))
        #expect(item.texts.contains("역 근처에 살아요."))
        #expect(item.html.contains("/photos/\(picture)/thumbnail.jpg"))
        #expect(try site.get("/photos/\(picture)/thumbnail.jpg").status == 200)
    }

    @Test func thePictureStaysUntilItIsTakenOut() throws {
        _ = try save(FilledForm(["nickname": "하늘이네"]).with(photo: Picture.red))
        let picture = try #require(try member.get("/my/profile").page.value(of: "photos"))
        _ = try save(FilledForm(["nickname": "하늘이네"]).with(keptPhoto: picture))
        #expect(try member.get("/my/profile").page.value(of: "photos") == picture)
        _ = try save(
            FilledForm(["nickname": "하늘이네", "remove_picture": "1"]).with(keptPhoto: picture))
        #expect(try member.get("/my/profile").page.value(of: "photos") == nil)
    }

    @Test func faultsKeepWhatWasTyped() throws {
        let form = FilledForm(["nickname": " ", "about": "<b>소개</b>"])
        let answer = try save(form.with(photo: Array("글".utf8), named: "글.pdf"))
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines.first == "~ 닉네임을 입력해주세요.")
        #expect(answer.page.alert?.lines.last?.contains("글.pdf") == true)
        #expect(answer.page.value(of: "about") == "<b>소개</b>")
    }

    @Test func ownItemsStandByStatus() throws {
        let (one, two) = (try member.post(), try member.post())
        _ = try site.post()
        #expect(try member.press(two + "/sale/elsewhere").status == 303)
        #expect(try member.get("/my/items").page.itemPaths == [one])
        #expect(try member.get("/my/items?status=sold").page.itemPaths == [two])
        let none = try member.get("/my/items?status=reserved").page
        #expect(none.itemPaths.isEmpty)
        #expect(none.texts.contains("‘예약중’인 글이 없어요."))
        #expect(try member.get("/my/items?status=%00&before=x").page.itemPaths == [one])
    }

    @Test func everythingOfAnAccountIsOneLinkAway() throws {
        let links = try member.get("/my/profile").page.links
        for path in [
            "/my/items?status=selling", "/my/interests", "/my/password",
            "/my/recovery-codes", "/my/account/deletion", "/people/1",
        ] {
            #expect(links.contains(path))
            #expect(try member.get(path).status == 200)
        }
    }
}

extension Page {
    /// The paths of the items in the page's main list.
    var itemPaths: [String] {
        itemIDs.map { "/items/\($0)" }
    }
}
