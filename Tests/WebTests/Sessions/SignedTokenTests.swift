import Market
import Secrets
import Testing

@testable import Web

struct SignedTokenTests {
    private let token = SignedToken(signer: Signer(), lifetime: 600, separator: ".")
    private let now = Timestamp(seconds: 1_795_260_000)

    @Test func aTokenHoldsUntilItsEnd() {
        let made = token.make(for: "edit item 7", at: now)
        #expect(made.hasPrefix("1795260600."))
        #expect(token.isValid(made, for: "edit item 7", at: now + 599))
        #expect(!token.isValid(made, for: "edit item 7", at: now + 600))
        #expect(token.end(of: made, for: "edit item 7", at: now + 599) == now + 600)
        #expect(token.end(of: made, for: "edit item 7", at: now + 600) == nil)
        #expect(token.end(of: made, for: "edit item 8", at: now) == nil)
    }

    @Test func aTokenIsForOnePurpose() {
        let made = token.make(for: "edit item 7", at: now)
        #expect(!token.isValid(made, for: "edit item 8", at: now))
        #expect(!token.isValid(made, for: "delete item 7", at: now))
    }

    @Test func aTokenOfAnotherKeyIsNone() {
        let others = SignedToken(signer: Signer(), lifetime: 600, separator: ".")
        #expect(!token.isValid(others.make(for: "x", at: now), for: "x", at: now))
    }

    @Test func aSignatureMayHoldTheSeparator() {
        let token = SignedToken(signer: Signer(), lifetime: 600, separator: "-")
        for number in 1...50 {
            #expect(token.isValid(token.make(for: "\(number)", at: now), for: "\(number)", at: now))
        }
    }

    @Test(arguments: ["", ".", "1795260600", "1795260600.", "+1795260600.x", "x.x", "9999999999.x"])
    func foreignTokensAreInvalid(text: String) {
        #expect(!token.isValid(text, for: "x", at: now))
    }

    @Test func anEndThatWasChangedIsNone() {
        let made = token.make(for: "x", at: now).dropFirst("1795260600".count)
        #expect(!token.isValid("1795269999" + made, for: "x", at: now))
    }
}
