import Fixtures
import Market
import Storage
import Testing

/// The visitor cached for each token stays right whatever changes it.
struct VisitorStorageTests {
    /// A few people, each signed in with some tokens, who act at random while the clock goes on.
    private struct Town {
        let storage: any MarketStorage
        var random = SplitMix64()
        var people: [Account.ID] = []
        var tokens: [SecretDigest] = []
        var items: [Item.ID] = []
        var conversations: [Conversation.ID] = []
        var todos: [Todo.ID] = []
        var memos: [Memo.ID] = []
        /// The reasons of the people who are suspended.
        var suspended: [Account.ID: String] = [:]
        /// The end of each suspension that has one.
        var ends: [Account.ID: Timestamp] = [:]
        var now = noon
        private var number = 0

        init(_ storage: any MarketStorage) { self.storage = storage }

        /// Expects each token's visitor to match what the separate reads say, also when asked again.
        func check() async throws {
            for token in tokens {
                var expected: Visitor?
                if let session = try await storage.session(token, at: now) {
                    let account = session.account
                    expected = Visitor(
                        session: session, account: try await storage.account(account),
                        dueReminders: try await storage.countDueReminders(of: account, at: now),
                        unreadMessages: try await storage.countUnreadMessages(of: account),
                        unseenFollowedItems:
                            try await storage.countUnseenFollowedItems(of: account),
                        hasBlocked: try await !storage.blockedPeople(by: account).isEmpty,
                        isSuspended: suspended[account] != nil,
                        suspensionReason: suspended[account] ?? "",
                        suspensionEnds: suspended[account] == nil ? nil : ends[account])
                }
                for _ in 0..<2 { #expect(try await storage.visitor(token, at: now) == expected) }
            }
        }

        private mutating func next() -> Int {
            number += 1
            return number
        }

        mutating func join() async throws {
            people.append(try await storage.join("이웃 \(next())"))
            try await signIn()
        }

        private mutating func signIn() async throws {
            let token = SecretDigest("token \(next())")
            try await storage.insert(
                Session(
                    digest: token, account: one(of: people), dateCreated: now, lastSeen: now,
                    expires: now + Int64.random(in: 1...9_000, using: &random)))
            tokens.append(token)
        }

        private mutating func one<Noun>(of known: [Identifier<Noun>]) -> Identifier<Noun> {
            known.randomElement(using: &random) ?? 77
        }

        /// Performs one random action. Some are refused, such as those on somebody else's to-do.
        mutating func act() async throws {
            now = now + Int64.random(in: 0...120, using: &random)
            let (person, reminder) = (
                one(of: people), now + Int64.random(in: -60...2_400, using: &random)
            )
            let action = Int.random(in: 0..<34, using: &random)
            if action <= 10 {
                try await keepHouse(action, person, reminder)
            } else {
                try await trade(action, person, reminder)
            }
        }

        /// Does something with accounts, sessions or the organiser.
        private mutating func keepHouse(
            _ action: Int, _ person: Account.ID, _ reminder: Timestamp
        ) async throws {
            switch action {
            case 0 where people.count < 6: try await join()
            case 1: try await signIn()
            case 2:
                let new = SecretDigest("token \(next())")
                let old = tokens.randomElement(using: &random) ?? new
                _ = try await storage.rotateSession(old, to: new, at: now, expires: now + 9_000)
                tokens.append(new)
            case 3:
                try await storage.deleteSession(tokens.randomElement(using: &random) ?? tokens[0])
            case 4 where Int.random(in: 0..<4, using: &random) == 0:
                try await storage.deleteAccount(person, at: noon)
                people.removeAll { $0 == person }
                try await join()
            case 4: try await storage.deleteSessions(of: person, except: tokens.last)
            case 5:
                let list = try await storage.makeList(of: person)
                todos.append(try await storage.makeTodo(in: list, of: person, reminder: reminder))
            case 6: memos.append(try await storage.makeMemo(of: person, reminder: reminder))
            case 7:
                _ = try? await storage.setCompleted(
                    Bool.random(using: &random), one(of: todos), of: person, at: now)
            case 8: try? await storage.dismissReminder(.memo(one(of: memos)), of: person)
            case 9:
                guard
                    let deletion = try? await storage.deleteMemo(
                        one(of: memos), of: person, at: now)
                else { return }
                if Bool.random(using: &random) {
                    try await storage.restore(deletion.id, of: person, at: noon)
                }
            default:
                try await storage.updateProfile(
                    Profile(nickname: .sample("이웃 \(next())")), language: nil, of: person)
            }
        }

        /// Does something with items, conversations or other people.
        private mutating func trade(
            _ action: Int, _ person: Account.ID, _ reminder: Timestamp
        ) async throws {
            switch action {
            case 11: items.append(try await storage.insert(NewItem.sample(of: person)))
            case 12:
                let question = NewChatMessage(text: "있나요?", date: now)
                guard
                    let id = try? await storage.ask(question, about: one(of: items), by: person)
                else { return }
                conversations.append(id)
            case 13, 14:
                _ = try? await storage.write(
                    "네", in: one(of: conversations), by: .account(person), at: now)
            case 15:
                try? await storage.setRead(
                    upTo: .init(rawValue: .max), in: one(of: conversations), by: .account(person))
            case 16:
                let moves: [Dealing.Move] = [
                    .reserve, .sayMet, .callOffAppointment(word: ""),
                    .proposeAppointment(Appointment(date: reminder, spot: "역")),
                ]
                try? await storage.take(
                    moves.randomElement(using: &random) ?? .reserve, in: one(of: conversations),
                    by: .account(person), at: now)
            case 17: items.append(try await storage.insert(.sample()))
            case 18: try? await storage.takeOver(one(of: items), by: person)
            case 19:
                try? await storage.setBlocked(
                    Bool.random(using: &random), one(of: people), by: person, at: now)
            case 20:
                try? await storage.setHidden(Bool.random(using: &random), one(of: items), at: now)
            case 21:
                try? await storage.dismissReminder(.hiding(one(of: items)), of: person)
            case 22:
                let isSuspended = Int.random(in: 0..<4, using: &random) == 0
                let reason = ["", "광고", "사기"].randomElement(using: &random) ?? ""
                let end = Bool.random(using: &random) ? now + 86_400 : nil
                try await storage.setSuspended(
                    isSuspended, person, because: reason, until: end, hidingItems: false, by: nil,
                    at: now)
                // The first suspension's reason and end stay.
                if isSuspended, suspended[person] == nil { ends[person] = end }
                suspended[person] = isSuspended ? suspended[person] ?? reason : nil
            case 23, 24: try? await storage.setInterest(true, of: person, in: one(of: items))
            case 25, 26:
                let price = try Price(Int64.random(in: 1...9, using: &random))
                try? await storage.update(
                    one(of: items), content: .sample(price: price), photos: [], at: now)
            case 27:
                let item = one(of: items)
                if Bool.random(using: &random) {
                    let price = try Price(Int64.random(in: 1...9, using: &random))
                    _ = try? await storage.seePriceDrop(of: item, to: price, by: person)
                } else {
                    try? await storage.setStatus(
                        Item.Status.allCases.randomElement(using: &random) ?? .sold, of: item,
                        at: now)
                }
            case 28, 29:
                let isFollowed = Int.random(in: 0..<4, using: &random) > 0
                try? await storage.setFollowed(isFollowed, one(of: people), by: person, at: now)
            case 30: try? await storage.seeFollowedItems(upTo: one(of: items), by: person)
            case 31:
                let (item, isRestored) = (one(of: items), Bool.random(using: &random))
                guard
                    let deletion = try? await storage.deleteItem(item, of: person, at: now),
                    isRestored
                else { return }
                try? await storage.restore(deletion.id, of: person, at: now)
            case 32:
                try? await storage.setMuted(
                    Bool.random(using: &random), one(of: conversations), by: person)
            default: try? await storage.delete(one(of: items), at: noon)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func cachedVisitorsStayRightWhateverIsDone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var town = Town(storage)
            for _ in 0..<3 { try await town.join() }
            var (due, unread, followed, hasBlocked, isSuspended) = (0, 0, 0, false, false)
            for _ in 1...SplitMix64.rounds(usually: 600) {
                // Suspended people are refused most actions.
                do { try await town.act() } catch StorageError.suspended {}
                try await town.check()
                for token in town.tokens {
                    guard let visitor = try await storage.visitor(token, at: town.now) else {
                        continue
                    }
                    due = max(due, visitor.dueReminders)
                    unread = max(unread, visitor.unreadMessages)
                    followed = max(followed, visitor.unseenFollowedItems)
                    hasBlocked = hasBlocked || visitor.hasBlocked
                    isSuspended = isSuspended || visitor.isSuspended
                }
            }
            // Nothing of it would be worth looking at if nothing had waited for anybody.
            #expect(due > 0 && unread > 0 && followed > 0 && hasBlocked && isSuspended)
        }
    }

    @Test(arguments: Backend.allCases)
    func anAppointmentIsDueBeforeItsTime(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let (storage, meeting) = (sale.storage, noon + 3_000)
            let moment = meeting + -Reminder.Subject.appointment(1).lead
            try await sale.sell(.reserve)
            try await sale.ask(.proposeAppointment(Appointment(date: meeting, spot: "역")))
            try await storage.insert(.sample("seller", of: sale.seller))
            let token = SecretDigest("seller")
            #expect(try await storage.visitor(token, at: noon)?.dueReminders == 0)
            try await sale.sell(.acceptAppointment(try await sale.proposal()))
            #expect(try await storage.visitor(token, at: moment + -1)?.dueReminders == 0)
            #expect(try await storage.visitor(token, at: moment)?.dueReminders == 1)
            #expect(try await storage.visitor(token, at: moment + -1)?.dueReminders == 0)
        }
    }

    @Test(arguments: Backend.allCases)
    func takingOverAnItemTakesItsMessages(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, token) = (trade.storage, SecretDigest("seller"))
            let item = try await storage.insert(.sample())
            try await trade.ask(about: item)
            try await storage.insert(.sample("seller", of: trade.seller))
            #expect(try await storage.visitor(token, at: noon)?.unreadMessages == 0)
            try await storage.takeOver(item, by: trade.seller)
            #expect(try await storage.visitor(token, at: noon)?.unreadMessages == 1)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aSignOutInAnotherProcessIsSoonNoticed() async throws {
        try await withMarketFile { path in
            let (storage, other) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
            let account = try await storage.join()
            try await storage.insert(.sample("token", of: account))
            let token = SecretDigest("token")
            #expect(try await storage.visitor(token, at: noon)?.account.id == account)
            try await other.deleteSessions(of: account, except: nil)
            while try await storage.visitor(token, at: noon) != nil { await Task.yield() }
        }
    }
}
