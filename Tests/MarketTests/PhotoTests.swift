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
    func anythingElseIsNone(text: String) {
        #expect(Photo.ID(text) == nil)
    }
}
