import Testing

@testable import Photos

@Suite struct CanvasTests {
    @Test func insideIsFilledAndOutsideIsNot() throws {
        let picture = try drawn(.rectangle(8, 8, 16, 16))
        #expect(distance(picture[16, 16], 0xFF_FFFF) < 6)
        #expect(distance(picture[3, 16], 0) < 6)
        #expect(distance(picture[28, 28], 0) < 6)
    }

    @Test func halfCoveredPixelsAreHalfAsBright() throws {
        let picture = try drawn(.rectangle(-1, -1, 34, 17.5))
        #expect(distance(picture[16, 16], 0x80_8080) < 60)
    }

    @Test func shapesMayLieOutside() throws {
        let picture = try drawn(.circle(-100, -100, 400))
        #expect(distance(picture[16, 16], 0xFF_FFFF) < 6)
        let empty = try drawn(.circle(900, -900, 50))
        #expect(distance(empty[16, 16], 0) < 6)
    }

    @Test func ringHasAHole() throws {
        let picture = try drawn(.band(16, 16, 12, 12, width: 4))
        #expect(distance(picture[16, 16], 0) < 60)
        #expect(distance(picture[4, 16], 0xFF_FFFF) < 200)
    }

    private func drawn(_ shape: Shape) throws -> Picture {
        var canvas = try Canvas(PixelSize(width: 32, height: 32))
        canvas.fill(shape, .white, .white, opacity: 1)
        return try #require(Picture(jpeg: canvas.bitmap.jpeg(quality: 85, progressive: false)))
    }
}
