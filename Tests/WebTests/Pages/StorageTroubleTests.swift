import Fixtures
import Market
import Testing

/// The market's file is locked by another process, such as a backup or an operator's shell.
@Blocking
struct StorageTroubleTests {
    private let site: ServedSite
    private let other: OtherProgram
    private let path: String

    init() throws {
        site = try ServedSite(busyTimeout: 10)
        path = try site.post()
        other = try OtherProgram(opening: site.database)
        try other.run("BEGIN EXCLUSIVE")
    }

    private static let sorry =
        "지금은 저장할 수 없어요. 적은 내용은 그대로 있으니 잠시 뒤에 다시 눌러주세요."

    @Test(arguments: ["multipart", "urlencoded"])
    func postingIs503WithTheFormAsTyped(kind: String) async throws {
        let form = FilledForm.lamp.with("title", "새 글")
        let answer = try site.post("/items", kind == "multipart" ? form.multipart : form.urlencoded)
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.page.alert?.title == "실패")
        #expect(answer.page.alert?.lines == [Self.sorry])
        for field in ["category", "price", "discounted_price", "stock", "password"] {
            #expect(answer.page.value(of: field)?.isEmpty == false)
        }
        #expect(answer.page.value(of: "title") == "새 글")
        #expect(try await site.storedIDs() == [1])
    }

    @Test func postingWithPhotosIs503WithTheFormAsTyped() async throws {
        let form = FilledForm.lamp.with("title", "새 글").with(photo: Picture.red, named: "등.jpg")
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.page.alert?.isFailure == true)
        #expect(answer.page.alert?.lines.first?.contains("등.jpg") == true)
        #expect(answer.page.value(of: "title") == "새 글")
        #expect(answer.page.value(of: "password") == "달빛1234")
        #expect(try await site.storedIDs() == [1])
    }

    @Test func uploadingAPhotoIs503WithAReason() throws {
        let body = FilledForm().with(photo: Picture.red, named: "등.jpg").multipart
        let answer = try site.post("/photos", body)
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text.contains("등.jpg"))
    }

    @Test func editingIs503WithTheFormAsTyped() throws {
        let form = FilledForm.lamp.with("title", "바뀐 글")
        let answer = try site.post(path + "/edit", form.multipart)
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.page.value(of: "title") == "바뀐 글")
        #expect(try site.get(path).page.texts.contains("북유럽풍 장스탠드"))
    }

    @Test func deletingIs503AndDeletesNothing() throws {
        let answer = try site.post(path + "/deletion", ["password": "달빛1234"])
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.page.alert?.isFailure == true)
        #expect(try site.get(path).status == 200)
    }

    @Test func readingGoesOn() throws {
        #expect(try site.get("/").page.itemIDs == [1])
        #expect(try site.get(path).status == 200)
    }

    @Test func afterwardsTheSameFormWorks() async throws {
        let form = FilledForm.lamp.with("title", "새 글").with("submission_key", "key")
        #expect(try site.post("/items", form.multipart).status == 503)
        try other.run("COMMIT")
        #expect(try site.post(form.with(photo: Picture.red)) == "/items/2")
        #expect(try await site.storedIDs() == [2, 1])
        #expect(try site.get("/items/2").page.texts.contains("새 글"))
    }
}

@Blocking
struct BusyStorageTests {
    @Test(arguments: ["/", "/items/1", "/items/1/edit", "/items/1/deletion"])
    func aPageThatCannotBeReadNowIs503AndSaysWhenToTryAgain(path: String) throws {
        let answer = try ServedSite(.busy).get(path)
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.page.texts.contains("지금은 붐벼요"))
    }

    @Test func aKeptPhotoThatCannotBeLookedUpNowStaysInTheForm() throws {
        let id = String(repeating: "a", count: 32)
        let body = FilledForm.lamp.with(keptPhoto: id).multipart
        let answer = try ServedSite(.busy).post("/items", body)
        #expect(answer.status == 503)
        #expect(answer.page.values(of: "photos") == [id])
        #expect(answer.page.value(of: "title") == "북유럽풍 장스탠드")
    }
}
