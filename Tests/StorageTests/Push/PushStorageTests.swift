import Market
import Testing

private let token = SecretDigest("token")

/// Which browsers receive pushes, and until when.
struct PushStorageTests {
    private func endpoints(
        _ storage: any MarketStorage, _ account: Account.ID, at now: Timestamp = noon
    ) async throws -> [String] {
        try await storage.pushSubscriptions(of: account, at: now).map(\.endpoint)
    }

    @Test(arguments: Backend.all)
    func theFirstKeyIsKept(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let none = try await storage.pushKey()
            #expect(none == nil)
            #expect(try await storage.keepPushKey("하나\n") == "하나\n")
            #expect(try await storage.keepPushKey("둘") == "하나\n")
            #expect(try await storage.pushKey() == "하나\n")
        }
    }

    @Test(arguments: Backend.all)
    func aSubscriptionComesBackUntilItsSessionExpires(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            #expect(try await !storage.isSubscribed(token))
            #expect(try await storage.pushedAccounts(among: [account]).isEmpty)
            try await storage.subscribe("https://a.example/1", in: token, at: noon)
            let subscription = PushSubscription(
                endpoint: "https://a.example/1", account: account, dateCreated: noon)
            let found = try await storage.pushSubscriptions(of: account, at: noon + 3_599)
            #expect(found == [subscription])
            #expect(try await storage.pushSubscriptions(of: account, at: noon + 3_600).isEmpty)
            #expect(try await storage.isSubscribed(token))
            let pushed = try await storage.pushedAccounts(among: [account, 77])
            #expect(pushed == [account])
            let stranger = try await storage.join("지수")
            #expect(try await endpoints(storage, stranger).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func anUnknownSessionSubscribesNothing(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            for (digest, moment) in [("other", noon), ("token", noon + 3_600)] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.subscribe("e", in: SecretDigest(digest), at: moment)
                }
            }
            let accounts = try await storage.pushedAccounts(among: [account])
            #expect(accounts.isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aReplacedTokenKeepsTheSubscription(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            try await storage.subscribe("e", in: token, at: noon)
            let new = SecretDigest("new")
            _ = try await storage.rotateSession(token, to: new, at: noon, expires: noon + 9_000)
            #expect(try await storage.isSubscribed(new))
            // A request under way may still use the former token.
            #expect(try await storage.isSubscribed(token))
            try await storage.subscribe("f", in: token, at: noon)
            #expect(try await endpoints(storage, account, at: noon + 8_999) == ["e", "f"])
        }
    }

    @Test(arguments: Backend.all)
    func anEndpointMovesToItsLatestSubscriber(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let other = try await storage.join("지수")
            try await storage.insert(.sample("other", of: other))
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.subscribe("e", in: SecretDigest("other"), at: noon + 1)
            #expect(try await endpoints(storage, account).isEmpty)
            let moved = try await storage.pushSubscriptions(of: other, at: noon)
            #expect(
                moved == [PushSubscription(endpoint: "e", account: other, dateCreated: noon + 1)])
            #expect(try await !storage.isSubscribed(token))
        }
    }

    @Test(arguments: Backend.all)
    func aNewEndpointReplacesAnActiveOne(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let other = try await storage.join("지수")
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.movePushSubscription("e", to: "f", of: other)
            try await storage.movePushSubscription("x", to: "f", of: account)
            #expect(try await endpoints(storage, account) == ["e"])
            try await storage.movePushSubscription("e", to: "f", of: account)
            #expect(try await endpoints(storage, account) == ["f"])
            #expect(try await storage.isSubscribed(token))
            // Moving to a subscription's endpoint does not take that one over.
            try await storage.subscribe("g", in: token, at: noon)
            try await storage.movePushSubscription("f", to: "g", of: account)
            #expect(try await endpoints(storage, account) == ["f", "g"])
            try await storage.unsubscribe(nil, of: account)
            try await storage.movePushSubscription("f", to: "h", of: account)
            #expect(try await endpoints(storage, account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theOldestMakesRoom(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let most = Limits.pushSubscriptions
            // All in the same second: the newest subscription stays all the same.
            for number in (0...most + 1).reversed() {
                try await storage.subscribe("e\(number)", in: token, at: noon)
                #expect(try await endpoints(storage, account).contains("e\(number)"))
            }
            #expect(try await endpoints(storage, account).count == most)
            try await storage.subscribe("new", in: token, at: noon + 1)
            try await storage.subscribe("newer", in: token, at: noon + 2)
            let kept = try await endpoints(storage, account)
            #expect(kept.count == most && kept.suffix(2) == ["new", "newer"])
        }
    }

    @Test(arguments: Backend.all)
    func aSubscriptionEndsWithItsSession(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            try await storage.insert(.sample("other", of: account))
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.subscribe("f", in: SecretDigest("other"), at: noon)
            // A new password signs out all other sessions.
            try await storage.setPasswordHash(
                "hash", of: account, replacing: "$argon2id$account", keeping: token)
            #expect(try await endpoints(storage, account) == ["e"])
            try await storage.deleteSession(token)
            #expect(try await storage.pushedAccounts(among: [account]).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func expiredSubscriptionsAreDeleted(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.deleteExpiredSessions(at: noon + 3_600)
            #expect(try await storage.pushedAccounts(among: [account]).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aSubscriptionGoesWithItsAccount(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.deleteAccount(account, at: noon)
            #expect(try await storage.pushedAccounts(among: [account]).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func onlyOwnSubscriptionsAreEnded(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let stranger = try await storage.join("지수")
            for endpoint in ["e", "f", "g"] {
                try await storage.subscribe(endpoint, in: token, at: noon)
            }
            try await storage.unsubscribe("e", of: stranger)
            try await storage.unsubscribe(nil, of: stranger)
            #expect(try await endpoints(storage, account) == ["e", "f", "g"])
            try await storage.unsubscribe("e", of: account)
            try await storage.unsubscribe("e", of: account)
            try await storage.deletePushSubscriptions(["f", "nowhere"])
            #expect(try await endpoints(storage, account) == ["g"])
            try await storage.unsubscribe(nil, of: account)
            #expect(try await endpoints(storage, account).isEmpty)
        }
    }

    /// Asks about more accounts than one statement binds, and expects exactly the subscribed ones.
    @Test(arguments: Backend.all)
    func subscribedAccountsAreFoundAmongMany(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let other = try await storage.join("지수")
            try await storage.insert(.sample("other", of: other))
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.subscribe("f", in: token, at: noon)
            try await storage.subscribe("g", in: SecretDigest("other"), at: noon)
            let many = Set((1_000..<1_150).map(Account.ID.init(rawValue:)))
            let found = try await storage.pushedAccounts(among: many.union([account, other]))
            #expect(found == [account, other])
            #expect(try await storage.pushedAccounts(among: many.union([other])) == [other])
            #expect(try await storage.pushedAccounts(among: []).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func endingAllSubscriptionsIsCounted(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let other = try await storage.join("지수")
            #expect(try await storage.pushEndings(of: account) == 0)
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.unsubscribe("e", of: account)
            #expect(try await storage.pushEndings(of: account) == 0)
            try await storage.unsubscribe(nil, of: account)
            #expect(try await storage.pushEndings(of: account) == 1)
            try await storage.unsubscribe(nil, of: account)
            #expect(try await storage.pushEndings(of: account) == 2)
            #expect(try await storage.pushEndings(of: other) == 0)
            // For an unknown account it is no error, and leaves nothing behind.
            try await storage.unsubscribe(nil, of: 77)
            try await storage.deleteAccount(account, at: noon)
            #expect(try await storage.pushEndings(of: account) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func whatWasDecidedBeforeAllWasEndedHoldsNoMore(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            try await storage.subscribe("e", in: token, at: noon, after: 0)
            #expect(try await endpoints(storage, account) == ["e"])
            try await storage.unsubscribe(nil, of: account)
            await #expect(throws: StorageError.changedMeanwhile) {
                try await storage.subscribe("e", in: token, at: noon, after: 0)
            }
            #expect(try await endpoints(storage, account).isEmpty)
            try await storage.subscribe("e", in: token, at: noon, after: 1)
            try await storage.subscribe("f", in: token, at: noon)
            #expect(try await endpoints(storage, account) == ["e", "f"])
        }
    }

    @Test(arguments: Backend.all)
    func accountsRemindedInAPeriodAreFound(_ backend: Backend) async throws {
        try await backend.withSession("token") { storage, account in
            let list = try await storage.makeList(of: account)
            let todo = try await storage.makeTodo(in: list, of: account, reminder: noon + 60)
            // The memo of an account without a subscription.
            _ = try await storage.makeMemo(of: try await storage.join("지수"), reminder: noon + 60)
            func reminded(_ start: Int64, _ end: Int64) async throws -> [Account.ID] {
                try await storage.pushedAccounts(remindedAfter: noon + start, until: noon + end)
            }
            #expect(try await reminded(0, 60).isEmpty)
            try await storage.subscribe("e", in: token, at: noon)
            try await storage.subscribe("f", in: token, at: noon)
            #expect(try await reminded(0, 59).isEmpty)
            #expect(try await reminded(59, 60) == [account])
            #expect(try await reminded(60, 120).isEmpty)
            try await storage.dismissReminder(.todo(todo), of: account)
            #expect(try await reminded(0, 60).isEmpty)
            _ = try await storage.makeMemo(of: account, reminder: noon + 30)
            #expect(try await reminded(0, 60) == [account])
        }
    }

    @Test(arguments: Backend.all)
    func bothAreRemindedOfAnAppointment(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let meeting = Appointment(date: noon + 3_600, spot: "역 3번 출구")
            let moment = meeting.date + -Reminder.Subject.appointment(1).lead
            try await sale.sell(.reserve)
            try await sale.ask(.proposeAppointment(meeting))
            try await sale.sell(.acceptAppointment(try await sale.proposal()))
            for (number, account) in [sale.seller, sale.askers[0]].enumerated() {
                try await sale.storage.insert(.sample("token \(number)", of: account))
                try await sale.storage.subscribe(
                    "e\(number)", in: SecretDigest("token \(number)"), at: noon)
            }
            func reminded(_ start: Timestamp, _ end: Timestamp) async throws -> Set<Account.ID> {
                Set(try await sale.storage.pushedAccounts(remindedAfter: start, until: end))
            }
            #expect(try await reminded(moment + -1, moment) == [sale.seller, sale.askers[0]])
            #expect(try await reminded(noon, moment + -1).isEmpty)
            #expect(try await reminded(moment, meeting.date).isEmpty)
        }
    }
}
