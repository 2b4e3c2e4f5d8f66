extension Drawing {
    mutating func ball() {
        shadow(480, 606, width: 380)
        let orange = Color(hex: 0xE58A3C).mixed(with: palette.main, 0.15)
        let seam = palette.ink
        fill(.circle(480, 390, 212), orange.lighter(0.25), orange.darker(0.2))
        fill(.rectangle(268, 384, 424, 10), seam)
        fill(.rectangle(475, 178, 10, 424), seam)
        fill(.band(250, 390, 150, 190, width: 10, from: -53, to: 53), seam)
        fill(.band(710, 390, 150, 190, width: 10, from: 127, to: 233), seam)
        fill(.band(480, 390, 208, 208, width: 8), seam, opacity: 0.5)
        fill(.arc(410, 280, 60, 34).turned(-35, around: 410, 280), palette.paper, opacity: 0.3)
    }

    mutating func bicycle() {
        shadow(480, 606, width: 680, height: 30)
        for x in [290.0, 670.0] {
            for spoke in 0..<8 {
                fill(
                    .line((x - 120, 470), (x + 120, 470), width: 2.5)
                        .turned(Double(spoke) * 22.5, around: x, 470), palette.metal)
            }
            fill(.band(x, 470, 124, 124, width: 14), palette.ink)
            fill(.circle(x, 470, 14), palette.metal.darker(0.3))
        }
        let frame = [
            ((290.0, 470.0), (400.0, 310.0)), ((400, 310), (600, 310)), ((600, 310), (460, 470)),
            ((460, 470), (290, 470)), ((460, 470), (385, 270)), ((590, 250), (670, 470)),
        ]
        for (from, to) in frame { fill(.line(from, to, width: 17), palette.main) }
        fill(.line((590, 250), (580, 222), width: 14), palette.metal)
        fill(.line((530, 226), (596, 216), width: 15), palette.ink)
        fill(.line((350, 264), (424, 260), width: 26), palette.accent.darker(0.1))
        fill(.circle(460, 470, 30), palette.metal.darker(0.2))
        fill(.line((460, 470), (496, 530), width: 11), palette.ink)
        fill(.line((474, 534), (520, 528), width: 13), palette.ink)
    }

    mutating func dumbbell() {
        shadow(480, 604, width: 640)
        fill(.rectangle(330, 468, 300, 40, corner: 14), palette.metal)
        for x in stride(from: 400.0, to: 560, by: 16) {
            fill(.rectangle(x, 468, 5, 40), palette.metal.darker(0.2))
        }
        for side in [-1.0, 1.0] {
            let x = 480 + side * 168
            fill(.rectangle(x - 36, 372, 72, 228, corner: 22), palette.main)
            fill(.rectangle(x - 30 + side * 62, 410, 60, 156, corner: 20), palette.ink)
            fill(.rectangle(x - 22 + side * 104, 462, 44, 52, corner: 10), palette.metal)
            fill(.rectangle(x - 22, 392, 14, 188, corner: 7), palette.paper, opacity: 0.28)
        }
    }

    mutating func books() {
        shadow(480, 606, width: 600)
        let colors = [palette.main, palette.accent, palette.main.darker(0.35), palette.paper]
        let shifts = [0.0, 26, -18, 14]
        for (index, color) in colors.enumerated() {
            let y = 528 - Double(index) * 72
            let x = 250 + shifts[index]
            fill(.rectangle(x, y, 440, 70, corner: 12), color)
            fill(.rectangle(x + 70, y + 10, 372, 50, corner: 4), palette.paper.darker(0.04))
            for line in 0..<3 {
                fill(.rectangle(x + 76, y + 20 + Double(line) * 14, 362, 2.5), palette.metal)
            }
            fill(.rectangle(x + 22, y + 4, 8, 62), palette.paper, opacity: 0.55)
        }
        fill(.polygon((560, 312), (596, 312), (596, 400), (578, 384), (560, 400)), palette.accent)
    }

    mutating func tickets() {
        shadow(480, 604, width: 600, height: 36)
        for (degrees, color) in [(-12.0, palette.accent), (5.0, palette.main)] {
            let turn = { (shape: Shape) in shape.turned(degrees, around: 480, 470) }
            fill(turn(.rectangle(210, 330, 540, 230, corner: 20)), color)
            fill(turn(.rectangle(236, 356, 330, 178, corner: 10)), palette.paper)
            fill(turn(.rectangle(262, 384, 200, 28, corner: 8)), color)
            fill(turn(.rectangle(262, 432, 270, 12, corner: 6)), palette.metal)
            fill(turn(.rectangle(262, 458, 220, 12, corner: 6)), palette.metal)
            fill(turn(.rectangle(262, 484, 250, 12, corner: 6)), palette.metal)
            for hole in 0..<9 {
                fill(turn(.circle(598, 346 + Double(hole) * 25, 5)), palette.paper)
            }
            for (index, width) in [8.0, 16, 6, 12, 18, 6, 10].enumerated() {
                let y = 374 + Double(index) * 22
                fill(turn(.rectangle(636, y, 80, width)), palette.ink)
            }
        }
    }

    mutating func guitar() {
        shadow(490, 606, width: 400)
        let wood = palette.wood.mixed(with: palette.main, 0.25)
        let lean = { (shape: Shape) in shape.turned(14, around: 480, 600) }
        fill(lean(.rectangle(460, 70, 40, 330, corner: 4)), palette.wood.darker(0.45))
        fill(lean(.rectangle(448, 24, 64, 76, corner: 14)), palette.ink)
        fill(
            lean(
                .smooth(
                    (480, 318), (566, 330), (586, 400), (560, 440), (612, 510), (580, 590),
                    (480, 606),
                    (380, 590), (348, 510), (400, 440), (374, 400), (394, 330))), wood)
        fill(lean(.circle(480, 440, 50)), palette.paper.darker(0.15))
        fill(lean(.circle(480, 440, 42)), palette.ink)
        fill(lean(.rectangle(430, 532, 100, 20, corner: 6)), palette.wood.darker(0.55))
        for string in 0..<4 {
            let x = 468 + Double(string) * 8
            fill(lean(.rectangle(x, 60, 2, 480)), palette.paper)
        }
        for fret in 0..<9 {
            fill(lean(.rectangle(460, 116 + Double(fret) * 30, 40, 3)), palette.metal)
        }
        for peg in 0..<3 {
            let y = 40 + Double(peg) * 22
            fill(lean(.circle(442, y, 8)), palette.metal)
            fill(lean(.circle(518, y, 8)), palette.metal)
        }
    }
}

// MARK: - Children

extension Drawing {
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
