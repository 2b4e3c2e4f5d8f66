/// What a picture's container says about it, read without decoding a pixel.
///
/// The whole container is walked to its end mark, so a truncated picture is detected here.
struct ImageHeader: Equatable, Sendable {
    enum ImageType: Sendable { case jpeg, png, webp }

    let type: ImageType
    /// As stored, before `orientation` is applied.
    let size: PixelSize
    let orientation: Orientation

    /// Detects the type by the content's first bytes alone.
    /// - Throws: `.empty`, `.heif`, `.unsupportedType`, `.unreadable`.
    init(reading bytes: Span<UInt8>) throws(PhotoError) {
        if bytes.holds([0xFF, 0xD8, 0xFF], at: 0) {
            self = try .jpeg(bytes)
        } else if bytes.holds(Self.pngSignature, at: 0) {
            self = try .png(bytes)
        } else if bytes.holds("RIFF".utf8, at: 0), bytes.holds("WEBP".utf8, at: 8) {
            self = try .webp(bytes)
        } else if bytes.isEmpty {
            throw .empty
        } else if bytes.isHEIF {
            throw .heif
        } else {
            throw .unsupportedType
        }
    }

    init(
        type: ImageType, width: Int, height: Int, orientation: Orientation?
    ) throws(PhotoError) {
        guard width > 0, height > 0 else { throw .unreadable }
        self.type = type
        self.size = PixelSize(width: width, height: height)
        self.orientation = orientation ?? .up
    }
}

// MARK: - JPEG

/// ITU-T T.81, annex B: markers, most of them followed by a segment.
extension ImageHeader {
    /// Real photos have one scan, progressive ones about ten. Each scan can cost a pass over all pixels for a
    /// few bytes of file, so more of them are an attack.
    static let mostScans = 16

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

    /// B.2.2: precision, number of lines, samples per line.
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
    /// B.1.1.2: 0xFF, padded with any number of 0xFF, then a code; 0xFF 0x00 is scan data.
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

// MARK: - PNG

/// PNG, third edition, section 5: a signature, then chunks of length, type, data and checksum.
extension ImageHeader {
    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func png(_ bytes: Span<UInt8>) throws(PhotoError) -> ImageHeader {
        guard bytes.uint32(at: 8, .big) == 13, bytes.holds("IHDR".utf8, at: 12),
            let width = bytes.uint32(at: 16, .big), let height = bytes.uint32(at: 20, .big)
        else { throw .unreadable }
        var orientation: Orientation?
        var position = pngSignature.count
        while let length = bytes.uint32(at: position, .big) {
            let data = position + 8
            guard data + length + 4 <= bytes.count else { throw .unreadable }
            if bytes.holds("IEND".utf8, at: position + 4) {
                return try ImageHeader(
                    type: .png, width: width, height: height, orientation: orientation)
            }
            if bytes.holds("eXIf".utf8, at: position + 4) {
                orientation = Orientation(exif: bytes.extracting(data..<data + length))
            }
            position = data + length + 4
        }
        throw .unreadable
    }
}

// MARK: - WebP

/// RFC 9649: a RIFF file of chunks, each a name, a length and data padded to an even length.
extension ImageHeader {
    static func webp(_ bytes: Span<UInt8>) throws(PhotoError) -> ImageHeader {
        guard let riffLength = bytes.uint32(at: 4, .little), riffLength + 8 <= bytes.count else {
            throw .unreadable
        }
        let file = bytes.extracting(0..<riffLength + 8)
        var size: PixelSize?
        var orientation: Orientation?
        var position = 12
        while let length = file.uint32(at: position + 4, .little) {
            let data = position + 8
            guard data + length <= file.count else { throw .unreadable }
            let chunk = file.extracting(data..<data + length)
            if file.holds("EXIF".utf8, at: position) {
                orientation = Orientation(exif: chunk)
            } else if size == nil {
                size = try webpSize(of: chunk, named: file.extracting(position..<position + 4))
            }
            position = data + length + length % 2
        }
        guard let size, position >= file.count else { throw .unreadable }
        return try ImageHeader(
            type: .webp, width: size.width, height: size.height, orientation: orientation)
    }

    private static func webpSize(
        of chunk: Span<UInt8>, named name: Span<UInt8>
    ) throws(PhotoError) -> PixelSize {
        if name.holds("VP8 ".utf8, at: 0) { return try lossySize(chunk) }
        if name.holds("VP8L".utf8, at: 0) { return try losslessSize(chunk) }
        if name.holds("VP8X".utf8, at: 0) { return try extendedSize(chunk) }
        throw .unreadable
    }

    /// RFC 6386, section 9.1: a start code, then 14 bits each of width and height.
    private static func lossySize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard chunk.holds([0x9D, 0x01, 0x2A], at: 3),
            let width = chunk.uint16(at: 6, .little), let height = chunk.uint16(at: 8, .little)
        else { throw .unreadable }
        return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    }

    /// RFC 9649, section 3.4: a signature, then 14 bits each of width and height, minus one.
    private static func losslessSize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard chunk.holds([0x2F], at: 0), let bits = chunk.uint32(at: 1, .little) else {
            throw .unreadable
        }
        return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }

    /// RFC 9649, section 2.7: flags, then 24 bits each of width and height, minus one.
    private static func extendedSize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard let flags = chunk.uint32(at: 0, .little), let width = chunk.uint32(at: 4, .little),
            let height = chunk.uint32(at: 6, .little)
        else { throw .unreadable }
        guard flags & 0x02 == 0 else { throw .unsupportedType }
        return PixelSize(width: width & 0xFF_FFFF + 1, height: height >> 8 + 1)
    }
}

// MARK: - HEIF

extension Span<UInt8> {
    /// Whether this is HEIC or AVIF, by the brand at the beginning of the first box (ISO/IEC 23008-12,
    /// AV1 Image File Format section 6).
    fileprivate var isHEIF: Bool {
        guard holds("ftyp".utf8, at: 4) else { return false }
        let brands = [
            "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "avif",
            "avis",
        ]
        for brand in brands where holds(brand.utf8, at: 8) { return true }
        return false
    }
}

// MARK: - Bytes

enum ByteOrder: Sendable { case big, little }

/// Numbers and names at a position; nil or false if the bytes end before they do.
extension Span<UInt8> {
    func uint16(at position: Int, _ order: ByteOrder) -> Int? {
        guard position >= 0, position + 2 <= count else { return nil }
        let (first, second) = (Int(self[position]), Int(self[position + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    func uint32(at position: Int, _ order: ByteOrder) -> Int? {
        guard let first = uint16(at: position, order), let second = uint16(at: position + 2, order)
        else { return nil }
        return order == .big ? first << 16 | second : second << 16 | first
    }

    func holds(_ expected: some Collection<UInt8>, at position: Int) -> Bool {
        guard position >= 0, position + expected.count <= count else { return false }
        for (offset, byte) in expected.enumerated() where self[position + offset] != byte {
            return false
        }
        return true
    }
}
