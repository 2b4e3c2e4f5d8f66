extension Sketch {
    mutating func teddyBear() {
        shadow(480, 606, width: 460)
        let fur = palette.wood.lighter(0.15).mixed(with: palette.main, 0.3)
        let soft = fur.lighter(0.45)
        for side in [-1.0, 1.0] {
            fill(.circle(480 + side * 96, 168, 48), fur.darker(0.08))
            fill(.circle(480 + side * 96, 170, 28), soft)
            fill(
                .arc(480 + side * 150, 440, 50, 90).turned(side * -32, around: 480, 440),
                fur.darker(0.1))
            fill(.circle(480 + side * 112, 556, 58), fur.darker(0.06))
            fill(.circle(480 + side * 118, 560, 34), soft)
        }
        fill(.arc(480, 470, 132, 130), fur)
        fill(.arc(480, 490, 80, 82), soft)
        fill(.circle(480, 256, 130), fur)
        fill(.arc(480, 300, 62, 48), soft)
        fill(.arc(480, 280, 22, 16), palette.ink)
        fill(.band(480, 300, 22, 18, width: 5, from: 20, to: 160), palette.ink)
        for side in [-1.0, 1.0] {
            fill(.circle(480 + side * 52, 240, 13), palette.ink)
            fill(.circle(476 + side * 52, 235, 4), palette.paper)
            fill(
                .polygon((480, 388), (480 + side * 62, 356), (480 + side * 62, 420)),
                palette.accent)
        }
        fill(.circle(480, 388, 16), palette.accent.darker(0.15))
    }

    mutating func blocks() {
        shadow(480, 606, width: 580)
        let sunny = Color(hex: 0xF2C14E)
        block(262, 460, palette.main, .circle(332, 530, 36))
        block(408, 460, sunny, .rectangle(446, 498, 64, 64, corner: 6))
        block(554, 460, palette.accent, .polygon((624, 490), (662, 562), (586, 562)))
        block(336, 320, palette.accent, .polygon((406, 350), (444, 390), (406, 430), (368, 390)))
        block(482, 320, palette.main, .circle(552, 390, 36))
        block(408, 180, sunny, .smooth((478, 216), (512, 250), (478, 286), (444, 250)))
    }

    private mutating func block(_ x: Double, _ y: Double, _ color: Color, _ mark: Shape) {
        fill(.rectangle(x, y, 140, 140, corner: 16), color)
        fill(.rectangle(x + 14, y + 14, 112, 112, corner: 10), color.lighter(0.35))
        fill(mark, color.darker(0.1))
    }

    mutating func duck() {
        shadow(480, 606, width: 460)
        let body = Color(hex: 0xF5C944).mixed(with: palette.main, 0.12)
        fill(
            .smooth(
                (300, 420), (350, 560), (480, 600), (620, 570), (700, 470), (724, 380), (660, 420),
                (560, 440), (470, 410), (380, 380)), body)
        fill(.circle(392, 292, 112), body)
        fill(
            .smooth((290, 290), (246, 316), (252, 340), (300, 344), (322, 320)),
            Color(hex: 0xEB7A3A))
        fill(.circle(364, 264, 17), palette.ink)
        fill(.circle(359, 258, 5), palette.paper)
        fill(.circle(410, 318, 20), Color(hex: 0xEB7A3A), opacity: 0.3)
        fill(
            .smooth((480, 470), (560, 470), (640, 450), (610, 530), (530, 550), (470, 520)),
            body.darker(0.12))
        fill(.band(400, 372, 84, 40, width: 26, from: 20, to: 160), palette.accent)
    }
}
