import HTTPServer
import Market
import Storage
import Testing
import ViewModels

@testable import Web

struct PhotoIntakeTests {
    private let now = Timestamp(seconds: 1_795_260_000)

    private func entries(
        _ intake: PhotoIntake, _ form: FilledForm
    ) async throws -> [PhotoEntry] {
        let body = form.multipart
        let request = try Request(
            .post, "/photos", headers: [("Content-Type", body.contentType)], body: body.bytes)
        return try await intake.entries(
            try await request.form().entries, from: "192.0.2.1", at: now)
    }

    @Test func aPhotoThatFindsNoTurnIsNamedAndMayBeSentLater() async throws {
        let intake = PhotoIntake(
            upload: PhotoUpload(storage: MemoryStorage()), mostMegabytes: 10,
            gate: WorkGate(mostRunning: 0, mostWaiting: 0))
        let form = FilledForm().with(photo: Picture.red, named: "등.jpg")
        #expect(
            try await entries(intake, form) == [.refused(fileName: "등.jpg", .unavailable)])
    }

    @Test func photosBehindOneThatCouldNotBeKeptDoNotWaitAsLong() async throws {
        let storage = BusyStorage()
        let intake = PhotoIntake(
            upload: PhotoUpload(storage: storage), mostMegabytes: 10,
            gate: WorkGate(mostRunning: 1, mostWaiting: 9))
        let form = FilledForm().with(photo: Picture.red, named: "1.jpg")
            .with(photo: Picture.blue, named: "2.jpg")
        #expect(
            try await entries(intake, form) == [
                .refused(fileName: "1.jpg", .unavailable),
                .refused(fileName: "2.jpg", .unavailable),
            ])
        #expect(storage.tries.lines.count == 1)
    }
}
