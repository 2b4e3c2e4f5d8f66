/// Red, green and blue, each from 0 to 1.
struct Color: Equatable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    static let white = Color(hex: 0xFFFFFF)

    func mixed(with other: Color, _ share: Double) -> Color {
        Color(
            red: red + (other.red - red) * share,
            green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    func lighter(_ share: Double) -> Color { mixed(with: .white, share) }
    func darker(_ share: Double) -> Color { mixed(with: Color(hex: 0x1B1830), share) }

    var pixel: Int32 {
        Int32(red * 255 + 0.5) << 16 | Int32(green * 255 + 0.5) << 8 | Int32(blue * 255 + 0.5)
    }
}

extension Color {
    init(hex: Int32) {
        red = Double(hex >> 16 & 0xFF) / 255
        green = Double(hex >> 8 & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
    }

    /// CSS Color 4, section 7.1.
    /// - Parameter hue: in degrees, of any turn.
    init(hue: Double, saturation: Double, lightness: Double) {
        let chroma = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> Double {
            let sector = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            return lightness - chroma * max(-1, min(sector - 3, 9 - sector, 1))
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4))
    }
}

// MARK: - Palette

/// Colours that go together: the thing's own, and those of the room it stands in.
struct Palette: Sendable {
    let main: Color
    let accent: Color
    let wall: Color
    let table: Color
    static let ink = Color(hex: 0x2D2A3A)

    /// What a motif can name.
    var named: [Substring: Color] {
        [
            "main": main, "accent": accent, "ink": Self.ink, "paper": Color(hex: 0xFBF8F2),
            "metal": Color(hex: 0xC3C8D0), "wood": Color(hex: 0xC08A5A), "white": .white,
        ]
    }

    /// - Parameters:
    ///   - thing: chooses the thing's colours.
    ///   - room: chooses the room's, so that the same thing can be seen elsewhere.
    init(thing: inout SplitMix64, room: inout SplitMix64) {
        let hue = thing.number(0...360)
        main = Color(
            hue: hue, saturation: thing.number(0.45...0.7), lightness: thing.number(0.5...0.62))
        accent = Color(
            hue: hue + thing.number(110...220), saturation: thing.number(0.5...0.75),
            lightness: thing.number(0.58...0.68))
        let wallHue = hue + room.number(120...240)
        wall = Color(
            hue: wallHue, saturation: room.number(0.25...0.5), lightness: room.number(0.84...0.9))
        let isWooden = room.number(0...1) < 0.5
        table = Color(
            hue: isWooden ? room.number(24...38) : wallHue,
            saturation: isWooden ? 0.38 : 0.25, lightness: room.number(0.68...0.76))
    }
}
