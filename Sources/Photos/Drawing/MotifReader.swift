/// Reads the lines of a motif, in the format that `Motifs.txt` explains.
struct MotifReader {
    static let motifs = SectionedText(PackageResources.Motifs_txt)

    /// The effect of a line.
    enum Instruction {
        case fill([Shape], top: Color, bottom: Color, opacity: Double)
        case shadow(Double, Double, width: Double, height: Double)
        /// The lines of another motif.
        case motif([Substring])
        /// Draws nothing itself, but affects the lines that follow.
        case setting
    }

    private var colors: [Substring: Color]
    /// Degrees, and the point to turn around; empty for no turn.
    private var turn: [Double] = []

    init(_ palette: Palette) {
        colors = palette.named
    }

    /// Returns nil for a malformed line.
    mutating func read(_ line: Substring) -> Instruction? {
        var words = ArraySlice(line.split(separator: " "))
        if words.dropFirst().first == "=" { return mix(Array(words)) }
        if words.count == 2, words.first == "like" {
            return Self.motifs.sections[String(words[1])].map(Instruction.motif)
        }
        let isMirrored = words.first == "mirror"
        if isMirrored { words.removeFirst() }
        guard let copies = Copies(&words), let name = words.popFirst() else { return nil }
        let numbers = words.popNumbers()
        switch (name, numbers.count) {
        case ("turn", 0), ("turn", 3):
            turn = numbers
            return words.isEmpty ? .setting : nil
        case ("shadow", 3...4):
            let height = numbers.count == 4 ? numbers[3] : 44
            return .shadow(numbers[0], numbers[1], width: numbers[2], height: height)
        default:
            guard let shape = Shape(name, numbers) else { return nil }
            let shapes = copies.of(shape).map(turned)
            return fill(isMirrored ? shapes + shapes.map(\.mirrored) : shapes, words)
        }
    }

    private func turned(_ shape: Shape) -> Shape {
        turn.isEmpty ? shape : shape.turned(turn[0], around: turn[1], turn[2])
    }

    /// Fills with two colours, or with one that is slightly lighter at the top, as under a lamp.
    private func fill(_ shapes: [Shape], _ words: ArraySlice<Substring>) -> Instruction? {
        let opacity = words.last.flatMap(share)
        let names = opacity == nil ? words : words.dropLast()
        let colors = names.compactMap(color)
        guard (1...2).contains(names.count), colors.count == names.count else { return nil }
        let isOne = colors.count == 1
        return .fill(
            shapes, top: isOne ? colors[0].lighter(0.1) : colors[0],
            bottom: isOne ? colors[0].darker(0.06) : colors[1], opacity: opacity ?? 1)
    }

    /// Reads a line such as `oak = wood main 30%`, or another name for one colour.
    private mutating func mix(_ words: [Substring]) -> Instruction? {
        guard words.count > 2, var color = color(words[2]) else { return nil }
        if words.count == 5, let other = self.color(words[3]), let share = share(words[4]) {
            color = color.mixed(with: other, share)
        } else if words.count != 3 {
            return nil
        }
        colors[words[0]] = color
        return .setting
    }

    /// Reads a colour such as `main`, `#E3B871`, `main-20` or `oak+15`.
    private func color(_ word: Substring) -> Color? {
        let name = word.prefix { $0 != "+" && $0 != "-" }
        let hex = name.first == "#" ? Int32(name.dropFirst(), radix: 16) : nil
        guard let color = hex.map(Color.init(hex:)) ?? colors[name] else { return nil }
        guard let sign = word.dropFirst(name.count).first else { return color }
        guard let percent = Double(word.dropFirst(name.count + 1)) else { return nil }
        return sign == "+" ? color.lighter(percent / 100) : color.darker(percent / 100)
    }

    /// Reads a percentage such as `30%`.
    private func share(_ word: Substring) -> Double? {
        word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : nil
    }
}

/// How many times a shape is drawn, and how each copy is moved or turned from the one before.
private struct Copies {
    private var count = 1
    private var step = [0.0, 0.0]

    /// Takes `3x 0,14` or `4x turn 90 480,360` off the words, if they begin so; nil if malformed.
    init?(_ words: inout ArraySlice<Substring>) {
        guard let count = words.first.flatMap({ $0.hasSuffix("x") ? Int($0.dropLast()) : nil })
        else { return }
        words.removeFirst()
        let isTurned = words.first == "turn"
        if isTurned { words.removeFirst() }
        (self.count, step) = (count, words.popNumbers())
        guard count > 0, step.count == (isTurned ? 3 : 2) else { return nil }
    }

    func of(_ shape: Shape) -> [Shape] {
        (0..<count).map(Double.init).map { number in
            step.count == 3
                ? shape.turned(step[0] * number, around: step[1], step[2])
                : shape.mapped { Point(x: $0.x + step[0] * number, y: $0.y + step[1] * number) }
        }
    }
}

extension ArraySlice<Substring> {
    /// Takes the leading numbers and points, such as `268,510`, off the words.
    fileprivate mutating func popNumbers() -> [Double] {
        var numbers: [Double] = []
        while let parts = first?.split(separator: ",").map({ Double($0) }), !parts.contains(nil) {
            numbers += parts.compactMap(\.self)
            removeFirst()
        }
        return numbers
    }
}
