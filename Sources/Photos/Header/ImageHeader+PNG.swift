/// PNG, third edition, section 5: a signature, then chunks of length, type, data and checksum.
extension ImageHeader {
    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func png(_ bytes: Span<UInt8>) throws(PhotoError) -> ImageHeader {
        guard bytes.uint32(at: 8, .big) == 13, bytes.holds("IHDR", at: 12),
            let width = bytes.uint32(at: 16, .big), let height = bytes.uint32(at: 20, .big)
        else { throw .unreadable }
        var orientation: Orientation?
        var position = pngSignature.count
        while let length = bytes.uint32(at: position, .big) {
            let data = position + 8
            guard data + length + 4 <= bytes.count else { throw .unreadable }
            if bytes.holds("IEND", at: position + 4) {
                return try ImageHeader(
                    type: .png, width: width, height: height, orientation: orientation)
            }
            if bytes.holds("eXIf", at: position + 4) {
                orientation = Orientation(exif: bytes.extracting(data..<data + length))
            }
            position = data + length + 4
        }
        throw .unreadable
    }
}
