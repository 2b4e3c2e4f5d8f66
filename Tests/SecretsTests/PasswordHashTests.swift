import Testing

@testable import Secrets

@Suite struct PasswordHashTests {
    private let cheap = PasswordHash(passes: 1, memoryBytes: 8192)

    @Test(arguments: ["1234", "", "비밀번호 🔑", "with\0zero", String(repeating: "a", count: 4096)])
    func rightPasswordIsVerified(_ password: String) throws {
        #expect(cheap.verify(password, against: try cheap.hash(password)))
    }

    @Test(arguments: ["", "1235", "12345", "1234 ", "1234\0"])
    func wrongPasswordIsNot(_ password: String) throws {
        #expect(!cheap.verify(password, against: try cheap.hash("1234")))
    }

    @Test func whatFollowsAZeroCounts() throws {
        #expect(!cheap.verify("a\0b", against: try cheap.hash("a\0c")))
    }

    @Test func samePasswordIsHashedAnewEachTime() throws {
        #expect(try cheap.hash("1234") != cheap.hash("1234"))
    }

    @Test func hashNamesArgon2idAndItsCosts() throws {
        #expect(try cheap.hash("1234").hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    }

    @Test func defaultCostsAreTwoPassesOver19MiB() throws {
        let hash = try PasswordHash().hash("1234")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(cheap.verify("1234", against: hash))
    }

    @Test(
        arguments: [
            (0, 8192), (1, 8191), (1, 0), (1, -1), (1, Int.max), (UInt64.max, 8192),
        ] as [(UInt64, Int)])
    func impossibleCostsAreAnError(_ passes: UInt64, _ memoryBytes: Int) {
        let hash = PasswordHash(passes: passes, memoryBytes: memoryBytes)
        #expect(throws: SecretsError.cannotHash) { try hash.hash("1234") }
    }

    @Test(arguments: [
        "", "1234", "$", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$",
        "$2b$12$abcdefghijklmnopqrstuv",
        "$argon2id$v=19$m=99999999999,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA", "한글", "\0",
        String(repeating: "$argon2id$", count: 100),
    ])
    func foreignTextMatchesNoPassword(_ text: String) {
        #expect(!cheap.verify("1234", against: text))
    }

    @Test func cutHashMatchesNoPassword() throws {
        let hash = try cheap.hash("1234")
        for count in 0..<hash.count {
            #expect(!cheap.verify("1234", against: String(hash.prefix(count))))
        }
    }
}
