extension Drawing {
    mutating func handbag() {
        shadow(480, 606, width: 520)
        fill(.band(480, 320, 110, 140, width: 20, from: 180, to: 360), palette.main.darker(0.35))
        fill(
            .smooth(
                (290, 326), (480, 316), (670, 326), (706, 460), (716, 580), (600, 602), (480, 604),
                (360, 602), (244, 580), (254, 460)), palette.main)
        fill(
            .smooth(
                (286, 322), (480, 312), (674, 322), (680, 400), (600, 456), (480, 474), (360, 456),
                (280, 400)), palette.main.darker(0.16))
        fill(.rectangle(450, 440, 60, 66, corner: 12), palette.accent.lighter(0.2))
        fill(.circle(480, 466, 10), palette.ink)
        for x in [370.0, 590.0] { fill(.circle(x, 332, 15), palette.accent.lighter(0.3)) }
    }

    mutating func dress() {
        hanger()
        fill(
            .polygon(
                (424, 196), (400, 150), (420, 146), (450, 186), (510, 186), (540, 146), (560, 150),
                (536, 196), (552, 262), (532, 342), (640, 580), (320, 580), (428, 342), (408, 262)),
            palette.main)
        fill(.polygon((428, 330), (532, 330), (540, 362), (420, 362)), palette.accent)
        for fold in [-1.0, 0, 1.0] {
            fill(
                .polygon(
                    (476 + fold * 24, 364), (484 + fold * 24, 364), (492 + fold * 78, 580),
                    (468 + fold * 78, 580)), palette.main.darker(0.2), opacity: 0.55)
        }
        fill(.rectangle(318, 572, 324, 18, corner: 9), palette.main.lighter(0.35))
    }

    mutating func shirt() {
        hanger()
        fill(
            .polygon(
                (400, 166), (440, 156), (480, 190), (520, 156), (560, 166), (700, 250), (650, 344),
                (586, 308), (592, 590), (368, 590), (374, 308), (310, 344), (260, 250)),
            palette.main)
        fill(
            .polygon((430, 158), (480, 250), (530, 158), (516, 150), (480, 180), (444, 150)),
            palette.main.darker(0.25))
        fill(.rectangle(371, 400, 218, 34), palette.paper, opacity: 0.85)
        fill(.rectangle(370, 448, 220, 18), palette.accent)
        fill(.polygon((652, 340), (700, 250), (712, 258), (664, 348)), palette.accent)
        fill(.polygon((308, 340), (260, 250), (248, 258), (296, 348)), palette.accent)
    }

    private mutating func hanger() {
        fill(.rectangle(180, 62, 600, 12, corner: 6), palette.wood.darker(0.2))
        fill(.band(480, 92, 20, 20, width: 7, from: 150, to: 430), palette.metal.darker(0.35))
        fill(.line((484, 112), (480, 142), width: 7), palette.metal.darker(0.35))
        fill(.line((480, 142), (384, 188), width: 13), palette.wood)
        fill(.line((480, 142), (576, 188), width: 13), palette.wood)
    }

    mutating func watch() {
        shadow(480, 608, width: 300, height: 34)
        let strap = palette.main.darker(0.2)
        fill(.polygon((420, 110), (540, 110), (556, 290), (404, 290)), strap)
        fill(.polygon((404, 430), (556, 430), (536, 606), (424, 606)), strap)
        for hole in 0..<4 {
            fill(.circle(480, 500 + Double(hole) * 26, 6), palette.ink, opacity: 0.6)
        }
        fill(.rectangle(600, 340, 36, 40, corner: 8), palette.metal.darker(0.1))
        fill(.circle(480, 360, 142), palette.metal.lighter(0.4), palette.metal.darker(0.25))
        fill(.circle(480, 360, 118), palette.paper)
        for hour in 0..<12 {
            let length = hour.isMultiple(of: 3) ? 24.0 : 12.0
            fill(
                .rectangle(476, 252, 8, length, corner: 3)
                    .turned(Double(hour) * 30, around: 480, 360), palette.ink)
        }
        fill(.line((480, 360), (424, 322), width: 11), palette.ink)
        fill(.line((480, 360), (540, 300), width: 8), palette.ink)
        fill(.line((480, 390), (480, 268), width: 4), palette.accent)
        fill(.circle(480, 360, 11), palette.accent)
    }

    mutating func lipstick() {
        shadow(470, 606, width: 440)
        let color = Color(hex: 0xD6455F).mixed(with: palette.main, 0.3)
        fill(.rectangle(330, 400, 130, 200, corner: 10), palette.ink)
        fill(.rectangle(340, 330, 110, 84, corner: 4), Color(hex: 0xE3B871))
        fill(
            .polygon((352, 336), (352, 240), (380, 190), (438, 166), (438, 336)),
            color)
        fill(.polygon((352, 240), (380, 190), (438, 166), (410, 226)), color.lighter(0.3))
        fill(.rectangle(344, 404, 14, 190, corner: 7), palette.paper, opacity: 0.25)
        fill(.rectangle(500, 350, 136, 250, corner: 14), palette.ink.lighter(0.1))
        fill(.rectangle(500, 540, 136, 18), Color(hex: 0xE3B871))
        fill(.rectangle(516, 366, 14, 166, corner: 7), palette.paper, opacity: 0.25)
    }

    mutating func perfume() {
        shadow(480, 606, width: 400)
        fill(.rectangle(424, 160, 112, 100, corner: 18), palette.ink.lighter(0.1))
        fill(.rectangle(440, 254, 80, 36), Color(hex: 0xE3B871))
        fill(.rectangle(320, 284, 320, 316, corner: 46), palette.paper, opacity: 0.92)
        fill(.rectangle(342, 372, 276, 206, corner: 30), palette.main.lighter(0.4), palette.main)
        fill(.rectangle(400, 400, 160, 116, corner: 10), palette.paper)
        fill(.rectangle(424, 428, 112, 12, corner: 6), palette.ink)
        fill(.rectangle(444, 456, 72, 8, corner: 4), palette.metal.darker(0.2))
        fill(.circle(480, 488, 8), palette.accent)
        fill(.rectangle(350, 310, 18, 240, corner: 9), Color.white, opacity: 0.6)
    }
}
