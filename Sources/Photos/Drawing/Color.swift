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

    /// Perceived brightness (ITU-R BT.601), from 0 to 1.
    var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }

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

    /// Converts from HSL (CSS Color 4, section 7.1).
    /// - Parameter hue: in degrees; any number of turns.
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

/// Colours that go together: those of the thing, and those of the room it stands in.
struct Palette: Sendable {
    let main: Color
    let accent: Color
    let wall: Color
    let table: Color
    static let ink = Color(hex: 0x2D2A3A)

    /// Contrasts with `main`, whether that is dark or light.
    private var trim: Color { main.luma < 0.42 ? main.lighter(0.62) : main.darker(0.62) }

    /// The colours that a motif can name.
    var named: [Substring: Color] {
        [
            "main": main, "trim": trim, "accent": accent, "ink": Self.ink,
            "paper": Color(hex: 0xFBF8F2), "metal": Color(hex: 0xC3C8D0),
            "wood": Color(hex: 0xC08A5A), "white": .white,
        ]
    }

    /// - Parameters:
    ///   - main: the colour that people would name the thing by.
    ///   - thing: chooses the colours that go with it.
    ///   - room: chooses the colours of the room, so that the same thing can be shown elsewhere. A light
    ///     thing gets a darker wall.
    init(main: Color, thing: inout SplitMix64, room: inout SplitMix64) {
        self.main = main
        accent = Color(
            hue: thing.number(0...360), saturation: thing.number(0.3...0.5),
            lightness: thing.number(0.58...0.68))
        let wallHue = room.number(0...360)
        wall = Color(
            hue: wallHue, saturation: room.number(0.12...0.3),
            lightness: room.number(main.luma > 0.75 ? 0.66...0.73 : 0.84...0.9))
        let isWooden = room.number(0...1) < 0.6
        table = Color(
            hue: isWooden ? room.number(24...38) : wallHue,
            saturation: isWooden ? 0.34 : 0.18, lightness: room.number(0.64...0.76))
    }
}
