/// Red, green and blue, each from 0 to 1.
struct Color: Equatable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    static let white = Color(hex: 0xFFFFFF)
    static let black = Color(hex: 0x000000)

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

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

    func mixed(with other: Color, _ share: Double) -> Color {
        Color(
            red: red + (other.red - red) * share,
            green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    func lighter(_ share: Double = 0.2) -> Color { mixed(with: .white, share) }
    func darker(_ share: Double = 0.2) -> Color { mixed(with: Color(hex: 0x1B1830), share) }

    var pixel: Int32 {
        Int32(red * 255 + 0.5) << 16 | Int32(green * 255 + 0.5) << 8 | Int32(blue * 255 + 0.5)
    }
}
