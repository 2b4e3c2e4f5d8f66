import Fixtures
import Foundation
import Testing

@Blocking @Suite(.sharing)
final class PhotoSceneTests: SharedSiteSuite {
    private func upload(
        _ bytes: [UInt8], named name: String = "사진.jpg", to site: ServedSite? = nil
    ) throws -> Answer {
        try (site ?? self.site)
            .post("/photos", FilledForm().with(photo: bytes, named: name).multipart)
    }

    private func photoPath(
        _ size: String, of bytes: [UInt8] = Picture.red, on site: ServedSite? = nil
    ) throws -> String {
        let id = try #require(try upload(bytes, to: site).page.values(of: "photos").first)
        return "/photos/\(id)/\(size).jpg"
    }

    @Test(arguments: ["thumbnail", "medium", "full"])
    func aPhotoIsKeptForEverByCaches(size: String) throws {
        let photo = try site.get(try photoPath(size))
        #expect(photo.status == 200)
        #expect(photo["Content-Type"] == "image/jpeg")
        #expect(photo["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(photo["X-Content-Type-Options"] == "nosniff")
        #expect(Picture.size(of: photo.body) == [48, 32])
    }

    @Test func aPhotoAskedForAgainIsNotSentAgain() throws {
        let path = try photoPath("full")
        let tag = try #require(try site.get(path)["ETag"])
        let again = try site.get(path, ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(try site.get(path, ["If-None-Match": "\"other\""]).status == 200)
    }

    @Test func anUnchangedPhotoIsAnsweredWithoutReadingIt() throws {
        let site = try ServedSite()
        let path = try photoPath("full", on: site)
        let tag = try #require(try site.get(path)["ETag"])
        try OtherProgram(opening: site.database).run("DELETE FROM rendition")
        let again = try site.get(path, ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again["ETag"] == tag)
        #expect(again["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(try willBe404(path, on: site))
    }

    @Test func aPhotoThatIsGoneIsNotUnchanged() throws {
        let site = try ServedSite()
        let path = try photoPath("full", on: site)
        let tag = try #require(try site.get(path)["ETag"])
        try OtherProgram(opening: site.database).run("DELETE FROM photo")
        for condition in [tag, "*"] {
            #expect(try willBe404(path, ["If-None-Match": condition], on: site))
        }
    }

    /// Another process's changes show within 50 ms, which is many requests.
    private func willBe404(
        _ path: String, _ fields: KeyValuePairs<String, String> = [:], on site: ServedSite
    ) throws -> Bool {
        for _ in 0..<100_000 where try site.get(path, fields).status == 404 { return true }
        return false
    }

    @Test func eachSizeHasATagOfItsOwn() throws {
        let tags = try ["thumbnail", "medium", "full"].compactMap { size in
            try site.get(try photoPath(size))["ETag"]
        }
        #expect(Set(tags).count == 3)
    }

    @Test func aPartOfAPhotoIsSentAlone() throws {
        let path = try photoPath("full")
        let whole = try site.get(path).body
        let part = try site.get(path, ["Range": "bytes=2-11"])
        #expect(part.status == 206)
        #expect(part["Content-Range"] == "bytes 2-11/\(whole.count)")
        #expect(part.body == Array(whole[2...11]))
    }

    @Test func metadataIsGone() throws {
        let place = "GPS 37.5665 126.9780"
        let tagged = Picture.tagged(Picture.red, orientation: 1, place: place)
        #expect(Data(tagged).range(of: Data(place.utf8)) != nil)
        for size in ["thumbnail", "medium", "full"] {
            let served = Data(try site.get(try photoPath(size, of: tagged)).body)
            #expect(served.range(of: Data(place.utf8)) == nil)
            #expect(served.range(of: Data("Exif".utf8)) == nil)
        }
    }

    @Test(
        arguments: [(6, [32, 48]), (8, [32, 48]), (3, [48, 32]), (1, [48, 32])]
            as [(UInt8, [Int32])])
    func orientationIsApplied(orientation: UInt8, size: [Int32]) throws {
        let tagged = Picture.tagged(Picture.red, orientation: orientation, place: "")
        let photo = try site.get(try photoPath("full", of: tagged))
        #expect(Picture.size(of: photo.body) == size)
    }

    @Test(arguments: [
        "full.png", "huge.jpg", "full", ".jpg", "full.jpg/", "FULL.JPG", "full.jpg.jpg",
    ])
    func aSizeThatIsNoneIs404(file: String) throws {
        let folder = try photoPath("full").dropLast("full.jpg".count)
        #expect(try site.get("\(folder)\(file)").status == 404)
    }

    @Test(arguments: [
        String(repeating: "z", count: 32), "short", String(repeating: "a", count: 33), "%00",
        String(repeating: "%2E", count: 32), "'%20OR%20''='",
    ])
    func anUnknownPhotoIsNotThere(id: String) throws {
        let status = try site.get("/photos/\(id)/full.jpg").status
        #expect(status == (id == "%00" ? 400 : 404))
    }

    @Test func anUploadedPhotoIsAnsweredAsATile() throws {
        let answer = try upload(Picture.red)
        #expect(answer.status == 201)
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        let id = try #require(answer.page.values(of: "photos").first)
        #expect(answer.page.tags("img").first?["src"] == "/photos/\(id)/thumbnail.jpg")
        #expect(!answer.text.contains("<html"))
    }

    @Test func anUnusableUploadIsAnsweredWithAReason() throws {
        let answer = try upload(Array("글".utf8), named: "메모.jpg")
        #expect(answer.status == 422)
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text == "‘메모.jpg’: JPEG, PNG, WebP 사진만 올릴 수 있어요. 다른 사진을 골라주세요.")
    }

    /// A body larger than the form's limit is not read at all.
    @Test(arguments: [1 << 20, 4 << 20])
    func aPhotoThatIsTooLargeIsToldSo(_ size: Int) throws {
        let site = try ServedSite { $0.mostPhotoMegabytes = 1 }
        let answer = try upload(Picture.red + [UInt8](repeating: 0, count: size), to: site)
        #expect(answer.status == 422)
        #expect(answer.text.hasSuffix("1MB보다 커요. 더 작은 사진을 골라주세요."))
    }

    @Test func anUploadWithoutAPhotoIs400() throws {
        #expect(try site.post("/photos", FilledForm.lamp.multipart).status == 400)
    }

    @Test func anUploadAloneMakesNoItem() async throws {
        _ = try upload(Picture.red)
        #expect(try await site.storedIDs().isEmpty)
    }
}
