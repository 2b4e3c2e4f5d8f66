import Fixtures
import HTTPServer
import Market
import Testing

/// Two hundred people want one item at the same time; `DealingStorageTests` tests a thousand.
@Blocking
struct ReservationRaceTests {
    private static let askers = 200
    /// All requests of a wave are sent before any is answered.
    private static let wave = 100

    @Test func asManyAreReservedAsThereAreAndTheOthersStandInLine() async throws {
        let site = try ServedSite()
        let seller = try site.member("민지")
        let askers = try (1...Self.askers).map { try site.member("이웃 \($0)") }
        for stock in [1, 3, 10] {
            let item = try seller.post(.ownLamp.with("stock", "\(stock)"))
            let paths = try await askAll(about: item, site)
            let reserved = try sellToAll(paths, of: site, by: seller)
            #expect(reserved.count == stock)
            #expect(try site.get(item).page.texts.contains("예약중"))
            if stock == 3 { try await standInLine(askers, paths, without: reserved, site) }
        }
    }

    /// - Returns: the paths of their conversations; the seller has the first account.
    private func askAll(about item: String, _ site: ServedSite) async throws -> [String] {
        let id = try #require(Item.ID(digits: item.dropFirst("/items/".count)))
        var paths: [String] = []
        for asker in 2...Self.askers + 1 {
            let conversation = try await site.storage.ask(
                NewChatMessage(text: "저요", date: site.clock.now), about: id,
                by: Account.ID(rawValue: Int64(asker)))
            paths.append("/chats/\(conversation)")
        }
        return paths
    }

    /// - Returns: the numbers of those who got a reservation.
    private func sellToAll(
        _ paths: [String], of site: ServedSite, by seller: Client
    ) throws -> [Int] {
        let session = try #require(seller.cookie("session"))
        let sellers = try paths.map { _ in
            let client = try site.visitor()
            client.set(cookie: "session", to: session)
            return client
        }
        let statuses = try atOnce(zip(sellers, paths).map { ($0, $1 + "/reservation") })
        #expect(Set(statuses) == [303, 409])
        return statuses.indices.filter { statuses[$0] == 303 }
    }

    /// Everybody of a later wave stands behind all of the earlier one, and no two have the same place.
    private func standInLine(
        _ askers: [Client], _ paths: [String], without reserved: [Int], _ site: ServedSite
    ) async throws {
        let waiting = askers.indices.filter { !reserved.contains($0) }
        var places: [Int] = []
        for start in stride(from: 0, to: waiting.count, by: Self.wave) {
            let wave = waiting[start..<min(start + Self.wave, waiting.count)]
            let statuses = try atOnce(wave.map { (askers[$0], paths[$0] + "/line") })
            #expect(statuses.allSatisfy { $0 == 303 })
            var placesOfWave: [Int] = []
            for number in wave {
                placesOfWave.append(try await place(of: paths[number], site))
            }
            #expect(placesOfWave.sorted() == Array(start + 1...start + wave.count))
            places += placesOfWave
        }
        #expect(places.count == Self.askers - reserved.count)
    }

    private func place(of path: String, _ site: ServedSite) async throws -> Int {
        let id = try #require(Conversation.ID(digits: path.dropFirst("/chats/".count)))
        return try await site.storage.conversation(id, of: .account(Account.ID(rawValue: 1)))
            .linePosition ?? 0
    }

    /// Sends all requests before waiting for the first answer.
    private func atOnce(_ presses: [(Client, String)]) throws -> [Int] {
        for (client, path) in presses {
            let body: FormBody = [:]
            try client.send(client.head("POST", path, body) + "\r\n")
        }
        return try presses.map { client, _ in try client.readAnswer().status }
    }
}
