import Market
import Photos
import Testing

@testable import Samples

@Suite struct SamplePictureTests {
    private func picture(_ motif: Motif, _ color: String, _ shot: Shot) throws -> SamplePicture {
        SamplePicture(motif: motif, color: try #require(NamedColor.named[color]), shot: shot)
    }

    @Test func isTheSamePhotoEachTime() throws {
        let picture = try picture(.mug, "red", .first)
        let (first, again) = (try picture.rendered(), try picture.rendered())
        #expect(first.photo == again.photo)
        #expect(first.full == again.full)
    }

    @Test func eachShotIsAPhotoOfItsOwn() throws {
        let ids = try Shot.allCases.map { shot in
            try picture(.chair, "oak", shot).rendered().photo.id
        }
        #expect(Set(ids).count == Shot.allCases.count)
    }

    @Test func shotsArePortraitSquareAndLandscape() throws {
        let shapes = try [Shot.first, .elsewhere, .near].map { shot in
            let photo = try picture(.chair, "oak", shot).rendered().photo
            return (photo.width - photo.height).signum()
        }
        #expect(Set(shapes) == [-1, 0, 1])
    }

    @Test func everySizeIsAJPEG() throws {
        let photo = try picture(.plant, "white", .near).rendered()
        for size in Photo.Size.allCases {
            #expect(photo.bytes(size).starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }

    /// Hues as on a colour wheel, in degrees.
    @Test(arguments: [
        ("빨간 소방차", 0), ("오렌지", 30), ("노란 버스", 50), ("초록", 130), ("민트", 160), ("하늘색", 205),
        ("파란", 215), ("네이비", 225), ("보라색", 265), ("pink", 340), ("브라운", 25),
    ])
    func colorIsWhatItsWordSays(_ words: String, _ hue: Double) throws {
        let code = try #require(NamedColor(spokenIn: "아끼던 \(words)")).code
        let distance = abs(Self.hue(code) - hue)
        #expect(min(distance, 360 - distance) < 20)
    }

    /// The hue of 0xRRGGBB, in degrees.
    private static func hue(_ code: Int32) -> Double {
        let (red, green, blue) = (code >> 16, code >> 8 & 0xFF, code & 0xFF)
        let most = max(red, green, blue)
        let range = Double(most - min(red, green, blue))
        let sixths =
            switch most {
            case red: Double(green - blue) / range
            case green: 2 + Double(blue - red) / range
            default: 4 + Double(red - green) / range
            }
        return (sixths * 60 + 360).truncatingRemainder(dividingBy: 360)
    }

    @Test func blackIsDarkAndWhiteLight() throws {
        let black = try #require(NamedColor(spokenIn: "휴대폰 블랙")).code
        let white = try #require(NamedColor(spokenIn: "White shirt")).code
        #expect([16, 8, 0].allSatisfy { black >> $0 & 0xFF < 0x40 && white >> $0 & 0xFF > 0xE0 })
    }

    @Test(arguments: ["블랙베리 앤 베이 향수", "옷걸이", "", "10,000원"])
    func partOfAWordIsNoColor(_ title: String) {
        #expect(NamedColor(spokenIn: title) == nil)
    }
}
