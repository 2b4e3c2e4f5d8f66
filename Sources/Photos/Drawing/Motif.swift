/// The subject of a sample photo, drawn by the lines of its section in `Motifs.txt`.
public enum Motif: String, CaseIterable, Sendable {
    case laptop, monitor, keyboard, phone, camera, headphones
    case gamepad, handheld, console, gameDiscs
    case soccerBall, basketball, volleyball, gymBall
    case bicycle, dumbbell, kettlebell, yogaMat, tent
    case teddyBear, blocks, duck, stroller, toyCar
    case handbag, tote, dress, flowerDress, sneakers
    case lipstick, perfume, creamJar, pumpBottle
    case shirt, checkShirt, tShirt, backpack, watch, digitalWatch
    case pot, saucepan, kettle, riceCooker, mug, tumbler, fan, fruitBox
    case sofa, armchair, chair, officeChair, desk, lamp, floorLamp, deskLamp, drawers
    case books, tickets, guitar, records
    case giftBox, plant, snakePlant, succulents, carton
    case cat, dog, woman, man, mountain

    /// Draws the motif; the same arguments always give the same photo.
    /// - Parameters:
    ///   - color: the colour that people would name the thing by: 0xRRGGBB.
    ///   - seed: chooses the other colours, the surroundings, and the picture's proportions.
    /// - Throws: `.unreadable` if there is no memory.
    public func photo(
        color: Int32, seed: UInt64, shot: Shot
    ) throws(PhotoError) -> Renditions {
        try PhotoProcessor().renditions(of: bitmap(color, seed, shot), orientation: .up)
    }

    /// Draws the motif as a JPEG, as a camera would send it.
    /// - Throws: `.unreadable` if there is no memory.
    public func jpeg(
        color: Int32 = 0x2F6FC4, seed: UInt64, shot: Shot = .first
    ) throws(PhotoError) -> [UInt8] {
        try bitmap(color, seed, shot).jpeg(quality: 85, progressive: false)
    }

    private func bitmap(
        _ color: Int32, _ seed: UInt64, _ shot: Shot
    ) throws(PhotoError) -> Bitmap {
        var drawing = try Drawing(main: Color(hex: color), seed: seed, shot: shot)
        drawing.drawRoom()
        drawing.draw(self)
        return drawing.finished()
    }
}

/// How a motif is shown.
public enum Shot: Int, CaseIterable, Sendable {
    case first
    /// Mirrored, in another room.
    case elsewhere
    case near
    /// Small and square, in front of a wall.
    case avatar
}
