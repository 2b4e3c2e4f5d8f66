extension Sketch {
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
