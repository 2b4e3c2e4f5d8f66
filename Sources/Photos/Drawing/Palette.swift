/// Colours that go together: the thing's own, and those of the room it stands in.
struct Palette: Sendable {
    let main: Color
    let accent: Color
    let wall: Color
    let table: Color
    let ink = Color(hex: 0x2D2A3A)
    let paper = Color(hex: 0xFBF8F2)
    let metal = Color(hex: 0xC3C8D0)
    let wood = Color(hex: 0xC08A5A)

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
