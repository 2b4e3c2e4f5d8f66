import Market
import Testing

struct NicknameTests {
    @Test(arguments: [
        ("민지", "민지"), ("  민지\n", "민지"), ("\u{3000}민 지\u{A0}", "민 지"), ("a", "a"),
        ("🪑", "🪑"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("<b>&\"'", "<b>&\"'"),
        (String(repeating: "가", count: 20), String(repeating: "가", count: 20)),
        (String(repeating: "👨‍👩‍👧‍👦", count: 15), String(repeating: "👨‍👩‍👧‍👦", count: 15)),
    ])
    func readableNicknamesAreAccepted(_ typed: String, _ text: String) {
        #expect(Nickname(typed)?.text == text)
    }

    @Test(arguments: [
        "", " ", "\n\t", String(repeating: "가", count: 21), "민\n지", "민\u{0}지", "민\u{202E}지",
        "\u{200D}", "\u{3164}", "\u{200B}", "민\u{200B}지", "\u{2028}민지\u{2029}x", "\u{FEFF}민지",
        "a" + String(repeating: "\u{301}", count: 1_000),
    ])
    func unreadableNicknamesAreRefused(_ typed: String) { #expect(Nickname(typed) == nil) }

    @Test(arguments: ["민지", "민 지", "🪑", "👨‍👩‍👧‍👦", "❤️", "Zoë", "Zoe\u{308}", "<b>&\"'"])
    func distinctNicknamesMayBeNew(_ typed: String) { #expect(Nickname(new: typed)?.text == typed) }

    /// Accounts that have such a nickname keep it.
    @Test(arguments: [
        "민지\u{2800}", "민\u{A0}지", "민\u{3000}지", "민지\u{E000}", "\u{10FFFD}", "민지\u{378}",
        "민지\u{FFFE}", "민\u{3164}지", "민\u{1160}지", "민  지", "\u{301}민지",
    ])
    func confusableNicknamesAreNoLongerGiven(_ typed: String) {
        #expect(Nickname(new: typed) == nil)
        #expect(Nickname(typed)?.text == typed)
    }

    /// Each of these may be part of a nickname, but not all of it.
    @Test(arguments: ["\u{200D}\u{301}", "\u{903}", "\u{200D}\u{FE0F}\u{20DD}"])
    func invisibleTextIsNoNewNickname(_ typed: String) {
        #expect(Nickname(new: typed) == nil)
        #expect(Nickname(new: "ka" + typed) != nil)
    }

    @Test func aMegabyteIsRefusedToo() {
        #expect(Nickname(String(repeating: "가", count: 350_000)) == nil)
        #expect(Nickname("가" + String(repeating: " ", count: 1_000_000))?.text == "가")
    }
}
