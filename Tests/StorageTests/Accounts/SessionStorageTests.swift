import Market
import Testing

private let old = SecretDigest("old")
private let new = SecretDigest("new")

struct SessionStorageTests {
    @Test(arguments: Backend.allCases)
    func aSessionComesBackUntilItExpires(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, account in
            let session = Session.sample("old", of: account)
            let found = try await storage.session(old, at: noon)
            #expect(found == session)
            #expect(try await storage.session(old, at: noon + 3_599) == session)
            #expect(try await storage.session(old, at: noon + 3_600) == nil)
            #expect(try await storage.session(new, at: noon) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aReplacedTokenIsTakenForItsGraceOnly(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, account in
            let now = noon + 600
            let isNew = try await storage.rotateSession(old, to: new, at: now, expires: now + 7_200)
            #expect(isNew)
            let expected = Session(
                digest: new, account: account, dateCreated: noon, lastSeen: now,
                expires: now + 7_200)
            #expect(try await storage.session(new, at: now + 7_199) == expected)
            #expect(try await storage.session(old, at: now + Session.grace + -1) == expected)
            #expect(try await storage.session(old, at: now + Session.grace) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aTokenIsReplacedOnce(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, _ in
            let later = SecretDigest("later")
            let isNew = try await storage.rotateSession(old, to: new, at: noon, expires: noon + 9)
            #expect(isNew)
            #expect(try await !storage.rotateSession(old, to: later, at: noon, expires: noon + 9))
            #expect(try await storage.session(later, at: noon) == nil)
            #expect(try await storage.session(old, at: noon)?.digest == new)
        }
    }

    @Test(arguments: Backend.allCases)
    func oneOfFiftyReplacementsAtOnceIsTheNewToken(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, _ in
            let rotated = try await atOnce(50) { number -> SecretDigest? in
                let new = SecretDigest("new \(number)")
                let isNew = try await storage.rotateSession(
                    old, to: new, at: noon, expires: noon + 9)
                return isNew ? new : nil
            }.compactMap(\.self)
            #expect(rotated.count == 1)
            #expect(try await storage.session(old, at: noon)?.digest == rotated.first)
        }
    }

    @Test(arguments: Backend.allCases)
    func anExpiredSessionIsNotReplaced(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, _ in
            let now = noon + 3_600
            let isNew = try await storage.rotateSession(old, to: new, at: now, expires: now + 9)
            #expect(!isNew)
            #expect(try await storage.session(new, at: now) == nil)
        }
    }

    @Test(arguments: Backend.allCases, ["old", "new"])
    func signingOutEndsBothTokens(_ backend: Backend, _ token: String) async throws {
        try await backend.withSession("old") { storage, account in
            try await storage.insert(.sample("elsewhere", of: account))
            _ = try await storage.rotateSession(old, to: new, at: noon, expires: noon + 60)
            try await storage.deleteSession(SecretDigest(token))
            #expect(try await storage.session(old, at: noon) == nil)
            #expect(try await storage.session(new, at: noon) == nil)
            #expect(try await storage.session(SecretDigest("elsewhere"), at: noon) != nil)
            try await storage.deleteSession(SecretDigest(token))
        }
    }

    @Test(arguments: Backend.allCases, ["old", "new"])
    func everywhereElseIsSignedOut(_ backend: Backend, _ token: String) async throws {
        try await backend.withSession("old") { storage, account in
            try await storage.insert(.sample("elsewhere", of: account))
            _ = try await storage.rotateSession(old, to: new, at: noon, expires: noon + 60)
            try await storage.deleteSessions(of: account, except: SecretDigest(token))
            #expect(try await storage.session(new, at: noon) != nil)
            #expect(try await storage.session(SecretDigest("elsewhere"), at: noon) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func everywhereIsSignedOut(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, account in
            let other = try await storage.join("지수")
            try await storage.insert(.sample("others", of: other))
            try await storage.deleteSessions(of: account, except: nil)
            #expect(try await storage.session(old, at: noon) == nil)
            #expect(try await storage.session(SecretDigest("others"), at: noon) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func expiredSessionsAreForgotten(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, account in
            var longer = Session.sample("longer", of: account)
            longer.expires = noon + 3_601
            try await storage.insert(longer)
            #expect(try await storage.deleteExpiredSessions(at: noon + 3_599) == 0)
            #expect(try await storage.deleteExpiredSessions(at: noon + 3_600) == 1)
            #expect(try await storage.session(longer.digest, at: noon) == longer)
        }
    }

    @Test(arguments: Backend.allCases)
    func theSessionSeenLongestAgoMakesRoom(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, account in
            for number in 1...Limits.sessions {
                var session = Session.sample("\(number)", of: account)
                session.lastSeen = noon + Int64(number)
                try await storage.insert(session)
            }
            #expect(try await storage.session(old, at: noon) == nil)
            #expect(try await storage.session(SecretDigest("1"), at: noon) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aDigestIsTakenLetterByLetter(_ backend: Backend) async throws {
        try await backend.withSession("old") { storage, _ in
            for token in ["", "%", "old' OR 1=1 --", "old\u{0}", "OLD"] {
                #expect(try await storage.session(SecretDigest(token), at: noon) == nil)
                try await storage.deleteSession(SecretDigest(token))
                #expect(try await storage.session(old, at: noon) != nil)
            }
        }
    }
}
