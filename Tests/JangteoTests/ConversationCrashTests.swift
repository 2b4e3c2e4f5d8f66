import Fixtures
import Foundation
import Market
import Storage
import Synchronization
import Testing

/// People write to each other while the process is killed again and again, over one file.
@Blocking
struct ConversationCrashTests {
    private static let rounds = 5
    private static let askers = 16
    private static let stock = 3

    @Test func answeredMessagesAreStoredOnceInOrderAndWhole() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = folder.file("market.sqlite")
        let people = try begin(database)
        var random = SplitMix64()
        for _ in 0..<Self.rounds {
            try actUntilKilled(database, people, answers: .random(in: 40...300, using: &random))
            try await check(database, people)
            let outcome = try Program.run(["check", "--database", database])
            #expect(outcome.exit == .code(0), "\(outcome.output)\(outcome.errors)")
        }
        try finish(database, people)
        try await check(database, people)
        #expect(people.dropFirst().allSatisfy { ($0.expected.texts.first?.value.count ?? 0) > 3 })
        #expect(people[0].wasRefused && people.allSatisfy { $0.expected.pendingAction == nil })
    }

    // MARK: - The story

    private static let options = [
        "--access-log", "off", "--message-rate", "0", "--newcomer-chat-rate", "0",
    ]

    /// Sets up a seller with an item of a small stock, and askers who write to them.
    private func begin(_ database: String) throws -> [ChatClient] {
        let program = try Program(database: database, options: Self.options)
        defer { program.end() }
        let seller = try ChatClient("판매자", at: program.port)
        let posted = try seller.client(at: program.port).post(
            "/items",
            [
                "of_account": "1", "title": "접이식 의자", "category": "9", "price": "1000",
                "currency": "KRW", "stock": "\(Self.stock)", "content": "튼튼해요.",
            ])
        let item = try #require(posted["Location"])
        let askers = try (1...Self.askers).map { number in
            let asker = try ChatClient("이웃 \(number)", at: program.port)
            let path = try asker.ask(about: item, at: program.port)
            seller.add(path)
            return asker
        }
        return [seller] + askers
    }

    /// Has everybody talk at once, each over their own connection, until the process is killed.
    private func actUntilKilled(
        _ database: String, _ people: [ChatClient], answers count: Int
    ) throws {
        let program = try Program(database: database, options: Self.options)
        defer { program.end() }
        let port = program.port
        let (running, answers) = (DispatchGroup(), DispatchSemaphore(value: 0))
        for person in people {
            running.enter()
            Thread.detachNewThread {
                person.act(at: port) { answers.signal() }
                running.leave()
            }
        }
        let deadline = DispatchTime.now() + 60
        for _ in 0..<count where answers.wait(timeout: deadline) != .success {
            throw Failure("fewer than \(count) actions were answered")
        }
        program.process.signal(SIGKILL)
        #expect(try program.process.wait() == .signal(SIGKILL))
        guard running.wait(timeout: .now() + 60) == .success else {
            throw Failure("somebody still waits for a server that is gone")
        }
    }

    /// Has everybody repeat what was not answered, with the same token.
    private func finish(_ database: String, _ people: [ChatClient]) throws {
        let program = try Program(database: database, options: Self.options)
        defer { program.end() }
        for person in people { try person.resume(at: program.port) }
    }

    // MARK: - What must hold

    private func check(_ database: String, _ people: [ChatClient]) async throws {
        let storage = try SQLiteStorage(path: database)
        defer { storage.close() }
        let seller = people[0]
        var held = 0
        for asker in people.dropFirst() {
            let path = try #require(asker.expected.texts.keys.first)
            let number = try #require(Int64(path.dropFirst("/chats/".count)))
            let id = Conversation.ID(rawValue: number)
            let nickname = try #require(Nickname(asker.nickname))
            let account = try #require(try await storage.credentials(of: nickname)).account
            let seen = try await storage.conversation(id, of: .account(account))
            let messages = Array(
                try await storage.messages(
                    in: id, of: .account(account), before: nil, limit: 10_000
                ).reversed())
            for (party, expected) in [
                (Dealing.Party.asker, asker.expected), (.seller, seller.expected),
            ] {
                let texts = messages.filter { $0.author == party && $0.kind == .text }.map(\.text)
                #expect(
                    expected.possibleOutcomes.contains { $0.texts[path] ?? [] == texts }, "\(path)")
            }
            let isHeld = seen.stage.holdsStock
            if isHeld { held += 1 }
            #expect(seller.expected.possibleOutcomes.contains { $0.held.contains(path) == isHeld })
            checkWhole(seen, messages)
        }
        #expect(held <= Self.stock)
        let item = try await storage.item(Item.ID(rawValue: 1))
        #expect(item.status == (held == Self.stock ? .reserved : .selling))
        #expect(item.content.stock == Self.stock)
    }

    /// A step that writes to several places is in all of them or in none.
    private func checkWhole(_ seen: Conversation, _ messages: [ChatMessage]) {
        let reserved = messages.count { $0.kind == .note(.reserved) }
        let released = messages.count { $0.kind == .note(.released) }
        #expect(reserved - released == (seen.stage == .reserved ? 1 : 0))
        #expect(seen.lastMessage == messages.last)
        let unread = messages.count { message in
            message.author == .seller && !message.isTakenBack
                && message.id > seen.read ?? .min
        }
        #expect(seen.unread == unread)
    }
}
