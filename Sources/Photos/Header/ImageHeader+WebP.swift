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
            if file.holds("EXIF", at: position) {
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
        if name.holds("VP8 ", at: 0) { return try lossySize(chunk) }
        if name.holds("VP8L", at: 0) { return try losslessSize(chunk) }
        if name.holds("VP8X", at: 0) { return try extendedSize(chunk) }
        throw .unreadable
    }

    /// RFC 6386, section 9.1: a start code, then 14 bits of width and of height.
    private static func lossySize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard chunk.holds([0x9D, 0x01, 0x2A], at: 3),
            let width = chunk.uint16(at: 6, .little), let height = chunk.uint16(at: 8, .little)
        else { throw .unreadable }
        return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    }

    /// RFC 9649, section 3.4: a signature, then 14 bits each of width and height, less one.
    private static func losslessSize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard chunk.holds([0x2F], at: 0), let bits = chunk.uint32(at: 1, .little) else {
            throw .unreadable
        }
        return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }

    /// RFC 9649, section 2.7.1: flags, then 24 bits each of width and height, less one.
    private static func extendedSize(_ chunk: Span<UInt8>) throws(PhotoError) -> PixelSize {
        guard let flags = chunk.uint32(at: 0, .little), let width = chunk.uint32(at: 4, .little),
            let height = chunk.uint32(at: 6, .little)
        else { throw .unreadable }
        guard flags & 0x02 == 0 else { throw .unsupportedType }
        return PixelSize(width: width & 0xFF_FFFF + 1, height: height >> 8 + 1)
    }
}
