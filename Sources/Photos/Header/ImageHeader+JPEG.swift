/// ITU-T T.81, annex B: markers, most of them with a segment behind.
extension ImageHeader {
    /// Real photos have one scan, progressive ones about ten. Each may cost a pass over all pixels
    /// for a few bytes of file, so more of them are an attack.
    static let mostScans = 32

    static func jpeg(_ bytes: Span<UInt8>) throws(PhotoError) -> ImageHeader {
        var frame: PixelSize?
        var orientation: Orientation?
        var scans = 0
        var position = 2
        while let marker = bytes.nextMarker(from: position) {
            position = marker.end
            if marker.code == Marker.endOfImage { break }
            if Marker.standsAlone(marker.code) { continue }
            guard marker.code != Marker.startOfImage,
                let length = bytes.uint16(at: position, .big), length >= 2,
                position + length <= bytes.count
            else { throw .unreadable }
            let segment = bytes.extracting(position + 2..<position + length)
            position += length
            if Marker.startsFrame(marker.code) {
                guard frame == nil else { throw .unreadable }
                frame = try frameSize(segment)
            } else if marker.code == Marker.startOfScan {
                scans += 1
            } else if marker.code == Marker.exif, orientation == nil {
                orientation = Orientation(exif: segment)
            }
        }
        guard let frame, (1...mostScans).contains(scans),
            bytes.holds([0xFF, Marker.endOfImage], at: position - 2)
        else { throw .unreadable }
        return try ImageHeader(
            type: .jpeg, width: frame.width, height: frame.height, orientation: orientation)
    }

    /// B.2.2: precision, lines, samples a line.
    private static func frameSize(_ segment: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard let height = segment.uint16(at: 1, .big), let width = segment.uint16(at: 3, .big)
        else { throw .unreadable }
        return PixelSize(width: width, height: height)
    }

    /// Table B.1.
    private enum Marker {
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let exif: UInt8 = 0xE1

        static func standsAlone(_ code: UInt8) -> Bool {
            code == 0x01 || (0xD0...0xD7).contains(code)
        }

        static func startsFrame(_ code: UInt8) -> Bool {
            (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC
        }
    }
}

extension Span<UInt8> {
    /// B.1.1.2: 0xFF, filled up with any number of 0xFF, then a code; 0xFF 0x00 is scan data.
    fileprivate func nextMarker(from start: Int) -> (code: UInt8, end: Int)? {
        var position = start
        while position + 1 < count {
            let code = self[position + 1]
            if self[position] == 0xFF, code != 0x00, code != 0xFF { return (code, position + 2) }
            position += 1
        }
        return nil
    }
}
