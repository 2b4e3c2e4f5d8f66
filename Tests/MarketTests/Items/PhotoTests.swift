import Testing

@testable import Market

struct PhotoTests {
    @Test func digestIsAnID() {
        let text = "AZaz09-_AZaz09-_AZaz09-_AZaz09-_"
        #expect(Photo.ID(text)?.text == text)
    }

    @Test(arguments: [
        "", "short", String(repeating: "a", count: 33), String(repeating: "a", count: 31) + "/",
        String(repeating: "a", count: 31) + "\0", "../../../../../../../../etc/passw",
        String(repeating: "가", count: 32), String(repeating: "a", count: 31) + "é",
    ])
    func anythingElseIsNoID(text: String) { #expect(Photo.ID(text) == nil) }

    @Test func exactlyTheLettersOfBase64URLAreTaken() {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8
        for byte in UInt8.min...UInt8.max {
            let bytes = [UInt8](repeating: byte, count: Photo.ID.length)
            let id = bytes.withUnsafeBytes { Photo.ID($0) }
            #expect((id != nil) == letters.contains(byte))
        }
    }

    @Test(arguments: 0..<32)
    func aWrongLetterIsFoundAtEveryPlace(place: Int) {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: Photo.ID.length)
        bytes[place] = UInt8(ascii: "/")
        #expect(bytes.withUnsafeBytes { Photo.ID($0) } == nil)
    }

    @Test func idsThatDifferInOneLetterAreTwo() {
        let one = Photo.ID(String(repeating: "a", count: 32))
        for place in 0..<32 {
            var letters = Array(repeating: "a", count: 32)
            letters[place] = "b"
            #expect(Photo.ID(letters.joined()) != one)
        }
        #expect(Set([one, Photo.ID(String(repeating: "a", count: 32))]).count == 1)
    }
}
