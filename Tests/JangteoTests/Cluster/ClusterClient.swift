#if PostgreSQL
    import Fixtures
    import Foundation
    import Synchronization

    /// Faults planted between a client and the processes, to see that the checks notice them.
    enum PlantedFault: CaseIterable {
        /// A write is acknowledged before it is done.
        case earlyAnswer
        /// A page that was read once is served from a cache for a while.
        case staleCache
        /// One price change in three is acknowledged, and never done.
        case lostUpdate
    }

    /// What all clients of a round were answered.
    struct Record: Sendable {
        var prices: [String: [Event<PriceModel.Step>]] = [:]
        var counts: [String: [Event<CountModel.Step>]] = [:]
        var reservations: [Event<ReservationModel.Step>] = []
        /// The titles of items whose posting was answered, and whether they were deleted since.
        var posts: [String: Bool] = [:]
        var statuses: [Int: Int] = [:]
        /// Contradictions that need no history to be seen.
        var faults: [String] = []
        /// When writes were answered, and when the round ended.
        var writes: [UInt64] = []

        mutating func merge(_ other: Record) {
            prices.merge(other.prices) { $0 + $1 }
            counts.merge(other.counts) { $0 + $1 }
            reservations += other.reservations
            posts.merge(other.posts) { $1 }
            statuses.merge(other.statuses) { $0 + $1 }
            faults += other.faults
            writes += other.writes
        }

        /// The histories that no order explains, and the faults seen at once.
        func contradictions(allowing staleness: UInt64) -> [String] {
            var found = faults
            for (path, events) in prices {
                let events = Self.withoutUnread(events).allowing(staleness: staleness) { step in
                    if case .read = step { true } else { false }
                }
                note(
                    isLinearizable(events, from: PriceModel(price: 1)), "prices of \(path)", &found)
            }
            for (path, events) in counts {
                let events = events.allowing(staleness: staleness) { step in step != .add }
                note(isLinearizable(events, from: CountModel()), "interests of \(path)", &found)
            }
            let model = ReservationModel(stock: ClusterClient.stock)
            note(isLinearizable(reservations, from: model), "reservations", &found)
            return found
        }

        /// The ending of a note about a history that was too long to search.
        static let undecided = ": too many to look through"

        private func note(_ isRight: Bool?, _ what: String, _ found: inout [String]) {
            guard isRight != true else { return }
            found.append(isRight == nil ? what + Self.undecided : what)
        }

        /// A write that was not answered, and whose price nobody has read, may never have been done.
        private static func withoutUnread(
            _ events: [Event<PriceModel.Step>]
        ) -> [Event<PriceModel.Step>] {
            let read = Set(
                events.compactMap { if case .read(let price?) = $0.step { price } else { nil } })
            return events.filter { event in
                guard event.end == nil, case .write(let price) = event.step else { return true }
                return read.contains(price)
            }
        }
    }

    /// A client that does one thing after the other at whichever process answers, and records the
    /// answers.
    final class ClusterClient {
        static let stock = 2
        static let password = "달빛처럼 환하게"

        /// What all clients work on.
        struct Things: Sendable {
            /// Items of the seller, who is signed in at every client; their prices are 1.
            let priced: [String]
            let liked: [String]
            /// For each client, a conversation about an item with a small stock.
            let conversations: [String]
        }

        let number: Int
        private let port: UInt16
        private var cookies: [String: String]
        /// The session of a second account of the client's.
        private let buyer: String
        private let things: Things
        private let fault: PlantedFault?
        private var random: SplitMix64
        private(set) var record = Record()
        private var count = 0
        private var isHolding = false
        private var posted: [(path: String, title: String)] = []
        private var liked: Set<String> = []
        private var kept: [String: (answer: Answer, until: UInt64)] = [:]

        init(
            _ number: Int, seed: UInt64, session: String, buyer: String, at port: UInt16,
            things: Things,
            fault: PlantedFault?
        ) {
            (self.number, self.port, self.things, self.fault) = (number, port, things, fault)
            cookies = ["session": session]
            self.buyer = buyer
            random = SplitMix64(seed: seed &* 100 &+ UInt64(number))
        }

        static var now: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }

        /// Works until it is told to end, and finishes what it has begun.
        func run(until hasEnded: () -> Bool) {
            while !hasEnded() { doOneThing(hasEnded) }
        }

        /// Reads all prices and counts once more.
        func readAll() {
            for path in things.priced { readPrice(path) }
            for path in things.liked { readCount(path) }
        }

        private func doOneThing(_ hasEnded: () -> Bool) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5: write(things.priced.randomElement(using: &random) ?? "")
            case 5..<10: readPrice(things.priced.randomElement(using: &random) ?? "")
            case 10..<12: readCount(things.liked.randomElement(using: &random) ?? "")
            case 12: like(hasEnded)
            case 13..<15: reserveOrRelease(hasEnded)
            case 15..<17: post(hasEnded)
            case 17: delete(hasEnded)
            case 18: signInAgain(hasEnded)
            default: readOwnPage()
            }
        }

        // MARK: - Prices

        private func write(_ path: String) {
            count += 1
            let price = (number + 1) * 100_000 + count
            let start = Self.now
            let answer = change(path + "/edit", Self.form("\(price)", title: "가격 바뀌는 의자"))
            switch answer?.status {
            case 303: note(path, .write(price), from: start)
            case 404: note(path, .refused, from: start)
            default:
                record.prices[path, default: []].append(
                    Event(client: number, step: .write(price), start: start, end: nil))
                rest()
            }
        }

        private func readPrice(_ path: String) {
            let start = Self.now
            guard let answer = read(path), answer.status == 200 || answer.status == 404 else {
                return rest()
            }
            let price = answer.text.firstMatch(of: /"price":"?(\d+)/).flatMap { Int($0.1) }
            if answer.status == 200, price == nil { record.faults.append("no price on \(path)") }
            note(path, .read(price), from: start)
        }

        private func note(_ path: String, _ step: PriceModel.Step, from start: UInt64) {
            record.prices[path, default: []].append(
                Event(client: number, step: step, start: start, end: Self.now))
        }

        // MARK: - Interests

        private func like(_ hasEnded: () -> Bool) {
            guard let path = things.liked.first(where: { !liked.contains($0) }) else { return }
            liked.insert(path)
            let seller = cookies["session"]
            cookies["session"] = buyer
            let start = Self.now
            let (answer, _) = changeUntilAnswered(path + "/interest", [:], hasEnded)
            cookies["session"] = seller
            let end = answer?.status == 303 ? Self.now : nil
            record.counts[path, default: []].append(
                Event(client: number, step: .add, start: start, end: end))
        }

        private func readCount(_ path: String) {
            let start = Self.now
            guard let answer = read(path), answer.status == 200 else { return rest() }
            let count = answer.text.firstMatch(of: /관심 (\d+)</).flatMap { Int($0.1) } ?? 0
            record.counts[path, default: []].append(
                Event(client: number, step: .read(count), start: start, end: Self.now))
        }

        // MARK: - Reservations

        private func reserveOrRelease(_ hasEnded: () -> Bool) {
            let path = things.conversations[number] + "/reservation"
            let start = Self.now
            let isRelease = isHolding
            let (answer, isRetried) = changeUntilAnswered(
                path + (isRelease ? "/deletion" : ""), ["term": ""], hasEnded)
            guard let status = answer?.status, status == 303 || status == 409 else {
                // Unknown: both steps may have been taken.
                let step: ReservationModel.Step =
                    isRelease
                    ? .release(number, isAllowed: true, isRetried: true)
                    : .reserve(number, isAllowed: true, isRetried: true)
                return record.reservations.append(
                    Event(client: number, step: step, start: start, end: nil))
            }
            let isAllowed = status == 303
            let step: ReservationModel.Step =
                isRelease
                ? .release(number, isAllowed: isAllowed, isRetried: isRetried)
                : .reserve(number, isAllowed: isAllowed, isRetried: isRetried)
            record.reservations.append(
                Event(client: number, step: step, start: start, end: Self.now))
            // A step refused on its second try may have been done on the first: the page tells.
            isHolding =
                isAllowed ? !isRelease : isRetried ? holds(things.conversations[number]) : isHolding
        }

        private func holds(_ conversation: String) -> Bool {
            for _ in 0..<100 {
                if let page = read(conversation), page.status == 200 {
                    return page.text.contains("\(conversation)/reservation/deletion")
                }
                rest()
            }
            return isHolding
        }

        // MARK: - Listings

        static func form(_ price: String, title: String, key: String = "") -> FormBody {
            [
                "of_account": "1", "title": title, "category": "9", "price": price,
                "currency": "KRW", "stock": "\(stock)", "content": "튼튼해요.",
                "submission_key": key,
            ]
        }

        private func post(_ hasEnded: () -> Bool) {
            count += 1
            let title =
                "책상 \(number)번 \(count)호 \(UInt32.random(in: .min ... .max, using: &random))"
            let key = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            let (answer, _) = changeUntilAnswered(
                "/items", Self.form("1000", title: title, key: key), hasEnded)
            guard answer?.status == 303, let path = answer?["Location"] else { return }
            record.posts[title] = false
            posted.append((path, title))
            expect(title, on: path)
            expect(title, on: "/?view=list")
        }

        /// The client's own write must be visible at once.
        private func expect(_ text: String, on path: String) {
            guard let page = read(path), page.status < 500 else { return rest() }
            if !page.text.contains(text) {
                record.faults.append("\(text) is not on \(path): \(page.status) \(who(page))")
            }
        }

        private func delete(_ hasEnded: () -> Bool) {
            guard let (path, title) = posted.popLast() else { return }
            let (answer, isRetried) = changeUntilAnswered(
                path + "/deletion", ["of_account": "1"], hasEnded)
            switch answer?.status {
            case 303: record.posts[title] = true
            case 404 where isRetried: record.posts[title] = true
            case nil, 503?: record.posts[title] = nil
            case let status?: record.faults.append("\(path) is not deleted: \(status)")
            }
            guard record.posts[title] == true, let page = read(path), page.status < 500 else {
                return
            }
            if page.status != 404 && page.status != 410 {
                record.faults.append("\(path) was deleted: \(page.status) \(who(page))")
            }
        }

        // MARK: - Sessions

        private func signInAgain(_ hasEnded: () -> Bool) {
            let (answer, _) = changeUntilAnswered(
                "/signin", ["nickname": "판매자", "password": Self.password], hasEnded)
            guard let status = answer?.status, status < 400 else { return }
            expect("판매자", on: "/my/profile")
        }

        private func readOwnPage() {
            expect("판매자", on: "/my/profile")
        }

        // MARK: - Requests

        private func who(_ answer: Answer) -> String { answer["X-Answered-By"] ?? "" }

        private func rest() { usleep(.random(in: 100_000...300_000, using: &random)) }

        /// Sends a form until an answer says what became of it.
        /// - Returns: whether it was sent more than once, because an answer was missing.
        private func changeUntilAnswered(
            _ path: String, _ form: FormBody, _ hasEnded: () -> Bool
        ) -> (Answer?, isRetried: Bool) {
            var isRetried = false
            while true {
                let answer = change(path, form)
                if let answer, answer.status < 500 { return (answer, isRetried) }
                isRetried = true
                rest()
                if hasEnded() {
                    let last = change(path, form)
                    return (last.flatMap { $0.status < 500 ? $0 : nil }, true)
                }
            }
        }

        private func change(_ path: String, _ form: FormBody) -> Answer? {
            switch fault {
            case .earlyAnswer where path.hasSuffix("/edit"):
                let (port, cookies) = (port, cookies)
                Thread.detachNewThread {
                    usleep(400_000)
                    _ = try? Self.client(at: port, cookies).post(path, form)
                }
                return try? Answer(head: "HTTP/1.1 303 See Other")
            case .lostUpdate
            where path.hasSuffix("/edit") && Int.random(in: 0..<3, using: &random) == 0:
                return try? Answer(head: "HTTP/1.1 303 See Other")
            default:
                let answer = send { try $0.post(path, form) }
                if answer?.status == 303 { record.writes.append(Self.now) }
                return answer
            }
        }

        private func read(_ path: String) -> Answer? {
            if fault == .staleCache, let (answer, until) = kept[path], Self.now < until {
                return answer
            }
            let answer = send { try $0.get(path) }
            if fault == .staleCache, let answer { kept[path] = (answer, Self.now + 2_000_000_000) }
            return answer
        }

        /// Uses a connection of its own, so that the end of another is not taken for its answer.
        private func send(_ body: (Client) throws -> Answer) -> Answer? {
            guard let client = try? Self.client(at: port, cookies), let answer = try? body(client)
            else {
                record.statuses[0, default: 0] += 1
                return nil
            }
            for name in ["session", "commit"] {
                if let value = client.cookie(name) { cookies[name] = value }
            }
            record.statuses[answer.status, default: 0] += 1
            return answer
        }

        private static func client(
            at port: UInt16, _ cookies: [String: String]
        ) throws -> Client {
            let client = try Client(port: port, keepsCookies: true)
            for (name, value) in cookies { client.set(cookie: name, to: value) }
            return client
        }
    }
#endif
