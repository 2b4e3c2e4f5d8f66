import Testing

@testable import Secrets

@Suite struct SignerTests {
    private let signer: Signer

    init() throws {
        signer = try #require(Signer(key: Array(0..<32)))
    }

    @Test func ownSignatureIsVerified() {
        #expect(signer.verify("items/7", signature: signer.sign("items/7")))
        #expect(signer.sign("items/7").count == 43)
    }

    @Test func signatureOfAnotherTextIsNot() {
        #expect(!signer.verify("items/8", signature: signer.sign("items/7")))
    }

    @Test func signatureChangedAnywhereIsNot() {
        let signature = Array(signer.sign("items/7").utf8)
        for index in signature.indices {
            var changed = signature
            changed[index] = changed[index] == 0x41 ? 0x42 : 0x41
            let text = String(decoding: changed, as: UTF8.self)
            #expect(!signer.verify("items/7", signature: text))
        }
    }

    @Test(arguments: ["", "A", "\0", String(repeating: "A", count: 44), "한글"])
    func textThatIsNoSignatureIsNot(_ text: String) {
        #expect(!signer.verify("items/7", signature: text))
    }

    @Test func anotherKeySignsOtherwise() throws {
        let other = try #require(Signer(key: Array(1..<33)))
        #expect(!other.verify("items/7", signature: signer.sign("items/7")))
        #expect(Signer().sign("items/7") != Signer().sign("items/7"))
    }

    @Test func keyIsKept() {
        #expect(Signer(key: Array(0..<32))?.sign("items/7") == signer.sign("items/7"))
    }

    @Test(arguments: [(0, false), (15, false), (16, true), (64, true), (65, false)])
    func keyMustBeLongEnough(_ length: Int, _ isTaken: Bool) {
        #expect((Signer(key: [UInt8](repeating: 7, count: length)) != nil) == isTaken)
    }
}
