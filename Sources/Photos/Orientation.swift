/// Where the first row and column of the stored picture belong, numbered as in Exif 2.3, 4.6.4 A.
enum Orientation: Int, CaseIterable, Sendable {
    case up = 1
    case upMirrored
    case down
    case downMirrored
    case leftMirrored
    case right
    case rightMirrored
    case left

    /// Whether width and height are exchanged when the picture is turned upright.
    var swapsAxes: Bool { rawValue >= Self.leftMirrored.rawValue }

    /// Whether stored columns are read from last to first.
    var reversesColumns: Bool { [.upMirrored, .down, .rightMirrored, .left].contains(self) }

    /// Whether stored rows are read from last to first.
    var reversesRows: Bool { [.down, .downMirrored, .right, .rightMirrored].contains(self) }
}

extension Orientation {
    /// The orientation entry in the first directory of an Exif block, with or without its `Exif` prefix; no
    /// other directory is followed. Nil if there is no valid entry.
    init?(exif block: Span<UInt8>) {
        let start = block.holds("Exif\0\0".utf8, at: 0) ? 6 : 0
        let tiff = block.extracting(start..<block.count)
        let order: ByteOrder
        if tiff.holds([0x49, 0x49, 0x2A, 0x00], at: 0) {
            order = .little
        } else if tiff.holds([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
            order = .big
        } else {
            return nil
        }
        guard let directory = tiff.uint32(at: 4, order),
            let entries = tiff.uint16(at: directory, order)
        else { return nil }
        for entry in 0..<entries {
            let position = directory + 2 + entry * 12
            guard let tag = tiff.uint16(at: position, order) else { return nil }
            guard tag == 0x0112 else { continue }
            guard tiff.uint16(at: position + 2, order) == 3,
                let value = tiff.uint16(at: position + 8, order)
            else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }
}
