import Testing

@testable import Photos

@Suite struct ImageHeaderTests {
    @Test func sizesAreReadFromEachType() throws {
        let picture = Picture.quarters(37, 21)
        for (bytes, type) in [
            (picture.jpeg(), ImageHeader.ImageType.jpeg), (picture.jpeg(progressive: true), .jpeg),
            (picture.png(), .png), (picture.webp(), .webp), (picture.webp(quality: 101), .webp),
        ] {
            let header = try readHeader(bytes)
            #expect(header.type == type)
            #expect(header.size == PixelSize(width: 37, height: 21))
            #expect(header.orientation == .up)
        }
    }

    @Test func orientationIsReadFromEachType() throws {
        let picture = Picture.quarters(8, 6)
        let exif = Container.exif(6, .big)
        let bare = Container.exif(6, .little, prefixed: false)
        for bytes in [
            Container.jpeg(picture.jpeg(), adding: 0xE1, exif),
            Container.png(picture.png(), adding: "eXIf", bare),
            Container.webp(picture.webp(), 8, 6, exif: bare),
        ] {
            #expect(try readHeader(bytes).orientation == .right)
        }
    }

    @Test(arguments: [
        "\u{FF}", "hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a......",
        "....ftypisom....", "....ftyphei", "heic............", "RIFF....WAVEfmt ", "%PDF-1.7",
        "BM......",
    ])
    func otherTypesAreUnsupported(_ text: String) {
        #expect(throws: PhotoError.unsupportedType) { try readHeader(Array(text.utf8)) }
    }

    @Test(arguments: ["heic", "heix", "hevc", "mif1", "msf1", "avif", "avis"])
    func phonePhotosAreKnownByTheirBrand(_ brand: String) {
        #expect(throws: PhotoError.heif) { try readHeader(Array("....ftyp\(brand)....".utf8)) }
    }

    @Test func nothingIsEmpty() {
        #expect(throws: PhotoError.empty) { try readHeader([]) }
    }

    @Test func movingWebPIsUnsupported() {
        let still = Picture.quarters(8, 6).webp()
        let moving = Container.webp(still, 8, 6, flags: 0x02, exif: [])
        #expect(throws: PhotoError.unsupportedType) { try readHeader(moving) }
    }

    @Test func everyCutIsKnown() {
        let picture = Picture.quarters(24, 16)
        for bytes in [picture.jpeg(), picture.png(), picture.webp(), picture.webp(quality: 101)] {
            for count in 0..<bytes.count {
                #expect(throws: PhotoError.self, "\(count) of \(bytes.count) bytes") {
                    try readHeader(Array(bytes.prefix(count)))
                }
            }
        }
    }

    @Test func whatFollowsTheEndIsIgnored() throws {
        let picture = Picture.quarters(8, 6)
        for bytes in [picture.jpeg(), picture.png(), picture.webp()] {
            #expect(try readHeader(bytes + Array("MotionPhoto".utf8)) == readHeader(bytes))
        }
    }

    @Test func tooManyScansAreUnreadable() {
        let scan: [UInt8] = [0xFF, 0xDA, 0x00, 0x03, 0x00]
        let frame: [UInt8] = [0xFF, 0xC2, 0x00, 0x07, 8, 0, 6, 0, 8]
        let scanned = { (times: Int) -> [UInt8] in
            let scans = repeatElement(scan, count: times).flatMap { $0 }
            return [0xFF, 0xD8] + frame + scans + [0xFF, 0xD9]
        }
        #expect(throws: Never.self) { try readHeader(scanned(ImageHeader.mostScans)) }
        #expect(throws: PhotoError.unreadable) {
            try readHeader(scanned(ImageHeader.mostScans + 1))
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x01, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x02, 0xFF, 0xDA, 0x00, 0x02, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 7, 8, 0, 0, 0, 8, 0xFF, 0xDA, 0x00, 0x02, 0xFF, 0xD9],
        ] as [[UInt8]])
    func malformedJPEGIsUnreadable(_ bytes: [UInt8]) {
        #expect(throws: PhotoError.unreadable) { try readHeader(bytes) }
    }

    @Test func sizeZeroIsUnreadable() {
        #expect(throws: PhotoError.unreadable) { try readHeader(Container.emptyPNG(0, 8)) }
    }
}
