import HTTPServer
import Market
import Storage
import Testing
import ViewModels

@testable import Web

struct PhotoUploadsTests {
    private let now = Timestamp(seconds: 1_795_260_000)

    private func entries(
        _ uploads: PhotoUploads, _ form: FilledForm
    ) async throws -> [PhotoEntry] {
        let body = form.multipart
        let request = try Request(
            .post, "/photos", headers: [("Content-Type", body.contentType)], body: body.bytes)
        return try await uploads.entries(
            try await request.form().entries, from: "192.0.2.1", at: now)
    }

    private func allOrNone(
        _ uploads: PhotoUploads, _ form: FilledForm
    ) async throws -> [PhotoEntry] {
        let body = form.multipart
        let request = try Request(
            .post, "/api/item", headers: [("Content-Type", body.contentType)], body: body.bytes)
        let entries = try await request.form(uploads.formLimits()).entries
        return try await uploads.allOrNone(entries, from: "192.0.2.1", at: now)
    }

    private func uploads(_ storage: any PhotoStorage) -> PhotoUploads {
        PhotoUploads(
            upload: PhotoUpload(storage: storage), mostMegabytes: 1,
            limiter: TurnLimiter(mostRunning: 1))
    }

    @Test func allOfThemAreStoredInTheirOrder() async throws {
        let form = FilledForm().with(photo: Picture.red).with(photo: Picture.blue)
            .with(photo: Picture.red)
        let entries = try await allOrNone(uploads(SQLiteStorage(path: ":memory:")), form)
        let ids = entries.compactMap { entry in
            if case .stored(let id) = entry { id } else { nil }
        }
        #expect(ids.count == 3)
        #expect(ids[0] == ids[2] && ids[0] != ids[1])
    }

    private static let unusable: [(bytes: [UInt8], fault: PhotoFault)] = [
        ([], .empty), (Array("사진이 아니에요".utf8), .notAPhoto),
        (Array("....ftypheic....".utf8), .heif),
        (Array(Picture.red.dropLast(300)), .unreadable), (Picture.bomb, .tooManyPixels),
        (Picture.red + Array(repeating: 0, count: 1 << 20), .tooLarge(mostMegabytes: 1)),
    ]

    /// A `BusyStorage` records every attempted write, and none must have been attempted.
    @Test(arguments: 0..<3, unusable.indices)
    func whenOneIsRefusedNoneIsStored(place: Int, index: Int) async throws {
        let photo = Self.unusable[index]
        let storage = BusyStorage()
        let form = (0..<3).reduce(FilledForm()) { form, index in
            index == place
                ? form.with(photo: photo.bytes, named: "나쁜.jpg") : form.with(photo: Picture.red)
        }
        let entries = try await allOrNone(uploads(storage), form)
        #expect(entries == [.refused(fileName: "나쁜.jpg", photo.fault)])
        #expect(storage.tries.lines.isEmpty)
    }

    @Test func theSixthIsTooManyAndNoneIsStored() async throws {
        let storage = BusyStorage()
        let form = (1...6).reduce(FilledForm()) { $0.with(photo: Picture.red, named: "\($1).jpg") }
        let entries = try await allOrNone(uploads(storage), form)
        #expect(entries == [.refused(fileName: "6.jpg", .tooMany)])
        #expect(storage.tries.lines.isEmpty)
    }

    @Test func onePastTheRateIsRefusedAndNoneIsStored() async throws {
        let storage = BusyStorage()
        var uploads = uploads(storage)
        uploads.rate = TryLimiter(mostTries: 1)
        let form = FilledForm().with(photo: Picture.red).with(photo: Picture.red, named: "2.jpg")
        let entries = try await allOrNone(uploads, form)
        #expect(entries == [.refused(fileName: "2.jpg", .tooOften(wait: 60))])
        #expect(storage.tries.lines.isEmpty)
    }

    @Test func aTextIsNoPhoto() async throws {
        let entries = try await allOrNone(
            uploads(BusyStorage()), FilledForm(["photos": String(repeating: "a", count: 32)]))
        #expect(entries == [.refused(fileName: "", .notAPhoto)])
    }

    @Test func aPhotoThatFindsNoTurnIsNamedAndMayBeSentLater() async throws {
        // Every piece of work would wait too long.
        let limiter = TurnLimiter(mostRunning: 1, longestWait: .seconds(-1))
        let uploads = PhotoUploads(
            upload: try PhotoUpload(storage: SQLiteStorage(path: ":memory:")), mostMegabytes: 10,
            limiter: limiter)
        let form = FilledForm().with(photo: Picture.red, named: "등.jpg")
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        defer { end.finish() }
        async let other: Void = limiter.run(for: "198.51.100.7") { for await _ in ends {} }
        while limiter.load.running < 1 { await Task.yield() }
        #expect(try await entries(uploads, form) == [.refused(fileName: "등.jpg", .unavailable)])
        end.finish()
        try await other
    }

    @Test func photosBehindOneThatCouldNotBeStoredDoNotWaitAsLong() async throws {
        let storage = BusyStorage()
        let uploads = PhotoUploads(
            upload: PhotoUpload(storage: storage), mostMegabytes: 10,
            limiter: TurnLimiter(mostRunning: 1))
        let form = FilledForm().with(photo: Picture.red, named: "1.jpg")
            .with(photo: Picture.blue, named: "2.jpg")
        #expect(
            try await entries(uploads, form) == [
                .refused(fileName: "1.jpg", .unavailable),
                .refused(fileName: "2.jpg", .unavailable),
            ])
        #expect(storage.tries.lines.count == 1)
    }
}
