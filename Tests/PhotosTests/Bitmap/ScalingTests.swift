import Testing

@testable import Photos

@Suite struct ScalingTests {
    @Test(arguments: [(4000, 3000, 2048, 1536), (3000, 4000, 1536, 2048), (20_000, 3, 2048, 1)])
    func longerEdgeFits(_ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int) {
        let size = PixelSize(width: width, height: height).fitting(longerEdge: 2048)
        #expect(size == PixelSize(width: newWidth, height: newHeight))
    }

    @Test func smallerIsNotEnlarged() {
        let size = PixelSize(width: 100, height: 80)
        #expect(size.fitting(longerEdge: 2048) == size)
    }

    @Test(arguments: [(2, 2), (3, 3), (5, 7), (7, 2), (1, 1), (40, 39), (39, 30)])
    func evenColourStaysEven(_ width: Int, _ height: Int) throws {
        let even = try bitmap(40, 30) { _, _ in 0x0A_FF80 }
        let smaller = try even.scaled(to: PixelSize(width: width, height: min(height, 30)))
        for y in 0..<smaller.size.height {
            for x in 0..<smaller.size.width { #expect(smaller.rows[y][x] == 0x0A_FF80) }
        }
    }

    @Test func newPixelIsTheMeanOfWhatItCovers() throws {
        let stripes = try bitmap(3, 1) { x, _ in [0x00_0000, 0x00_0060, 0x00_00C0][x] }
        let smaller = try stripes.scaled(to: PixelSize(width: 2, height: 1))
        #expect(smaller.rows[0][0] == 0x20)
        #expect(smaller.rows[0][1] == 0xA0)
    }

    @Test func rowsAreWeighedAsColumnsAre() throws {
        let stripes = try bitmap(1, 3) { _, y in [0x00_0000, 0x00_0060, 0x00_00C0][y] }
        let smaller = try stripes.scaled(to: PixelSize(width: 1, height: 2))
        #expect(smaller.rows[0][0] == 0x20)
        #expect(smaller.rows[1][0] == 0xA0)
    }

    private func bitmap(
        _ width: Int, _ height: Int, pixel: (Int, Int) -> Int32
    ) throws(PhotoError) -> Bitmap {
        let bitmap = try Bitmap(PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width { bitmap.rows[y][x] = pixel(x, y) }
        }
        return bitmap
    }
}
