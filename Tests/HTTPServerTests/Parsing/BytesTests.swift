import Testing

@testable import HTTPServer

struct BytesTests {
    /// The list of RFC 9110 section 5.6.2, byte by byte.
    @Test func theBytesOfTokensAreThoseOfTheStandard() {
        let others = Set("!#$%&'*+-.^_`|~".utf8)
        for byte in UInt8.min...UInt8.max {
            let character = Character(Unicode.Scalar(byte))
            let isAlphanumeric = byte < 128 && (character.isLetter || character.isNumber)
            #expect(byte.isToken == (isAlphanumeric || others.contains(byte)), "\(byte)")
        }
    }
}
