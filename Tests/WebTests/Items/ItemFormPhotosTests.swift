import Fixtures
import Market
import Testing

@Blocking
struct ItemFormPhotosTests {
    private let site: ServedSite

    init() throws {
        site = try ServedSite { $0.mostPhotoMegabytes = 1 }
    }

    /// The form without a title, which is refused.
    private let incomplete = FilledForm.lamp.with("title", "")

    private func photos(of path: String) throws -> [String] {
        try site.get(path).page.tags("img").compactMap { $0["src"] }
            .filter { $0.hasSuffix("/medium.jpg") }
    }

    @Test func photosAreKeptInTheirOrder() throws {
        let (red, blue) = (Picture.red, Picture.blue)
        let one = try photos(of: try site.post(.lamp.with(photo: red).with(photo: blue)))
        let other = try photos(of: try site.post(.lamp.with(photo: blue).with(photo: red)))
        #expect(one.count == 2)
        #expect(one == other.reversed())
    }

    @Test(arguments: [Picture.png(8, 8, color: 0x1E_1EC8), Picture.red])
    func theTypeIsReadFromTheContentNotFromItsName(photo: [UInt8]) throws {
        let path = try site.post(.lamp.with(photo: photo, named: "사진.gif"))
        #expect(try photos(of: path).count == 1)
    }

