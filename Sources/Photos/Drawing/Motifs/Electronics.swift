extension Drawing {
    mutating func laptop() {
        shadow(480, 606, width: 680)
        fill(.rectangle(250, 210, 460, 320, corner: 22), palette.ink)
        fill(.rectangle(268, 228, 424, 282, corner: 6), palette.main.lighter(0.25), palette.accent)
        fill(.circle(600, 320, 44), palette.paper, opacity: 0.75)
        fill(
            .polygon((268, 510), (268, 430), (400, 330), (500, 440), (570, 390), (692, 510)),
            palette.main.darker(0.25), opacity: 0.8)
        fill(.polygon((250, 530), (710, 530), (790, 600), (170, 600)), palette.metal)
        fill(.polygon((290, 540), (670, 540), (700, 570), (260, 570)), palette.ink.lighter(0.25))
        fill(.polygon((420, 578), (540, 578), (550, 594), (410, 594)), palette.metal.darker(0.15))
        fill(.rectangle(170, 600, 620, 12, corner: 6), palette.metal.darker(0.25))
    }

    mutating func phone() {
        shadow(490, 604, width: 340)
        fill(.rectangle(368, 150, 232, 450, corner: 38), palette.main.darker(0.25))
        fill(.rectangle(360, 150, 232, 450, corner: 38), palette.ink)
        fill(.rectangle(372, 162, 208, 426, corner: 28), palette.accent, palette.main)
        fill(.rectangle(436, 174, 80, 20, corner: 10), palette.ink)
        fill(.rectangle(404, 222, 144, 20, corner: 10), palette.paper, opacity: 0.9)
        fill(.rectangle(404, 254, 96, 14, corner: 7), palette.paper, opacity: 0.6)
        for row in 0..<3 {
            for column in 0..<3 {
                let (x, y) = (398 + Double(column) * 56, 320 + Double(row) * 56)
                fill(
                    .rectangle(x, y, 44, 44, corner: 12), palette.paper,
                    opacity: (row + column).isMultiple(of: 2) ? 0.85 : 0.5)
            }
        }
        fill(.rectangle(430, 568, 92, 6, corner: 3), palette.paper, opacity: 0.9)
    }

    mutating func camera() {
        shadow(480, 604, width: 560)
        fill(.rectangle(400, 240, 160, 80, corner: 16), palette.ink.lighter(0.12))
        fill(.rectangle(270, 262, 80, 40, corner: 10), palette.metal)
        fill(.rectangle(600, 268, 60, 34, corner: 10), palette.accent)
        fill(.rectangle(230, 290, 500, 310, corner: 34), palette.ink)
        fill(.rectangle(230, 350, 500, 180), palette.main)
        fill(.circle(480, 440, 146), palette.metal)
        fill(.circle(480, 440, 128), palette.ink)
        fill(.circle(480, 440, 92), palette.ink.lighter(0.25), palette.ink)
        fill(.circle(480, 440, 58), palette.accent.darker(0.55), palette.main.darker(0.5))
        fill(.circle(448, 404, 20), palette.paper, opacity: 0.75)
        fill(.circle(508, 468, 10), palette.paper, opacity: 0.4)
        fill(.rectangle(648, 312, 54, 26, corner: 6), palette.paper, opacity: 0.85)
    }

    mutating func headphones() {
        shadow(480, 604, width: 520)
        fill(.band(480, 400, 190, 210, width: 34, from: 180, to: 360), palette.ink)
        fill(.band(480, 400, 190, 206, width: 14, from: 215, to: 325), palette.main.lighter(0.2))
        for side in [-1.0, 1.0] {
            let x = 480 + side * 190
            fill(.rectangle(x - 14, 390, 28, 70, corner: 8), palette.metal)
            fill(.rectangle(x - 52 - side * 8, 420, 104, 176, corner: 48), palette.main)
            fill(.rectangle(x - 26 - side * 52, 430, 52, 156, corner: 26), palette.ink)
            fill(.circle(x + side * 12, 508, 24), palette.accent)
        }
    }

    mutating func gamepad() {
        shadow(480, 604, width: 600)
        fill(.rectangle(320, 300, 110, 60, corner: 24), palette.ink)
        fill(.rectangle(530, 300, 110, 60, corner: 24), palette.ink)
        fill(
            .smooth(
                (300, 340), (480, 326), (660, 340), (740, 440), (764, 566), (706, 600), (620, 526),
                (480, 510), (340, 526), (254, 600), (196, 566), (220, 440)), palette.main)
        fill(.rectangle(296, 396, 104, 32, corner: 8), palette.ink)
        fill(.rectangle(332, 360, 32, 104, corner: 8), palette.ink)
        let buttons = [(612.0, 372.0), (612.0, 452.0), (572.0, 412.0), (652.0, 412.0)]
        for (index, (x, y)) in buttons.enumerated() {
            fill(.circle(x, y, 21), index.isMultiple(of: 2) ? palette.accent : palette.paper)
        }
        for x in [418.0, 542.0] {
            fill(.circle(x, 474, 40), palette.main.darker(0.3))
            fill(.circle(x, 470, 30), palette.ink.lighter(0.1))
        }
        fill(.rectangle(452, 384, 56, 16, corner: 8), palette.paper, opacity: 0.85)
    }

    mutating func handheld() {
        shadow(480, 604, width: 660)
        fill(.rectangle(190, 320, 200, 270, corner: 70), palette.main)
        fill(.rectangle(570, 320, 200, 270, corner: 70), palette.accent)
        fill(.rectangle(290, 320, 380, 270, corner: 14), palette.ink)
        fill(
            .rectangle(312, 342, 336, 226, corner: 6),
            palette.main.lighter(0.55), palette.accent.lighter(0.3))
        fill(
            .polygon(
                (312, 568), (312, 500), (390, 440), (470, 520), (560, 460), (648, 540),
                (648, 568)), palette.main.darker(0.2))
        fill(.circle(580, 396, 26), palette.paper)
        fill(.circle(242, 396, 30), palette.ink)
        fill(.circle(718, 496, 30), palette.ink)
        for (dx, dy) in [(0.0, -26.0), (0.0, 26.0), (-26.0, 0.0), (26.0, 0.0)] {
            fill(.circle(242 + dx, 494 + dy, 12), palette.ink)
            fill(.circle(718 + dx, 398 + dy, 12), palette.ink)
        }
    }
}
