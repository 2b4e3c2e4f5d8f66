import Testing

@testable import Photos

@Suite struct SamplePhotoTests {
    @Test(arguments: Motif.allCases)
    func everyMotifIsDrawn(_ motif: Motif) throws {
        let room = try Drawing(seed: 7, shot: 0)
        var drawn = try Drawing(seed: 7, shot: 0)
        drawn.draw(motif)
        #expect(try drawn.canvas.jpeg() != room.canvas.jpeg())
    }

    @Test func sameNumbersGiveTheSamePicture() throws {
        let photo = SamplePhoto(of: .mug, seed: 3)
        #expect(try photo.jpeg(shot: 1) == photo.jpeg(shot: 1))
    }

    @Test func seedAndShotChangeThePicture() throws {
        let first = try SamplePhoto(of: .mug, seed: 3).jpeg()
        #expect(try SamplePhoto(of: .mug, seed: 4).jpeg() != first)
        #expect(try SamplePhoto(of: .mug, seed: 3).jpeg(shot: 1) != first)
    }

    @Test(arguments: [Int.min, -1, Int.max])
    func anyShotCanBeDrawn(_ shot: Int) throws {
        let jpeg = try SamplePhoto(of: .phone, seed: .max).jpeg(shot: shot)
        #expect(try readHeader(jpeg).size == PixelSize(width: 960, height: 720))
    }

    @Test func canBeProcessed() throws {
        let jpeg = try SamplePhoto(of: .sofa, seed: 1).jpeg()
        #expect(failure(jpeg) == nil)
    }
}
