/// What a sample photo shows; drawn by the lines of its section in `Motifs.txt`.
public enum Motif: String, CaseIterable, Sendable {
    case laptop, phone, camera, headphones
    case gamepad, handheld
    case ball, bicycle, dumbbell
    case teddyBear, blocks, duck
    case handbag, dress
    case lipstick, perfume
    case shirt, watch
    case pot, mug
    case sofa, chair, lamp, drawers
    case books, tickets, guitar
    case giftBox, plant, carton

    /// Draws it on 960 × 720 pixels, the same seed and shot always to the same JPEG.
    /// - Parameters:
    ///   - seed: chooses the thing's colours and its surroundings.
    ///   - shot: other numbers show the same thing in another place, from 0 on.
    /// - Throws: `.unreadable` when there is no memory.
    public func jpeg(seed: UInt64, shot: Int = 0) throws(PhotoError) -> [UInt8] {
        var drawing = try Drawing(seed: seed, shot: shot)
        drawing.drawRoom()
        drawing.draw(self)
        return try drawing.canvas.jpeg()
    }
}

/// A text in sections of lines: `[name]` begins one, `#` a comment.
public struct SectionedText: Sendable {
    /// The lines by the names of their sections.
    public private(set) var sections: [String: [Substring]] = [:]

    /// Reads UTF-8.
    public init(_ text: [UInt8]) {
        var section = ""
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = String(line.dropFirst().dropLast())
            } else {
                sections[section, default: []].append(line)
            }
        }
    }

    /// The lines of a section; none when there is no such section.
    public subscript(section: String) -> [Substring] { sections[section] ?? [] }
}
