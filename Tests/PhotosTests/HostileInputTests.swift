import Foundation
import Testing

@testable import Photos

@Suite struct HostileInputTests {
    @Test(arguments: [(60_000, 60_000), (20_001, 1), (1, 20_001), (8000, 5001), (0x7FFF_FFFF, 1)])
    func bombIsRefusedByItsHeader(_ width: Int, _ height: Int) {
        #expect(failure(Container.emptyPNG(width, height)) == .tooManyPixels)
    }

    @Test func limitsAreInclusive() {
        let bytes = Picture.quarters(20, 10).png()
        let processor = { (bytes: Int, pixels: Int, side: Int) in
            PhotoProcessor(maxBytes: bytes, maxPixels: pixels, maxSide: side)
        }
        #expect(failure(bytes, in: processor(bytes.count, 200, 20)) == nil)
        #expect(failure(bytes, in: processor(bytes.count - 1, 200, 20)) == .tooLarge)
        #expect(failure(bytes, in: processor(bytes.count, 199, 20)) == .tooManyPixels)
        #expect(failure(bytes, in: processor(bytes.count, 200, 19)) == .tooManyPixels)
    }

    @Test func headerWithoutPictureIsUnreadable() {
        #expect(failure(Container.emptyPNG(100, 100)) == .unreadable)
    }

    @Test func everyCutIsRefused() {
        let picture = Picture.quarters(24, 16)
        for bytes in [
            picture.jpeg(), picture.jpeg(progressive: true), picture.png(), picture.webp(),
            picture.webp(quality: 101), Container.jpeg(picture.jpeg(), adding: 0xE1, Self.exif),
        ] {
            for count in 0..<bytes.count {
                #expect(failure(Array(bytes.prefix(count))) != nil, "\(count) of \(bytes.count)")
            }
        }
    }

    @Test func canvasThatContradictsItsPictureIsUnreadable() {
        let webp = Container.webp(Picture.quarters(24, 16).webp(), 25, 16, exif: Self.exif)
        #expect(failure(webp) == .unreadable)
    }

    @Test func aScanThatStopsEarlyInPNGIsUnreadable() {
        let whole = Picture.quarters(64, 64).png()
        let header = Array(whole[16..<29])
        let short = [
            ImageHeader.pngSignature, Container.chunk("IHDR", header),
            Container.chunk("IDAT", [0x78, 0x9C, 0x01]), Container.chunk("IEND", []),
        ].flatMap { $0 }
        #expect(failure(short) == .unreadable)
    }

    @Test func changedBytesNeverCrash() {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let rounds = environment["FUZZ_ROUNDS"].flatMap(Int.init) ?? 300
        var random = SplitMix64(seed: seed)
        let picture = Picture.quarters(24, 16)
        let samples = [
            Container.jpeg(picture.jpeg(), adding: 0xE1, Self.exif),
            picture.jpeg(progressive: true), picture.webp(), picture.webp(quality: 101),
            Container.png(picture.png(), adding: "eXIf", Self.exif),
            Container.webp(picture.webp(), 24, 16, exif: Self.exif), picture.palettePNG(),
        ]
        for round in 0..<rounds {
            let bytes = mutated(samples[round % samples.count], &random)
            let processor = PhotoProcessor(maxPixels: 10_000)
            if let photo = try? processor.process(bytes.span) {
                #expect(Picture(jpeg: photo.full)?.width == photo.width, "round \(round)")
            }
        }
    }

    private static let exif = Container.exif(6, .little)

    private func mutated(_ sample: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = sample
        for _ in 0...Int.random(in: 0..<6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[place] = 0xFF
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 4))
            }
        }
        return bytes
    }
}
