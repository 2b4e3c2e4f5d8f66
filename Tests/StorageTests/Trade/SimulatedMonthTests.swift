import Fixtures
import Market
import Testing

/// A month of a hundred people who do allowed and forbidden things at random.
struct SimulatedMonthTests {
    @Test(arguments: Backend.allCases)
    func storedDataIsRightWhateverPeopleDo(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var market = try await SimulatedMarket(storage, people: 100)
            var day = 0
            // With other seeds rare steps may take longer.
            while day < 30 || day < 120 && !market.hasDoneEverything {
                day += 1
                for _ in 0..<SplitMix64.rounds(usually: 200) { try await market.act() }
                try await market.endDay()
                if day % 10 == 0 { try await market.check() }
            }
            try await market.check()
            // Unless everything has been done, the checks prove little.
            for act in SimulatedMarket.Act.allCases {
                #expect(market.done[act, default: 0] > 0, "\(act)")
            }
            let missing = Set(Dealing.Step.allCases).subtracting(market.steps)
            #expect(missing.isEmpty, "\(missing)")
            #expect(market.done.values.reduce(0, +) > 2_000 && market.refused > 500)
            #expect(market.hasLapsed && market.hasCounted)
        }
    }
}

/// People and what they do, with a record of it to compare with what is stored.
struct SimulatedMarket {
    /// Something that people do; `weight` times out of a hundred or so.
    enum Act: CaseIterable {
        case post, ask, write, sendPhoto, read, takeBack, step, review, answerReview
        case edit, setStatus, pullUp, delete, hide, takeOver
        case block, unblock, report, suspend, leave

        var weight: Int {
            switch self {
            case .step: 45
            case .ask: 20
            case .write: 12
            case .post: 8
            case .read, .review: 6
            case .sendPhoto, .takeBack, .edit, .answerReview: 3
            case .block, .unblock, .report, .setStatus: 2
            case .pullUp, .delete, .hide, .takeOver, .suspend, .leave: 1
            }
        }
    }

    /// A no-show that one party has reported.
    struct SaidNoShow {
        let conversation: Conversation.ID
        let party: Dealing.Party
        var account: Account.ID?
        let date: Timestamp
        var isAnswered = false
    }

    /// Identifies one sending of a message.
    struct Sending: Hashable {
        let conversation: Conversation.ID
        let party: Dealing.Party
        let token: String
    }

    /// Who has blocked whom.
    struct Block: Equatable {
        let account: Account.ID
        let blocked: Account.ID
    }

    let storage: any MarketStorage
    var random = SplitMix64()
    var now = noon
    var people: [Account.ID] = []
    var items: [Item.ID] = []
    /// The conversations in which a step has just been taken.
    var recent: [Conversation.ID] = []
    var begun: [Conversation.ID] = []
    private static let acts = Act.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    // MARK: - The record

    private(set) var done: [Act: Int] = [:]
    private(set) var refused = 0
    var steps: Set<Dealing.Step> = []
    private(set) var hasLapsed = false
    /// Whether a no-show has ever counted.
    var hasCounted = false
    /// The texts of all messages; empty once taken back.
    var texts: [ChatMessage.ID: String] = [:]
    var sent: [Conversation.ID: [ChatMessage.ID]] = [:]
    var sendings: [Sending: ChatMessage.ID] = [:]
    /// The conversations in line for each item, in the order of arrival.
    var lines: [Item.ID: [Conversation.ID]] = [:]
    var about: [Conversation.ID: Item.ID] = [:]
    var askers: [Conversation.ID: Account.ID] = [:]
    var sellers: [Item.ID: Account.ID] = [:]
    var noShows: [SaidNoShow] = []
    var blocks: [Block] = []
    var suspended: [Account.ID] = []

    var hasDoneEverything: Bool {
        Act.allCases.allSatisfy { done[$0] != nil } && steps == Set(Dealing.Step.allCases)
            && hasLapsed && hasCounted
    }

    init(_ storage: any MarketStorage, people count: Int) async throws {
        self.storage = storage
        for number in 1...count { people.append(try await storage.join("이웃 \(number)")) }
    }

    // MARK: - Acts

    /// Performs one random act, which is refused if the person may not do it.
    mutating func act() async throws {
        now = now + Int64.random(in: 0...860, using: &random)
        let person = try #require(people.randomElement(using: &random))
        let act = try #require(Self.acts.randomElement(using: &random))
        do throws(StorageError) {
            if try await carryOut(act, person) { done[act, default: 0] += 1 }
        } catch {
            switch error {
            case .dealing, .tooSoon, .limitReached, .suspended, .stockIsKept, .changedMeanwhile:
                refused += 1
            default:
                guard error.isNotFound else { throw error }
                refused += 1
            }
        }
    }

    /// Releases lapsed reservations, as the market does by itself.
    mutating func endDay() async throws {
        if try await storage.releaseLapsedReservations(at: now) > 0 { hasLapsed = true }
    }

    /// - Returns: false if there was nothing to do it with.
    private mutating func carryOut(
        _ act: Act, _ person: Account.ID
    ) async throws(StorageError) -> Bool {
        switch act {
        case .post: try await post(person)
        case .ask: try await ask(person)
        case .write: try await write(person, photo: nil)
        case .sendPhoto: try await write(person, photo: .sample("a"))
        case .read: try await read(person)
        case .takeBack: try await takeBack(person)
        case .step: try await takeStep(person)
        case .review: try await review(person)
        case .answerReview: try await answerReview(person)
        case .edit: try await edit()
        case .setStatus: try await setStatus()
        case .pullUp: try await pullUp()
        case .delete: try await deleteItem()
        case .hide: try await hide()
        case .takeOver: try await takeOver(person)
        case .block: try await block(person)
        case .unblock: try await unblock()
        case .report: try await report(person)
        case .suspend: try await suspend(person)
        case .leave: try await leave(person)
        }
    }
}
