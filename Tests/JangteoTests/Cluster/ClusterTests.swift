#if PostgreSQL
    import Fixtures
    import Foundation
    import Synchronization
    import Testing

    /// Several processes behave as one: clients work at whichever process answers, while processes,
    /// servers and poolers are killed, frozen, cut off and restarted, and one order must explain
    /// all answers. `JANGTEO_ROUNDS` says how often, `JANGTEO_STALENESS` by how many milliseconds a
    /// page may be behind another process's write; the defaults are once each, and as long as a
    /// busy machine may take.
    @Blocking
    struct ClusterTests {
        private static let clients = 6
        private nonisolated static let hasBalancer = Cluster.balancer != nil

        private static func number(_ name: String) -> Int? {
            ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
        }

        private static let staleness = UInt64(number("JANGTEO_STALENESS") ?? 2_000) * 1_000_000

        /// A disturbance of the cluster while the clients work.
        private enum Trouble: String, CaseIterable {
            case rollingRestart, killedProgram, cutConnections, restartedPooler, frozenPrimary
            case failover, killedUpkeeper

            /// Whether nginx may answer with an error because a process ended during a request.
            var mayBreakRequests: Bool { self == .killedProgram || self == .killedUpkeeper }
        }

        @Test(.enabled(if: ClusterTests.hasBalancer, "apt install nginx"))
        func answersStayConsistentThroughEveryDisturbance() throws {
            let cluster = try Cluster()
            defer { cluster.end() }
            let rounds = Self.number("JANGTEO_ROUNDS") ?? Trouble.allCases.count
            let chosen = ProcessInfo.processInfo.environment["JANGTEO_TROUBLE"]
            let troubles = Trouble.allCases.filter { chosen == nil || $0.rawValue == chosen }
            var random = SplitMix64()
            for round in 0..<rounds {
                let trouble = troubles[round % troubles.count]
                let record = try work(at: cluster, seed: random.next()) {
                    usleep(1_000_000)
                    try make(trouble, at: cluster, &random)
                    usleep(2_000_000)
                }
                let found = record.contradictions(allowing: Self.staleness)
                #expect(found.isEmpty, "round \(round), \(trouble): \(found)")
                var allowed: Set<Int> = [200, 303, 409, 404, 503]
                if trouble == .rollingRestart { allowed.remove(503) }
                if trouble.mayBreakRequests { allowed.formUnion([0, 502]) }
                let others = record.statuses.filter { !allowed.contains($0.key) }
                #expect(others.isEmpty, "round \(round), \(trouble): \(others)")
                let pause = Self.longestPause(of: record)
                #expect(pause < 10_000, "round \(round), \(trouble): no write for \(pause) ms")
                print(
                    "cluster: round \(round), \(trouble): \(record.statuses.sorted { $0.key < $1.key }),",
                    "longest pause of writes \(pause) ms")
            }
        }

        @Test(.enabled(if: ClusterTests.hasBalancer, "apt install nginx"))
        func everyPlantedFaultIsNoticed() throws {
            let cluster = try Cluster()
            defer { cluster.end() }
            var seed: UInt64 = 0
            for fault in PlantedFault.allCases {
                // On a busy machine little is done in three seconds, and another order may explain it.
                let isNoticed = try (1...5).contains { _ in
                    seed += 1
                    let record = try work(at: cluster, seed: seed, fault: fault) {
                        usleep(3_000_000)
                    }
                    return record.contradictions(allowing: 100_000_000)
                        .contains { !$0.hasSuffix(Record.undecided) }
                }
                #expect(isNoticed, "\(fault)")
            }
        }

        /// If processes look for others' writes only now and then, as behind PgBouncer, a cached
        /// page would often lack what its reader has just posted at another process.
        @Test func ownPostsAreSeenAtEveryProgram() throws {
            let server = try PostgreSQLServer()
            defer { server.end() }
            let address = try server.database()
            let pooler = try #require(try server.startPooler())
            defer { pooler.end() }
            let programs = try (0..<2).map { _ in try Program(database: server.pooled(address)) }
            defer { for program in programs { program.end() } }
            let one = try Client(port: programs[0].port, keepsCookies: true)
            let other = try Client(port: programs[1].port, keepsCookies: true)
            for number in 0..<20 {
                // Often enough for the list to be cached.
                for _ in 0..<3 { _ = try other.get("/") }
                let listing = Listing(number: number)
                let answer = try one.post("/items", listing.body)
                #expect(answer.status == 303)
                other.set(cookie: "commit", to: try #require(one.cookie("commit")))
                #expect(try other.get("/").text.contains(listing.title))
            }
        }

        /// The longest time between two answered writes, in milliseconds.
        private static func longestPause(of record: Record) -> UInt64 {
            let writes = record.writes.sorted()
            return zip(writes, writes.dropFirst()).map { $1 - $0 }.max().map { $0 / 1_000_000 } ?? 0
        }

        // MARK: - Disturbances

        private func make(
            _ trouble: Trouble, at cluster: Cluster, _ random: inout SplitMix64
        ) throws {
            switch trouble {
            case .rollingRestart:
                for number in cluster.programs.indices { try cluster.restart(program: number) }
            case .killedProgram:
                try cluster.kill(
                    program: .random(in: cluster.programs.indices, using: &random))
            case .cutConnections:
                for _ in 0..<5 {
                    try cluster.cutConnections()
                    usleep(.random(in: 10_000...300_000, using: &random))
                }
            case .restartedPooler: try cluster.restartPooler()
            case .frozenPrimary:
                try cluster.freezePrimary(milliseconds: .random(in: 1_000...8_000, using: &random))
            case .failover:
                try cluster.failOver()
                usleep(3_000_000)
                try cluster.followAgain()
            case .killedUpkeeper:
                guard let number = try upkeeper(of: cluster) else { return }
                let id = cluster.programs[number].process.id
                try cluster.kill(program: number)
                let next = try upkeeper(of: cluster)
                #expect(next != nil && cluster.programs[next ?? 0].process.id != id)
            }
        }

        /// - Returns: nil if there is none within half a minute.
        private func upkeeper(of cluster: Cluster) throws -> Int? {
            let deadline = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < deadline {
                if let number = try cluster.upkeeper() { return number }
                usleep(100_000)
            }
            return nil
        }

        // MARK: - Work

        /// Has all clients work while `body` runs, and read everything once it is over.
        private func work(
            at cluster: Cluster, seed: UInt64, fault: PlantedFault? = nil,
            while body: () throws -> Void
        ) throws -> Record {
            let (things, sessions, buyers) = try prepare(cluster)
            let hasEnded = Atomic<Bool>(false)
            let clients = (0..<Self.clients).map { number in
                ClusterClient(
                    number, seed: seed, session: sessions[number], buyer: buyers[number],
                    at: cluster.port, things: things, fault: fault)
            }
            let work = DispatchGroup()
            for client in clients {
                let box = Unchecked(client)
                work.enter()
                Thread.detachNewThread {
                    box.value.run { hasEnded.load(ordering: .acquiring) }
                    work.leave()
                }
            }
            let outcome = Result { try body() }
            hasEnded.store(true, ordering: .releasing)
            let end = ClusterClient.now
            guard work.wait(timeout: .now() + 120) == .success else {
                throw Failure("a client was not answered")
            }
            try outcome.get()
            usleep(500_000)
            clients[0].readAll()
            var record = Record()
            for client in clients { record.merge(client.record) }
            record.writes.append(end)
            try checkPosts(&record, cluster)
            return record
        }

        /// Checks that every post that was answered is there once, and that deleted ones are gone.
        private func checkPosts(_ record: inout Record, _ cluster: Cluster) throws {
            let titles = try cluster.titles()
            for (title, isDeleted) in record.posts {
                let count = titles[title] ?? 0
                if count != (isDeleted ? 0 : 1) {
                    record.faults.append("\(title) is there \(count) times, deleted: \(isDeleted)")
                }
            }
            for (title, count) in titles where count > 1 && title.hasPrefix("책상") {
                record.faults.append("\(title) is there \(count) times")
            }
        }

        /// Creates the round's accounts and items.
        private func prepare(
            _ cluster: Cluster
        ) throws -> (things: ClusterClient.Things, sessions: [String], buyers: [String]) {
            func member(_ path: String, _ nickname: String) throws -> Client {
                let client = try Client(port: cluster.port, keepsCookies: true)
                let answer = try client.post(
                    path, ["nickname": nickname, "password": ClusterClient.password])
                guard client.cookie("session") != nil else {
                    throw Failure("not signed in: \(answer.status)")
                }
                return client
            }
            func post(_ client: Client, _ title: String) throws -> String {
                let answer = try client.post("/items", ClusterClient.form("1", title: title))
                guard let path = answer["Location"] else {
                    throw Failure("not posted: \(answer.status)")
                }
                return path
            }
            let isFirst = try cluster.titles().isEmpty
            let sellers = try (0..<Self.clients).map { number in
                try member(isFirst && number == 0 ? "/signup" : "/signin", "판매자")
            }
            let other = try member(isFirst ? "/signup" : "/signin", "다른 판매자")
            let priced = try (0..<4).map { _ in try post(sellers[0], "가격 바뀌는 의자") }
            let liked = try (0..<2).map { _ in try post(other, "인기 의자") }
            let scarce = try post(sellers[0], "두 개뿐인 의자")
            let askers = try (0..<Self.clients).map { number in
                try member(isFirst ? "/signup" : "/signin", "이웃 \(number)")
            }
            let conversations = try askers.map { asker in
                let answer = try asker.post(scarce + "/conversation", ["text": "저요"])
                guard let path = answer["Location"] else {
                    throw Failure("not asked: \(answer.status)")
                }
                return path
            }
            return (
                ClusterClient.Things(priced: priced, liked: liked, conversations: conversations),
                try sellers.map { try #require($0.cookie("session")) },
                try askers.map { try #require($0.cookie("session")) }
            )
        }
    }

    /// A value that one thread uses at a time, one after the other has ended.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    extension Cluster {
        /// The number of items with each title.
        fileprivate func titles() throws -> [String: Int] {
            let lines = try primary.answer(
                "SELECT title FROM item WHERE position > 0", of: database)
            return Dictionary(
                lines.split(separator: "\n").map { (String($0), 1) }, uniquingKeysWith: +)
        }
    }
#endif
