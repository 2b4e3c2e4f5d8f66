import Foundation
import Testing

@testable import Photos

@Suite struct PhotoProcessorTests {
    @Test func renditionsHaveTheirSizes() throws {
        let original = Picture.quarters(2100, 70).jpeg(quality: 60)
        let photo = try PhotoProcessor().process(original.span)
        #expect(photo.width == 2048)
        #expect(photo.height == 68)
        let sizes = try [photo.full, photo.medium, photo.thumbnail].map { try readHeader($0).size }
        #expect(sizes.map(\.width) == [2048, 1080, 640])
        #expect(sizes.map(\.height) == [68, 36, 21])
    }

    @Test(arguments: [
        (900, 100, 640, 71), (100, 900, 71, 640), (400, 400, 320, 320), (800, 600, 427, 320),
    ])
    func thumbnailFillsASquareTile(_ width: Int, _ height: Int, _ tw: Int, _ th: Int) throws {
        let photo = try PhotoProcessor().process(Picture.quarters(width, height).jpeg().span)
        #expect(try readHeader(photo.thumbnail).size == PixelSize(width: tw, height: th))
    }

    @Test(arguments: [(2_100, 70), (900, 1_200), (400, 400), (48, 32)])
    func theSizesOfTheSmallerAreKnownFromTheFullOne(_ width: Int, _ height: Int) throws {
        let photo = try PhotoProcessor().process(Picture.quarters(width, height).jpeg().span)
        let widths = Renditions.widths(ofFull: photo.width, photo.height)
        #expect(widths.thumbnail == (try readHeader(photo.thumbnail).size.width))
        let medium = try readHeader(photo.medium).size
        #expect(widths.medium == medium.width)
        #expect(Renditions.mediumHeight(ofFull: photo.width, photo.height) == medium.height)
    }

    @Test(arguments: [(1, 1), (1, 40), (100, 80)])
    func smallOriginalKeepsItsSize(_ width: Int, _ height: Int) throws {
        let photo = try PhotoProcessor().process(Picture.quarters(width, height).png().span)
        for rendition in [photo.full, photo.medium, photo.thumbnail] {
            #expect(try readHeader(rendition).size == PixelSize(width: width, height: height))
        }
    }

    /// The corners of the upright picture for each stored orientation: red, green above blue, yellow.
    static let uprightCorners: [(Orientation, [Int32])] = {
        let (r, g, b, y) = (Picture.red, Picture.green, Picture.blue, Picture.yellow)
        return [
            (.up, [r, g, b, y]), (.upMirrored, [g, r, y, b]), (.down, [y, b, g, r]),
            (.downMirrored, [b, y, r, g]), (.leftMirrored, [r, b, g, y]), (.right, [b, r, y, g]),
            (.rightMirrored, [y, g, b, r]), (.left, [g, y, r, b]),
        ]
    }()

    @Test(arguments: uprightCorners)
    func everyOrientationIsTurnedUpright(_ orientation: Orientation, _ corners: [Int32]) throws {
        let stored = Picture.quarters(48, 32).jpeg()
        let exif = Container.exif(orientation.rawValue, .big)
        let photo = try PhotoProcessor().process(Container.jpeg(stored, adding: 0xE1, exif).span)
        #expect(photo.width == (orientation.swapsAxes ? 32 : 48))
        #expect(photo.height == (orientation.swapsAxes ? 48 : 32))
        let picture = try #require(Picture(jpeg: photo.full))
        #expect(picture.corners == corners)
    }

    @Test func orientationOfPNGAndWebPIsAppliedToo() throws {
        let stored = Picture.quarters(48, 32)
        let exif = Container.exif(6, .little, prefixed: false)
        for bytes in [
            Container.png(stored.png(), adding: "eXIf", exif),
            Container.webp(stored.webp(), 48, 32, exif: exif),
        ] {
            let photo = try PhotoProcessor().process(bytes.span)
            #expect(photo.width == 32)
            #expect(photo.height == 48)
        }
    }

    @Test func metadataIsGone() throws {
        let secret = Array("GPS 37.5665N 126.9780E".utf8)
        let picture = Picture.quarters(48, 32)
        let exif = Container.exif(1, .little, prefixed: false) + secret
        for bytes in [
            Container.jpeg(picture.jpeg(), adding: 0xE1, Array("Exif\0\0".utf8) + exif),
            Container.jpeg(picture.jpeg(), adding: 0xFE, secret),
            Container.png(picture.png(), adding: "tEXt", Array("Comment\0".utf8) + secret),
            Container.webp(picture.webp(), 48, 32, exif: exif),
        ] {
            #expect(Data(bytes).range(of: Data(secret)) != nil)
            let photo = try PhotoProcessor().process(bytes.span)
            for rendition in [photo.full, photo.medium, photo.thumbnail] {
                #expect(Data(rendition).range(of: Data(secret)) == nil)
                #expect(Data(rendition).range(of: Data("Exif".utf8)) == nil)
            }
        }
    }

    @Test func transparencyBecomesWhite() throws {
        let clear = Picture(16, 16) { _, _ in 127 << 24 | 0x10_2030 }
        let half = Picture(16, 16) { _, _ in 64 << 24 | 0x00_0000 }
        for (picture, expected) in [(clear, Int32(0xFF_FFFF)), (half, 0x80_8080)] {
            for bytes in [picture.png(), picture.webp(quality: 101)] {
                let photo = try PhotoProcessor().process(bytes.span)
                let pixel = try #require(Picture(jpeg: photo.full))[8, 8]
                #expect(distance(pixel, expected) < 12)
            }
        }
    }

    @Test func coloursSurvive() throws {
        let picture = Picture.quarters(48, 32)
        for bytes in [
            picture.jpeg(), picture.jpeg(progressive: true), picture.png(), picture.webp(),
            picture.webp(quality: 101), Picture.quarters(48, 32).palettePNG(),
        ] {
            let photo = try PhotoProcessor().process(bytes.span)
            #expect(try #require(Picture(jpeg: photo.full)).corners == picture.corners)
        }
    }

    @Test(arguments: Fixture.all)
    func rareKindsAreAccepted(_ fixture: Fixture) throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: fixture.base64)))
        let photo = try PhotoProcessor().process(bytes.span)
        #expect(photo.width == 8)
        let pixel = try #require(Picture(jpeg: photo.full))[4, 4]
        #expect(distance(pixel, fixture.color) < 40)
    }
}
