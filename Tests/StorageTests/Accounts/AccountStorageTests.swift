import Localization
import Market
import Testing

struct AccountStorageTests {
    @Test(arguments: Backend.allCases)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.join("민지 🪑")
            let profile = Profile(
                nickname: .sample("민지 🪑"), about: "연남동\n\"주말\"만", picture: .sample("a"))
            try await storage.updateProfile(profile, language: .english, of: id)
            let account = try await storage.account(id)
            #expect(
                account
                    == Account(id: id, profile: profile, language: .english, dateJoined: noon))
            #expect(try await storage.passwordHash(ofAccount: id) == "$argon2id$account")
        }
    }

    @Test(arguments: Backend.allCases)
    func aNewAccountShowsItsNicknameAlone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.join("민지")
            let profile = try await storage.account(id).profile
            #expect(profile == Profile(nickname: .sample("민지"), about: "", picture: nil))
            #expect(try await storage.account(id).language == nil)
            #expect(try await storage.checklist(of: id).isEmpty)
            #expect(try await storage.feedKey(of: id) == nil)
        }
    }

    /// Pairs that count as the same nickname: case, Unicode composition and invisible characters
    /// are ignored.
    @Test(
        arguments: Backend.allCases,
        [
            ("Minji", "mINJI"), ("e\u{301}mile", "É" + "MILE"), ("straße", "STRASSE"),
            ("민지", "\u{1106}\u{1175}\u{11AB}\u{110C}\u{1175}"), ("민지", "민\u{200D}지"),
            ("ΣΑΣ", "σας"), (" 민지 ", "민지"), ("민\u{3164}지", "민지"),
        ])
    func equivalentNicknamesAreTheSame(
        _ backend: Backend, _ pair: (String, String)
    ) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.join(pair.0)
            await #expect(throws: StorageError.nicknameTaken) { try await storage.join(pair.1) }
            #expect(try await storage.credentials(of: .sample(pair.1))?.account == id)
        }
    }

    @Test(arguments: Backend.allCases)
    func distinctNicknamesAreDifferent(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = [try await storage.join("민지"), try await storage.join("민 지")]
            #expect(ids[1] > ids[0])
            #expect(try await storage.credentials(of: .sample("지민")) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func oneOfFiftyWhoJoinAtOnceGetsTheNickname(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let joined = try await atOnce(50) { _ in (try? await storage.join("민지")) != nil }
            #expect(joined.count { $0 } == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func aNicknameMayBeChangedInCaseOnlyButNotToAnothers(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.join("minji")
            _ = try await storage.join("지수")
            try await storage.updateProfile(
                Profile(nickname: .sample("Minji")), language: nil, of: id)
            await #expect(throws: StorageError.nicknameTaken) {
                try await storage.updateProfile(
                    Profile(nickname: .sample("지수"), about: "새 소개"), language: nil, of: id)
            }
            let profile = try await storage.account(id).profile
            #expect(profile == Profile(nickname: .sample("Minji")))
        }
    }

    @Test(arguments: Backend.allCases)
    func aLanguageIsChosenAndLeftAgain(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (id, other) = (try await storage.join("민지"), try await storage.join("지수"))
            for language in [Language.english, .korean, nil] {
                try await storage.setLanguage(language, of: id)
                #expect(try await storage.account(id).language == language)
                #expect(try await storage.account(other).language == nil)
            }
            try await storage.setLanguage(.english, of: id)
            try await storage.updateProfile(
                Profile(nickname: .sample("민지")), language: nil, of: id)
            #expect(try await storage.account(id).language == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func anUnknownPictureIsRefusedAndNothingChanged(_ backend: Backend) async throws {
        try await backend.withAccount { storage, id in
            let profile = Profile(nickname: .sample("새 이름"), picture: .sample("z"))
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.updateProfile(profile, language: nil, of: id)
            }
            let account = try await storage.account(id)
            #expect(account.profile.nickname.text == "민지")
        }
    }

    @Test(arguments: Backend.allCases)
    func aPictureIsKeptAsLongAsItIsShown(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let id = try await storage.join()
            let picture = Profile(nickname: .sample("민지"), picture: .sample("a"))
            try await storage.updateProfile(picture, language: nil, of: id)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 0)
            try await storage.updateProfile(Profile(nickname: .sample("민지")), language: nil, of: id)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func unknownAccountsAreNotFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            _ = try await storage.join()
            let profile = Profile(nickname: .sample("민지"))
            for id in [Account.ID.min, 0, 77, .max] {
                let operations: [(any MarketStorage) async throws -> Void] = [
                    { _ = try await $0.account(id) },
                    { _ = try await $0.passwordHash(ofAccount: id) },
                    { try await $0.updateProfile(profile, language: nil, of: id) },
                    { try await $0.setLanguage(.english, of: id) },
                    { try await $0.setPasswordHash("", of: id, replacing: "", keeping: nil) },
                    { try await $0.setRecoveryCodes([], of: id, whosePasswordIs: "") },
                    { _ = try await $0.recoveryCodeCount(of: id) },
                    { _ = try await $0.checklist(of: id) },
                    { try await $0.setChecklist([], of: id) },
                    { _ = try await $0.feedKey(of: id) },
                    { try await $0.setFeedKey("k", of: id) },
                    { try await $0.deleteAccount(id, at: noon) },
                    { try await $0.insert(.sample("t", of: id)) },
                    { _ = try await $0.makeList(of: id) },
                    { _ = try await $0.makeMemo(of: id) },
                ]
                for operation in operations {
                    await #expect(throws: StorageError.notFound) { try await operation(storage) }
                }
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aRecoveryCodeIsTakenOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.joining("민지", codes: ["a", "b", "b"]))
            let other = try await storage.insert(.joining("지수", codes: ["c"]))
            var found: [Bool] = []
            for code in ["a", "a", "c", "b", "b"] {
                found.append(try await storage.recover(id, by: code))
            }
            #expect(found == [true, false, false, true, false])
            #expect(try await storage.recoveryCodeCount(of: id) == 0)
            #expect(try await storage.recoveryCodeCount(of: other) == 1)
            #expect(try await storage.recover(other, by: "c"))
        }
    }

    @Test(arguments: Backend.allCases)
    func oneOfFiftyWhoUseACodeAtOnceMayEnter(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.joining("민지", codes: ["a"]))
            let entered = try await atOnce(50) { _ in try await storage.recover(id, by: "a") }
            #expect(entered.count { $0 } == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func newRecoveryCodesReplaceTheOldOnes(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.joining("민지", codes: ["a"]))
            try await storage.setRecoveryCodes(
                [SecretDigest("b")], of: id, whosePasswordIs: "$argon2id$account")
            #expect(try await storage.recoveryCodeCount(of: id) == 1)
            #expect(try await !storage.recover(id, by: "a"))
            #expect(try await storage.recover(id, by: "b"))
        }
    }

    @Test(arguments: Backend.allCases)
    func aRecoveryCodeEndsAllSessionsAndAWrongOneNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.joining("민지", codes: ["a"]))
            try await storage.insert(.sample("here", of: id))
            #expect(try await !storage.recover(id, by: "b"))
            #expect(try await storage.passwordHash(ofAccount: id) == "$argon2id$account")
            #expect(try await storage.session(SecretDigest("here"), at: noon) != nil)
            #expect(try await storage.recover(id, by: "a"))
            #expect(try await storage.passwordHash(ofAccount: id) == "recovered")
            #expect(try await storage.session(SecretDigest("here"), at: noon) == nil)
        }
    }

    /// Requests that checked the old password and finish after a new one has been set.
    @Test(arguments: Backend.allCases)
    func requestsUnderWayWithTheOldPasswordFail(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let id = try await storage.insert(.joining("민지", codes: ["a"]))
            let old = try await storage.passwordHash(ofAccount: id)
            try await storage.setPasswordHash("new", of: id, replacing: old, keeping: nil)
            let late: [(any MarketStorage) async throws -> Void] = [
                { try await $0.insert(.sample("late", of: id), byPassword: old) },
                { try await $0.setPasswordHash("late", of: id, replacing: old, keeping: nil) },
                { try await $0.setRecoveryCodes([], of: id, whosePasswordIs: old) },
                { try await $0.deleteAccount(id, whosePasswordIs: old, at: noon) },
            ]
            for write in late {
                await #expect(throws: StorageError.changedMeanwhile) { try await write(storage) }
            }
            #expect(try await storage.session(SecretDigest("late"), at: noon) == nil)
            #expect(try await storage.passwordHash(ofAccount: id) == "new")
            #expect(try await storage.recoveryCodeCount(of: id) == 1)
            try await storage.insert(.sample("now", of: id), byPassword: "new")
            #expect(try await storage.session(SecretDigest("now"), at: noon) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aNewPasswordEndsTheOtherSessions(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (id, other) = (try await storage.join("민지"), try await storage.join("지수"))
            for token in ["here", "there"] { try await storage.insert(.sample(token, of: id)) }
            try await storage.insert(.sample("others", of: other))
            try await storage.setPasswordHash(
                "new", of: id, replacing: "$argon2id$account", keeping: SecretDigest("here"))
            #expect(try await storage.credentials(of: .sample("민지"))?.passwordHash == "new")
            #expect(try await storage.session(SecretDigest("here"), at: noon) != nil)
            #expect(try await storage.session(SecretDigest("there"), at: noon) == nil)
            #expect(try await storage.session(SecretDigest("others"), at: noon) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aChecklistComesBackInItsOrder(_ backend: Backend) async throws {
        try await backend.withAccount { storage, id in
            for steps in [["사진 찍기", "올리기", "약속", "올리기"], ["약속\n\u{1F}", ""], []] {
                try await storage.setChecklist(steps, of: id)
                #expect(try await storage.checklist(of: id) == steps)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aChecklistTooLongIsRefused(_ backend: Backend) async throws {
        try await backend.withAccount { storage, id in
            let most = Limits.checklistSteps
            let steps = (0..<most).map { "단계 \($0)" }
            try await storage.setChecklist(steps, of: id)
            await #expect(throws: StorageError.limitReached(most: most)) {
                try await storage.setChecklist(steps + ["하나 더"], of: id)
            }
            #expect(try await storage.checklist(of: id) == steps)
        }
    }

    @Test(arguments: Backend.allCases)
    func aRenewedFeedKeyReplacesTheOldOne(_ backend: Backend) async throws {
        try await backend.withAccount { storage, id in
            try await storage.setFeedKey("old", of: id)
            #expect(try await storage.account(feedKey: "old") == id)
            try await storage.setFeedKey("new", of: id)
            #expect(try await storage.account(feedKey: "old") == nil)
            #expect(try await storage.account(feedKey: "new") == id)
            #expect(try await storage.feedKey(of: id) == "new")
            #expect(try await storage.account(feedKey: "") == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func aDeletedAccountLeavesNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let item = try await storage.insert(.sample())
            let (id, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let list = try await storage.makeList(of: id)
            let deleted = try await storage.makeTodo(in: list, of: id)
            _ = try await storage.deleteTodo(deleted, of: id, at: noon)
            _ = try await storage.makeTodo(in: list, of: id)
            _ = try await storage.makeMemo(of: id)
            try await storage.insert(.sample("t", of: id))
            try await storage.setFeedKey("k", of: id)
            try await storage.setInterest(true, of: id, in: item)
            let kept = try await storage.makeMemo(of: other)

            try await storage.deleteAccount(id, at: noon)
            await #expect(throws: StorageError.notFound) { try await storage.account(id) }
            #expect(try await storage.lists(of: id).isEmpty)
            #expect(try await storage.memos(of: id, before: nil, limit: 9).isEmpty)
            #expect(try await storage.deletions(of: id).isEmpty)
            #expect(try await storage.session(SecretDigest("t"), at: noon) == nil)
            #expect(try await storage.account(feedKey: "k") == nil)
            #expect(try await storage.detailed(item).interests == 0)
            #expect(try await storage.memo(kept, of: other).id == kept)
            #expect(try await storage.join("민지") > id)
        }
    }
}
