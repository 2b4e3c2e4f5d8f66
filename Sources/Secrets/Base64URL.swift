/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 0x3F)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
