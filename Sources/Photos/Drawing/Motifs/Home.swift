extension Drawing {
    mutating func pot() {
        shadow(480, 606, width: 600)
        fill(.rectangle(196, 372, 90, 44, corner: 22), palette.ink)
        fill(.rectangle(674, 372, 90, 44, corner: 22), palette.ink)
        fill(.rectangle(260, 340, 440, 260, corner: 56), palette.main)
        fill(.rectangle(260, 340, 440, 60), palette.main)
        fill(.rectangle(244, 316, 472, 34, corner: 17), palette.metal)
        fill(.arc(480, 320, 222, 92, from: 180, to: 360), palette.main.darker(0.12))
        fill(.rectangle(452, 192, 56, 40, corner: 18), palette.ink)
        fill(.rectangle(292, 376, 26, 170, corner: 13), palette.paper, opacity: 0.35)
        fill(.band(480, 312, 176, 66, width: 8, from: 205, to: 260), palette.paper, opacity: 0.4)
    }

    mutating func mug() {
        shadow(490, 606, width: 460)
        for steam in 0..<3 {
            let x = 400 + Double(steam) * 66
            fill(
                .smooth(
                    (x, 250), (x + 18, 214), (x - 4, 176), (x + 16, 130), (x + 24, 176),
                    (x + 30, 214)),
                palette.paper, opacity: 0.55)
        }
        fill(.band(640, 430, 68, 78, width: 32), palette.main.darker(0.12))
        fill(.rectangle(316, 290, 320, 310, corner: 46), palette.main)
        fill(.rectangle(316, 290, 320, 80), palette.main)
        fill(.arc(476, 292, 160, 32), palette.main.lighter(0.35))
        fill(.arc(476, 296, 140, 23), Color(hex: 0x5A3A28))
        fill(.circle(450, 446, 32), palette.accent)
        fill(.circle(502, 446, 32), palette.accent)
        fill(.polygon((424, 464), (528, 464), (476, 524)), palette.accent)
        fill(.rectangle(338, 350, 18, 190, corner: 9), palette.paper, opacity: 0.35)
    }

    mutating func sofa() {
        shadow(480, 612, width: 740)
        for x in [200.0, 730.0] { fill(.rectangle(x, 570, 30, 42, corner: 6), palette.wood) }
        fill(.rectangle(190, 280, 580, 260, corner: 48), palette.main.darker(0.14))
        fill(.rectangle(236, 310, 240, 180, corner: 30), palette.main)
        fill(.rectangle(484, 310, 240, 180, corner: 30), palette.main)
        fill(.rectangle(210, 456, 540, 124, corner: 24), palette.main.darker(0.08))
        fill(.rectangle(226, 450, 252, 76, corner: 24), palette.main.lighter(0.14))
        fill(.rectangle(482, 450, 252, 76, corner: 24), palette.main.lighter(0.14))
        fill(.rectangle(146, 390, 96, 192, corner: 42), palette.main.darker(0.2))
        fill(.rectangle(718, 390, 96, 192, corner: 42), palette.main.darker(0.2))
        fill(
            .rectangle(270, 346, 118, 118, corner: 18).turned(-10, around: 330, 400),
            palette.accent)
        fill(
            .rectangle(590, 350, 110, 110, corner: 18).turned(12, around: 645, 400),
            palette.paper)
    }

    mutating func chair() {
        shadow(480, 608, width: 420)
        let wood = palette.wood.mixed(with: palette.main, 0.2)
        fill(.line((398, 430), (372, 600), width: 22), wood.darker(0.3))
        fill(.line((580, 430), (606, 600), width: 22), wood.darker(0.3))
        fill(.line((372, 140), (372, 430), width: 24), wood)
        fill(.line((588, 140), (588, 430), width: 24), wood)
        fill(.rectangle(360, 140, 240, 66, corner: 22), wood)
        for y in [232.0, 288.0] { fill(.rectangle(372, y, 216, 30, corner: 8), wood.darker(0.1)) }
        fill(.rectangle(338, 392, 284, 58, corner: 24), palette.main)
        fill(.rectangle(346, 438, 268, 22, corner: 8), wood.darker(0.15))
        fill(.line((356, 452), (336, 604), width: 24), wood)
        fill(.line((604, 452), (624, 604), width: 24), wood)
        fill(.rectangle(352, 526, 256, 14, corner: 7), wood.darker(0.1))
    }

    mutating func lamp() {
        fill(
            .polygon((390, 330), (570, 330), (760, 600), (200, 600)), Color(hex: 0xFFF3C4),
            opacity: 0.22)
        shadow(480, 604, width: 320)
        fill(.rectangle(471, 320, 18, 262), palette.metal.darker(0.3))
        fill(.arc(480, 596, 110, 22), palette.metal.darker(0.4))
        fill(.arc(480, 588, 110, 22), palette.metal.darker(0.15))
        fill(.arc(480, 336, 56, 20), Color(hex: 0xFFF3C4))
        fill(.polygon((420, 130), (540, 130), (620, 336), (340, 336)), palette.main)
        fill(.rectangle(338, 326, 284, 16, corner: 8), palette.main.darker(0.25))
        fill(.rectangle(416, 122, 128, 14, corner: 7), palette.main.darker(0.25))
        fill(
            .polygon((440, 138), (466, 138), (440, 326), (390, 326)), palette.paper,
            opacity: 0.25)
        fill(.line((540, 342), (540, 400), width: 4), palette.ink)
        fill(.circle(540, 408, 9), palette.accent)
    }

    mutating func drawers() {
        shadow(480, 612, width: 560)
        let wood = palette.wood.mixed(with: palette.main, 0.3)
        for x in [270.0, 660.0] { fill(.rectangle(x, 560, 30, 52, corner: 6), wood.darker(0.35)) }
        fill(.rectangle(246, 240, 468, 336, corner: 14), wood.darker(0.12))
        fill(.rectangle(232, 222, 496, 28, corner: 10), wood.lighter(0.15))
        for row in 0..<3 {
            let y = 264 + Double(row) * 102
            fill(.rectangle(266, y, 428, 90, corner: 8), row == 1 ? palette.main : wood)
            fill(.rectangle(440, y + 38, 80, 14, corner: 7), palette.metal.lighter(0.3))
        }
        fill(.rectangle(310, 170, 54, 54, corner: 10), palette.accent)
        fill(
            .smooth((337, 172), (306, 130), (326, 96), (337, 130), (352, 84), (372, 126)),
            Color(hex: 0x5E9B6A))
        fill(.rectangle(520, 140, 110, 84, corner: 6), palette.ink)
        fill(.rectangle(530, 150, 90, 64), palette.accent.lighter(0.5))
    }

    mutating func giftBox() {
        shadow(480, 606, width: 520)
        fill(.rectangle(290, 340, 380, 260, corner: 12), palette.main)
        fill(.rectangle(266, 280, 428, 78, corner: 12), palette.main.lighter(0.15))
        fill(.rectangle(446, 280, 68, 320), palette.accent)
        fill(.rectangle(266, 352, 428, 8), palette.main.darker(0.3), opacity: 0.5)
        for side in [-1.0, 1.0] {
            let loop = Shape.arc(480 + side * 74, 232, 84, 42)
                .turned(side * 20, around: 480 + side * 74, 232)
            fill(loop, palette.accent)
            fill(
                .arc(480 + side * 78, 232, 46, 18).turned(side * 20, around: 480 + side * 78, 232),
                palette.accent.darker(0.35))
        }
        fill(.circle(480, 258, 34), palette.accent.darker(0.12))
        for dot in 0..<4 {
            let (x, y) = (340 + Double(dot % 2) * 54, 420 + Double(dot / 2) * 100)
            fill(.circle(x, y, 13), palette.paper, opacity: 0.7)
            fill(.circle(x + 220, y, 13), palette.paper, opacity: 0.7)
        }
    }

    mutating func plant() {
        shadow(480, 606, width: 360)
        let leaf = Color(hex: 0x4E9A63)
        for (index, degrees) in [-62.0, 62, -36, 36, -12, 14].enumerated() {
            let length = 190 + Double(index) * 14
            let shape = Shape.smooth(
                (480, 420), (440, 420 - length * 0.5), (480, 420 - length),
                (520, 420 - length * 0.5))
            let tone = leaf.darker(0.25 - Double(index) * 0.05)
            fill(shape.turned(degrees, around: 480, 420), tone)
            fill(
                Shape.line((480, 410), (480, 440 - length), width: 4)
                    .turned(degrees, around: 480, 420), leaf.lighter(0.35), opacity: 0.7)
        }
        fill(.polygon((364, 440), (596, 440), (566, 600), (394, 600)), palette.main)
        fill(.rectangle(344, 404, 272, 54, corner: 12), palette.main.darker(0.12))
        fill(.polygon((376, 500), (584, 500), (579, 528), (381, 528)), palette.accent)
    }

    mutating func carton() {
        shadow(480, 606, width: 600)
        let card = Color(hex: 0xC9975F)
        fill(.polygon((300, 330), (660, 330), (700, 230), (260, 230)), card.darker(0.3))
        fill(.circle(400, 300, 66), palette.main)
        fill(.rectangle(470, 214, 70, 140, corner: 10), palette.accent)
        fill(.rectangle(560, 250, 60, 110, corner: 28), palette.paper)
        fill(.rectangle(280, 330, 400, 270, corner: 6), card)
        fill(.polygon((280, 330), (200, 390), (230, 414), (300, 352)), card.darker(0.12))
        fill(.polygon((680, 330), (760, 390), (730, 414), (660, 352)), card.darker(0.12))
        fill(.rectangle(450, 330, 60, 120), palette.paper, opacity: 0.55)
        fill(.rectangle(560, 510, 80, 54, corner: 4), palette.paper, opacity: 0.85)
        fill(.rectangle(572, 524, 56, 6), palette.ink, opacity: 0.6)
        fill(.rectangle(572, 540, 40, 6), palette.ink, opacity: 0.6)
    }
}
