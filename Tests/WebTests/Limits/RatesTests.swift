import Fixtures
import HTTPServer
import Testing

/// How much an address may send a minute.
@Blocking
struct RatesTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite { options in
            options.postsPerMinute = 2
            options.photosPerMinute = 2
            options.proxies = Address("127.0.0.1").map { [$0] } ?? []
        }
    }

    private func upload() throws -> Answer {
        let body = FilledForm().with(photo: Picture.red, named: "등.jpg").multipart
        return try site.post("/photos", body)
    }

    @Test func oneMorePostIs429WithTheFormAsTyped() async throws {
        for _ in 0..<2 { _ = try site.post() }
        site.clock.advance(by: 20)
        let answer = try site.post("/items", FilledForm.lamp.with("title", "새 글").multipart)
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "40")
        #expect(answer.page.alert?.title == "글을 너무 자주 올렸어요")
        #expect(answer.page.alert?.lines == ["적은 내용은 그대로 있으니 40초 뒤에 다시 눌러주세요."])
        #expect(answer.page.value(of: "title") == "새 글")
        #expect(answer.page.value(of: "password") == "달빛1234")
        #expect(try await site.storedIDs() == [2, 1])
    }

    @Test func aMinuteLaterPostingGoesOn() throws {
        for _ in 0..<2 { _ = try site.post() }
        #expect(try site.post("/items", FilledForm.lamp.multipart).status == 429)
        site.clock.advance(by: 60)
        #expect(try site.post() == "/items/3")
    }

    @Test func aFormThatComesBackIsNoPost() throws {
        for _ in 0..<5 {
            let form = FilledForm.lamp.with("title", "")
            #expect(try site.post("/items", form.multipart).status == 422)
        }
        #expect(try site.post() == "/items/1")
    }

    @Test func anotherAddressHasItsOwnCount() throws {
        for _ in 0..<2 { _ = try site.post() }
        let body = FilledForm.lamp.multipart
        #expect(try site.post("/items", body).status == 429)
        #expect(try site.post("/items", body, ["X-Forwarded-For": "192.0.2.7"]).status == 303)
    }

    @Test func oneMorePhotoIs429WithAReason() throws {
        for _ in 0..<2 { #expect(try upload().status == 201) }
        let answer = try upload()
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text == "‘등.jpg’: 사진을 너무 자주 올렸어요. 60초 뒤에 다시 골라주세요.")
        site.clock.advance(by: 60)
        #expect(try upload().status == 201)
    }

    /// Guests' photos may never be posted, but are stored for a day.
    @Test func photosOfGuestsAreCountedByTheDayToo() throws {
        for _ in 0..<10 {
            for _ in 0..<2 { #expect(try upload().status == 201) }
            site.clock.advance(by: 60)
        }
        let answer = try upload()
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "85800")
        #expect(answer.text == "‘등.jpg’: 오늘은 사진을 너무 많이 올렸어요. 24시간 뒤에 다시 골라주세요.")
        let form = FilledForm.lamp.with(photo: Picture.red).multipart
        #expect(try site.post("/items", form).status == 429)
        let member = try site.member()
        let photo = FilledForm().with(photo: Picture.red).multipart
        #expect(try member.post("/photos", photo).status == 201)
        site.clock.advance(by: 85_800)
        #expect(try upload().status == 201)
    }

    @Test func photosOfAFormCountToo() async throws {
        let form = FilledForm.lamp.with(photo: Picture.red).with(photo: Picture.blue)
            .with(photo: Picture.green, named: "셋.jpg")
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer.page.alert?.lines.count == 1)
        #expect(answer.page.alert?.lines.first?.contains("‘셋.jpg’: 사진을 너무 자주") == true)
        #expect(answer.page.values(of: "photos").count == 2)
        #expect(answer.page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func anUploadTakesOneFileAndCountsOne() throws {
        let two = FilledForm().with(photo: Picture.red).with(photo: Picture.blue).multipart
        for _ in 0..<2 { #expect(try site.post("/photos", two).status == 201) }
        #expect(try site.post("/photos", two).status == 429)
    }
}
