import Market
import Photos

/// The course of a dealing between two neighbours: a section of `Dealings.txt`.
struct SampleDealing: Sendable {
    let isEnglish: Bool
    fileprivate let lines: [Line]

    static let all: [SampleDealing] = {
        let text = SectionedText(PackageResources.Dealings_txt)
        return text.sections.keys.sorted().map { section in
            SampleDealing(
                isEnglish: section.hasPrefix("english"),
                lines: text.fields(of: section).compactMap(Line.init))
        }
    }()

    /// When the first step is taken, so that the last one is taken at `end`.
    fileprivate func start(endingAt end: Timestamp) -> Timestamp {
        end + -lines.reduce(0) { $0 + $1.delay }
    }

    fileprivate enum Who: String {
        case seller, asker, other
    }

    fileprivate struct Line: Sendable {
        let who: Who
        /// Seconds after the previous line.
        let delay: Int64
        let step: String
        let texts: [String]

        /// Nil for a malformed line.
        init?(_ fields: [String]) {
            guard fields.count >= 3, let who = Who(rawValue: fields[0]),
                let minutes = Int64(fields[1])
            else { return nil }
            self.who = who
            delay = minutes * 60
            step = fields[2]
            texts = Array(fields[3...])
        }
    }
}

extension SampleDealing {
    /// The people of a dealing.
    struct People {
        let seller: Account.ID
        let asker: Account.ID
        /// The person who waits in line.
        let other: Account.ID
    }

    /// Plays all steps in the names of these people, the last step at `end`.
    /// - Throws: an error if the market has been changed by others so that a step is not possible.
    func play(
        about item: Item, _ people: People, in storage: any MarketStorage, endingAt end: Timestamp
    ) async throws(StorageError) {
        var now = start(endingAt: end)
        var ids: [Who: Conversation.ID] = [:]
        for line in lines {
            now = now + line.delay
            let writer = people.id(line.who)
            if line.step == "write", line.who != .seller, ids[line.who] == nil {
                let message = NewChatMessage(text: line.texts[0], date: now)
                ids[line.who] = try await storage.ask(message, about: item.id, by: writer)
            } else if let id = ids[line.who == .seller ? .asker : line.who] {
                try await play(line, about: item, in: id, by: .account(writer), storage, at: now)
            }
        }
    }

    private func play(
        _ line: Line, about item: Item, in id: Conversation.ID, by reader: Conversation.Reader,
        _ storage: any MarketStorage, at now: Timestamp
    ) async throws(StorageError) {
        let conversation = try await storage.conversation(id, of: reader)
        if conversation.unread > 0 {
            try await storage.setRead(upTo: conversation.lastMessage.id, in: id, by: reader)
        }
        switch line.step {
        case "write":
            _ = try await storage.insert(
                NewChatMessage(text: line.texts[0], date: now), in: id, by: reader)
        case "review":
            guard let content = line.review else { return }
            try await storage.insert(content, in: id, by: reader, at: now)
        default:
            guard let move = line.move(about: item, after: conversation.lastMessage, at: now) else {
                return
            }
            try await storage.take(move, in: id, by: reader, at: now)
        }
    }
}

extension SampleDealing.People {
    fileprivate func id(_ who: SampleDealing.Who) -> Account.ID {
        switch who {
        case .seller: seller
        case .asker: asker
        case .other: other
        }
    }
}

extension SampleDealing.Line {
    /// - Parameter message: the last message, which an acceptance or refusal refers to.
    /// - Returns: nil if the step is not possible, such as an offer for an item without a price.
    fileprivate func move(
        about item: Item, after message: ChatMessage, at now: Timestamp
    ) -> Dealing.Move? {
        let price = item.content.price.amountToPay
        let isOffer = if case .offer = message.kind { true } else { false }
        switch step {
        case "offer": return price > 0 ? .offerPrice(price * (Int64(texts[0]) ?? 0) / 100) : nil
        case "accept": return isOffer ? .acceptOffer(message.id) : nil
        case "decline": return isOffer ? .declineOffer(message.id) : nil
        case "reserve": return .reserve
        case "line": return .joinLine
        case "appoint":
            let date = now + 60 * (Int64(texts[0]) ?? 0)
            return .proposeAppointment(Appointment(date: date, spot: texts.last ?? ""))
        case "agree": return .acceptAppointment(message.id)
        case "met": return .sayMet
        case "missed": return .sayNotCome
        case "close": return .close(at: nil)
        default: return nil
        }
    }

    fileprivate var review: ReviewContent? {
        guard texts.count == 3, let rating = Rating.allCases.first(where: { "\($0)" == texts[0] })
        else { return nil }
        let remarks = Remark.allCases.filter { texts[1].split(separator: " ").contains("\($0)") }
        return ReviewContent(rating: rating, remarks: Set(remarks), text: texts[2])
    }
}

// MARK: - Seeding

extension Seeding {
    /// Has neighbours deal with each other about some of the newest listings, in every way there is. If other
    /// people have changed a dealing so that it cannot go on, it stays as it is. The oldest dealings come first,
    /// because lists of conversations are in the order of writing.
    func addDealings(
        of accounts: [Neighbour: Account.ID], to storage: any MarketStorage
    ) async throws(SamplesError) {
        let rounds = min(count / 60, 20)
        guard rounds > 0 else { return }
        do throws(StorageError) {
            var listings = try await offered(by: accounts, in: storage, atMost: 60 * rounds)
            for round in (0..<rounds).reversed() {
                for (number, dealing) in SampleDealing.all.enumerated().reversed() {
                    let end = now + -Int64(900 * number + 86_400 * round)
                    let place = listings.firstIndex {
                        $0.isEnglish == dealing.isEnglish
                            && $0.item.datePosted < dealing.start(endingAt: end)
                    }
                    guard let place else { continue }
                    let listing = listings.remove(at: place)
                    let askers = accounts.filter { $0.value != listing.seller }
                        .sorted { $0.value < $1.value }.map(\.value)
                    guard askers.count > 1 else { return }
                    let people = SampleDealing.People(
                        seller: listing.seller,
                        asker: askers[(7 * round + number) % askers.count],
                        other: askers[(7 * round + number + 1) % askers.count])
                    try await play(dealing, about: listing.item, people, in: storage, endingAt: end)
                }
            }
        } catch {
            throw .storage(error)
        }
    }

    /// The listings on sale by these accounts, newest first.
    private func offered(
        by accounts: [Neighbour: Account.ID], in storage: any MarketStorage, atMost most: Int
    ) async throws(StorageError) -> [(item: Item, seller: Account.ID, isEnglish: Bool)] {
        let neighbours = Dictionary(
            accounts.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        var offered: [(item: Item, seller: Account.ID, isEnglish: Bool)] = []
        let query = ItemQuery(filter: ItemFilter(purpose: .offer), limit: most)
        for summary in try await storage.items(query).items {
            let item = try await storage.item(summary.id)
            guard item.status == .selling, item.content.stock == 1, let seller = item.seller,
                let neighbour = neighbours[seller]
            else { continue }
            offered.append((item, seller, neighbour.writesEnglish))
        }
        return offered
    }

    private func play(
        _ dealing: SampleDealing, about item: Item, _ people: SampleDealing.People,
        in storage: any MarketStorage, endingAt end: Timestamp
    ) async throws(StorageError) {
        do throws(StorageError) {
            try await dealing.play(about: item, people, in: storage, endingAt: end)
        } catch {
            guard case .dealing = error else { throw error }
        }
    }
}
