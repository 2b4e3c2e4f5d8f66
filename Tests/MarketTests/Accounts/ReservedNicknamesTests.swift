import Market
import Testing

struct ReservedNicknamesTests {
    private let reserved: ReservedNicknames

    init() throws {
        reserved = ReservedNicknames(
            [try #require(Nickname("Admin")), try #require(Nickname("장터지기 2"))])
    }

    /// In Cyrillic and Greek letters, full width, circles and other styles, and with characters
    /// that look alike.
    @Test(arguments: [
        "admin", "ADMIN", "аdmin", "АDМІN", "Αdmιn", "ａｄｍｉｎ", "ⓐⓓⓜⓘⓝ", "Ⓐdmin", "𝐚𝐝𝐦𝐢𝐧", "𝔸𝕕𝕞𝕚𝕟",
        "adm1n", "admln", "ᴀᴅᴍɪɴ", "장터지기 ２", "장터지기 𝟐",
    ])
    func lookalikesOfReservedNicknamesAreTaken(_ typed: String) throws {
        #expect(reserved.hasOneLike(try #require(Nickname(typed))))
    }

    @Test(arguments: ["адмін2", "admins", "관리자", "장터지기", "장터지기 3", "민지", "nimda"])
    func othersAreFree(_ typed: String) throws {
        #expect(!reserved.hasOneLike(try #require(Nickname(typed))))
    }

    /// An account with a nickname that looks like a reserved one keeps it, but is not the operator.
    @Test func onlyTheSameOneIsReserved() throws {
        #expect(reserved.contains(try #require(Nickname("aDMIN"))))
        #expect(!reserved.contains(try #require(Nickname("аdmin"))))
        #expect(!ReservedNicknames().hasOneLike(try #require(Nickname("admin"))))
    }
}
