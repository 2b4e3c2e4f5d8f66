import Fixtures
import Market
import Testing

/// What must hold of the stored data, whatever was done.
extension SimulatedMarket {
    mutating func check() async throws {
        try await endDay()
        var seen: Set<Conversation.ID> = []
        for person in people {
            let own = try await conversations(of: .account(person))
            for conversation in own { try await check(conversation, .account(person)) }
            try await check(person, own)
            seen.formUnion(own.map(\.id))
        }
        for item in items { seen.formUnion(try await checkItem(item)) }
        #expect(seen.isSubset(of: begun))
    }

    private func conversations(of reader: Conversation.Reader) async throws -> [Conversation] {
        try await storage.conversations(of: reader, before: nil, limit: 10_000)
    }

    // MARK: - People

    private mutating func check(_ person: Account.ID, _ own: [Conversation]) async throws {
        #expect(
            try await storage.countUnreadMessages(of: person)
                == own.reduce(0) { $0 + $1.unread })
        let counting = noShows.count {
            $0.account == person && !$0.isAnswered && $0.date + NoShow.answerTime <= now
        }
        let dealings = dealings(in: own)
        let facts = try await storage.facts(of: person, at: now)
        #expect(facts.noShows == counting && facts.dealings == dealings)
        if counting > 0 { hasCounted = true }
        let written = try await storage.reviews(by: person, before: nil, limit: 10_000)
        #expect(written.count == own.reduce(0) { $0 + $1.closings.count(where: \.isReviewed) })
        let read = try await storage.reviews(of: person, before: nil, limit: 10_000, at: now)
        #expect(read.allSatisfy { $0.opens <= now })
        #expect(read.count <= own.reduce(0) { $0 + $1.closings.count })
    }

    /// How many deals of somebody's conversations count: on each day one of each, without guests'.
    private func dealings(in own: [Conversation]) -> Int {
        own.filter { $0.other != .guest }.reduce(0) { count, conversation in
            let days = conversation.closings.map { PersonFacts.period(of: $0.date).lowerBound }
            return count + Set(days).count
        }
    }

    // MARK: - Conversations

    private mutating func check(
        _ conversation: Conversation, _ reader: Conversation.Reader
    ) async throws {
        let messages = try await storage.messages(
            in: conversation.id, of: reader, before: nil, limit: 10_000)
        checkMessages(messages, in: conversation)
        #expect(conversation.lapses.map { $0 > now } ?? true)
        #expect((conversation.meeting.appointment != nil) == (conversation.stage == .appointed))
        checkBlock(conversation, reader)
        try await checkReviews(conversation, reader)
        try await checkNobodyElseSees(conversation, messages)
    }

    /// No message that was sent is lost, and the fast count of unread messages is right.
    private func checkMessages(_ messages: [ChatMessage], in conversation: Conversation) {
        #expect(messages.first == conversation.lastMessage)
        #expect(zip(messages, messages.dropFirst()).allSatisfy { $0.id > $1.id })
        let unread = messages.count { message in
            message.author != conversation.party && !message.isTakenBack
                && message.id > conversation.read ?? .min
        }
        #expect(conversation.unread == unread)
        for message in messages {
            if let text = texts[message.id] { #expect(message.text == text) }
        }
        let ids = Set(messages.map(\.id))
        #expect(ids.isSuperset(of: sent[conversation.id] ?? []))
    }

    /// Only the person who has blocked the other sees that.
    private func checkBlock(_ conversation: Conversation, _ reader: Conversation.Reader) {
        var other: Account.ID?
        if case .member(let id, _, _) = conversation.other { other = id }
        let isBlocked = blocks.contains { $0.account == reader.account && $0.blocked == other }
        #expect(conversation.isBlocked == isBlocked)
    }

    /// There is no review without a dealing, and none is seen before its time.
    private func checkReviews(
        _ conversation: Conversation, _ reader: Conversation.Reader
    ) async throws {
        let reviews = try await storage.reviews(in: conversation.id, of: reader, at: now)
        guard let closing = conversation.closing else {
            #expect(reviews == DealingReviews())
            return
        }
        #expect(closing.isReviewed == (reviews.own != nil))
        let isOver = now.since(closing.date) >= Review.writingTime
        #expect(reviews.others == nil || reviews.own != nil || isOver)
        for review in [reviews.own, reviews.others].compactMap(\.self) {
            #expect((0..<Review.writingTime).contains(review.date.since(closing.date)))
        }
    }

    /// Others see neither messages nor photos, nor the changes that the feed announces.
    private mutating func checkNobodyElseSees(
        _ conversation: Conversation, _ messages: [ChatMessage]
    ) async throws {
        let item = try #require(about[conversation.id])
        let twoPeople = [askers[conversation.id], sellers[item]]
        let operations = ConversationPrivacyTests.named
        let photo = messages.first { if case .photo = $0.kind { true } else { false } }
        for _ in 0..<2 {
            let stranger = try #require(people.randomElement(using: &random))
            let other = try #require(items.randomElement(using: &random))
            let operation = try #require(operations.randomElement(using: &random))
            let readers: [Conversation.Reader] =
                (twoPeople.contains(stranger) ? [] : [.account(stranger)])
                + (other == item ? [] : [.guest(other)])
            for reader in readers {
                await #expect(throws: StorageError.notFound) {
                    try await operation(
                        storage, conversation.id, (photo ?? conversation.lastMessage).id, reader)
                }
            }
        }
    }

    // MARK: - Items

    /// - Returns: the conversations about the item that its seller can read.
    private mutating func checkItem(_ id: Item.ID) async throws -> Set<Conversation.ID> {
        guard let item = try await item(id) else { return [] }
        let reader = item.seller.map { Conversation.Reader.account($0) } ?? .guest(id)
        let own = try await conversations(of: reader).filter { $0.item?.id == id }
        if item.seller == nil { for conversation in own { try await check(conversation, reader) } }
        let held = own.count { $0.stage.holdsStock }
        #expect(item.content.stock >= 0)
        #expect(held <= item.content.stock)
        // An item without stock may be on sale all the same, with more to come.
        #expect(item.status != .selling || item.content.stock == 0 || held < item.content.stock)
        #expect(Set(own.map(\.freeStock)).isSubset(of: [item.content.stock - Int64(held)]))
        try await checkLine(of: item, own, reader)
        return Set(own.map(\.id))
    }

    /// The line is in the order of arrival without a gap, and its first asker knows when it is
    /// their turn, which it never is while the item is hidden.
    private func checkLine(
        of item: Item, _ own: [Conversation], _ reader: Conversation.Reader
    ) async throws {
        let line = own.filter { $0.linePosition != nil }
            .sorted { $0.linePosition ?? 0 < $1.linePosition ?? 0 }
        #expect(line.map(\.linePosition) == line.indices.map { $0 + 1 })
        #expect(line.map(\.id) == lines[item.id] ?? [])
        guard let first = line.first, item.status == .selling, !item.isHidden,
            first.freeStock > 0
        else { return }
        let messages = try await storage.messages(
            in: first.id, of: reader, before: nil, limit: 10_000)
        let told = messages.first { [.note(.joinedLine), .note(.turn)].contains($0.kind) }
        #expect(told?.kind == .note(.turn))
    }

    /// Nil if the item is deleted.
    private func item(_ id: Item.ID) async throws(StorageError) -> Item? {
        do throws(StorageError) {
            return try await storage.item(id)
        } catch {
            guard error == .itemNotFound else { throw error }
            return nil
        }
    }
}