    @Test func aRefusedFormKeepsItsPhotos() throws {
        let body = incomplete.with(photo: Picture.red).with(photo: Picture.blue).multipart
        let page = try site.post("/items", body).page
        let ids = page.values(of: "photos")
        #expect(ids.count == 2)
        let tiles = page.tags("img").compactMap { $0["src"] }.filter { $0.hasPrefix("/photos/") }
        #expect(tiles == ids.map { "/photos/\($0)/thumbnail.jpg" })
        for tile in tiles { #expect(try site.get(tile).status == 200) }
    }

    @Test func photosKeptByTheFormGoFirstInTheItem() throws {
        let page = try site.post("/items", incomplete.with(photo: Picture.red).multipart).page
        let id = try #require(page.values(of: "photos").first)
        let path = try site.post(.lamp.with(keptPhoto: id).with(photo: Picture.blue))
        #expect(try photos(of: path).count == 2)
        #expect(try photos(of: path).first?.contains(id) == true)
    }

    private nonisolated static let ofHEIF = """
        HEIC나 AVIF 사진은 올릴 수 없어요. JPEG로 바꿔주세요. 아이폰은 설정 › 카메라 › 포맷에서 ‘높은 호환성’을 \
        고르면 돼요.
        """

    @Test(
        arguments: [
            ("메모.jpg", Array("사진이 아니에요".utf8), "JPEG, PNG, WebP 사진만 올릴 수 있어요. 다른 사진을 골라주세요."),
            ("잘린.jpg", Array(Picture.red.dropLast(300)), "깨져서 읽을 수 없어요. 다른 사진을 골라주세요."),
            ("폭탄.png", Picture.bomb, "4,000만 화소보다 커요. 더 작은 사진을 골라주세요."),
            (
                "큰.jpg", Picture.red + Array(repeating: 0, count: 1 << 20),
                "1MB보다 커요. 더 작은 사진을 골라주세요."
            ),
            ("빈.jpg", [], "빈 파일이에요. 다른 사진을 골라주세요."),
            ("아이폰.heic", Array("....ftypheic....".utf8), ofHEIF),
            (
                "그림.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
                "JPEG, PNG, WebP 사진만 올릴 수 있어요. 다른 사진을 골라주세요."
            ),
        ] as [(String, [UInt8], String)])
    func anUnusableFileIsNamedAndAllElseStays(
        name: String, bytes: [UInt8], reason: String
    ) async throws {
        let form = FilledForm.lamp.with(photo: Picture.red).with(photo: bytes, named: name)
            .with(photo: Picture.blue)
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ ‘\(name)’: \(reason)"])
        #expect(answer.page.values(of: "photos").count == 2)
        #expect(answer.page.value(of: "title") == "북유럽풍 장스탠드")
        #expect(answer.page.value(of: "password") == "달빛1234")
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func nameOfAFileIsEscaped() throws {
        let form = FilledForm.lamp.with(photo: [1], named: "<img src=x>&'.jpg")
        let page = try site.post("/items", form.multipart).page
        #expect(page.alert?.lines.first?.hasPrefix("~ ‘<img src=x>&'.jpg’") == true)
        #expect(!page.html.contains("<img src=x>"))
    }

    @Test func ofSixPhotosTheSixthIsNamedAndFiveStay() async throws {
        var form = FilledForm.lamp
        for number in 1...6 {
            let photo = Picture.jpeg(8, 8, color: Int32(number) << 5)
            form = form.with(photo: photo, named: "\(number).jpg")
        }
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == 422)
        let reason = "사진은 5장까지 올릴 수 있어요. 다른 사진을 빼주세요."
        #expect(answer.page.alert?.lines == ["~ ‘6.jpg’: \(reason)"])
        #expect(answer.page.values(of: "photos").count == 5)
        #expect(try await site.storedIDs().isEmpty)
    }

    /// The photos sent before, the files sent now, and which of these are too many.
    private nonisolated static let repeated: [(kept: [Int], files: [Int], tooMany: [Int])] = [
        ([1], [1, 2, 3, 4, 5], []), ([1], [2, 3, 4, 5, 1], []), ([], [1, 2, 3, 4, 5, 1, 3], []),
        ([1, 1], [2, 2, 3, 4, 5], []), ([1], [2, 3, 4, 5, 6, 1], [6]),
    ]

    @Test(arguments: repeated)
    func aPhotoThatIsSentAgainTakesNoRoom(
        kept: [Int], files: [Int], tooMany: [Int]
    ) async throws {
        let site = try ServedSite()
        let photo = { (number: Int) in Picture.jpeg(8, 8, color: Int32(number) << 5) }
        var form = FilledForm.lamp
        for number in kept {
            let page = try site.post("/items", incomplete.with(photo: photo(number)).multipart).page
            form = form.with(keptPhoto: try #require(page.values(of: "photos").first))
        }
        for number in files { form = form.with(photo: photo(number), named: "\(number).jpg") }
        let answer = try site.post("/items", form.multipart)
        #expect(answer.status == (tooMany.isEmpty ? 303 : 422))
        let reason = "사진은 5장까지 올릴 수 있어요. 다른 사진을 빼주세요."
        let lines = tooMany.map { "~ ‘\($0).jpg’: \(reason)" }
        #expect((answer.page.alert?.lines ?? []) == lines)
        guard tooMany.isEmpty else { return }
        #expect(try await site.storage.item(1).photos.count == 5)
    }

    @Test(arguments: ServedSite.Backend.working)
    func aPhotoThatWasSentTwiceIsShownOnce(backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let form = FilledForm.lamp.with(photo: Picture.red).with(photo: Picture.blue)
        let path = try site.post(form.with(photo: Picture.red))
        let photos = try site.get(path).page.tags("img").filter { tag in
            tag["src"]?.hasSuffix("/medium.jpg") == true
        }
        #expect(photos.count == 2)
    }

    @Test(arguments: ["../../etc/passwd", "nothing", "'; DROP TABLE photo; --"])
    func invalidPhotoIDsAreLeftOut(id: String) throws {
        #expect(try photos(of: try site.post(.lamp.with(keptPhoto: id))).isEmpty)
    }

    @Test func aPhotoThatIsNotThereIsAskedForAgain() async throws {
        let id = String(repeating: "z", count: 32)
        let answer = try site.post("/items", FilledForm.lamp.with(keptPhoto: id).multipart)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.lines == ["~ 오래되어 지워진 사진 1장을 다시 올려주세요."])
        #expect(try await site.storedIDs().isEmpty)
    }

    @Test func aPhotoMayBeAsLargeAsTheOptionSays() throws {
        let site = try ServedSite { $0.mostPhotoMegabytes = 30 }
        let large = Picture.red + Array(repeating: 0, count: 21 << 20)
        let answer = try site.post("/items", FilledForm.lamp.with(photo: large).multipart)
        #expect(answer.status == 303, "\(answer.page.alert?.lines ?? [])")
    }
}
