import Market
import Testing

extension SimulatedMarket {
    // MARK: - Conversations

    mutating func ask(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let item = items.suffix(12).randomElement(using: &random) else { return false }
        let message = newMessage(nil)
        let id = try await storage.ask(message, about: item, by: person)
        if about[id] == nil {
            begun.append(id)
            about[id] = item
            askers[id] = person
        }
        let seen = try await storage.conversation(id, of: .account(person))
        note(message, nil, in: seen, of: .account(person))
        return true
    }

    mutating func write(
        _ person: Account.ID, photo: DevelopedPhoto?
    ) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await conversation(for: person) else { return false }
        _ = try await send(photo, in: id, by: reader)
        return true
    }

    private mutating func send(
        _ photo: DevelopedPhoto?, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws(StorageError) -> ChatMessage.ID {
        let message = newMessage(photo)
        let sent = try await storage.insert(message, in: id, by: reader)
        note(message, sent, in: try await storage.conversation(id, of: reader), of: reader)
        return sent
    }

    /// Some tokens repeat within a conversation, as after a double tap.
    private mutating func newMessage(_ photo: DevelopedPhoto?) -> NewChatMessage {
        let token = ["", "a", "b", "c"].randomElement(using: &random) ?? ""
        let text = photo == nil ? "글 \(texts.count)" : ""
        return NewChatMessage(text: text, photo: photo, token: token, date: now)
    }

    /// - Parameter id: nil if it was not returned: the message is then the last one, unless it was
    ///   sent before.
    private mutating func note(
        _ message: NewChatMessage, _ id: ChatMessage.ID?, in seen: Conversation,
        of writer: Conversation.Reader
    ) {
        let sending = Sending(conversation: seen.id, party: seen.party, token: message.token)
        if let before = sendings[sending] {
            #expect(id ?? before == before)
            return
        }
        expectReached(seen, from: writer)
        steps.insert(.write)
        let id = id ?? seen.lastMessage.id
        if !message.token.isEmpty { sendings[sending] = id }
        texts[id] = message.text
        sent[seen.id, default: []].append(id)
        for index in noShows.indices
        where noShows[index].conversation == seen.id && noShows[index].party == seen.party {
            if now < noShows[index].date + NoShow.answerTime { noShows[index].isAnswered = true }
        }
    }

    /// Nobody writes to or deals with somebody whom they have blocked, or who has blocked them.
    private func expectReached(_ seen: Conversation, from writer: Conversation.Reader) {
        guard case .account(let account) = writer else { return }
        #expect(!suspended.contains(account))
        guard case .member(let other, _, _) = seen.other else { return }
        #expect(!blocks.contains(Block(account: account, blocked: other)))
        #expect(!blocks.contains(Block(account: other, blocked: account)))
    }

    /// Mostly one of the person's own conversations, sometimes one of others.
    private mutating func conversation(
        for person: Account.ID
    ) async throws(StorageError) -> (Conversation.ID, Conversation.Reader)? {
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<2: return begun.randomElement(using: &random).map { ($0, .account(person)) }
        case 2..<8:
            guard let item = items.randomElement(using: &random) else { return nil }
            let received = try await storage.conversations(of: .guest(item), before: nil, limit: 9)
            return received.randomElement(using: &random).map { ($0.id, .guest(item)) }
        default:
            let own = try await storage.conversations(of: .account(person), before: nil, limit: 9)
            return own.randomElement(using: &random).map { ($0.id, .account(person)) }
        }
    }

    mutating func read(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await conversation(for: person) else { return false }
        let messages = try await storage.messages(in: id, of: reader, before: nil, limit: 9)
        guard let message = messages.randomElement(using: &random) else { return false }
        try await storage.setRead(upTo: message.id, in: id, by: reader)
        return true
    }

    mutating func takeBack(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await conversation(for: person) else { return false }
        let seen = try await storage.conversation(id, of: reader)
        // Nearly always it is too late; then a new message is sent to be taken back.
        var message = seen.lastMessage.id
        if !seen.lastMessage.mayBeTakenBack(by: seen.party, at: now) {
            message = try await send(nil, in: id, by: reader)
        }
        try await storage.takeBack(message, in: id, by: reader, at: now)
        texts[message] = ""
        return true
    }

    // MARK: - Dealings

    mutating func takeStep(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await dealing(of: person) else { return false }
        let seen = try await storage.conversation(id, of: reader)
        let offers = try await storage.messages(in: id, of: reader, before: nil, limit: 9)
            .filter { if case .offer = $0.kind { true } else { false } }
        let all = moves(in: seen, offer: offers.first?.id ?? seen.lastMessage.id)
        let allowed = all.filter { Dealing.allows($0.step, by: seen.party, at: seen.stage) }
        let isLegal = Int.random(in: 0..<4, using: &random) > 0
        // Steps not taken yet are preferred, since rare ones would take months otherwise.
        let new = allowed.filter { !steps.contains($0.step) }
        let moves = isLegal ? new.isEmpty ? allowed : new : all
        guard let move = moves.randomElement(using: &random) else { return false }
        try await storage.take(move, in: id, by: reader, at: now)
        note(move, in: seen, of: reader)
        if let item = about[id] {
            if move.step == .reopen { try await noteLine(of: item) }
            try await noteSale(of: item)
        }
        recent = recent.suffix(5) + [id]
        return true
    }

    /// Often a conversation in which a step has just been taken, so that the two go on.
    private mutating func dealing(
        of person: Account.ID
    ) async throws(StorageError) -> (Conversation.ID, Conversation.Reader)? {
        guard let id = recent.randomElement(using: &random), Bool.random(using: &random),
            let asker = askers[id], let item = about[id]
        else {
            let stage = Dealing.Stage.allCases.randomElement(using: &random) ?? .asked
            return try await someConversation(of: person, at: stage)
        }
        let seller = sellers[item].map { Conversation.Reader.account($0) } ?? .guest(item)
        return (id, Bool.random(using: &random) ? .account(asker) : seller)
    }

    private mutating func moves(in seen: Conversation, offer: ChatMessage.ID) -> [Dealing.Move] {
        let proposal = seen.meeting.proposal ?? seen.lastMessage.id
        let appointment = Appointment(
            date: now + Int64.random(in: -600...14_400, using: &random), spot: "역 3번 출구")
        let term = ReservationTerm.allCases.randomElement(using: &random) ?? .day
        let reopening: [Dealing.Move] = seen.closing.map { [.reopenClosing($0.id)] } ?? []
        return reopening + [
            .offerPrice(.random(in: 1...90_000, using: &random)), .acceptOffer(offer),
            .declineOffer(offer), .joinLine, .leaveLine, .reserve, .reserveFor(.day),
            .reserveFor(term), .release, .proposeAppointment(appointment),
            .proposeAppointment(appointment), .acceptAppointment(proposal),
            .acceptAppointment(proposal), .declineAppointment(proposal),
            .callOffAppointment(word: Bool.random(using: &random) ? "못 가요" : ""), .sayMet, .sayMet,
            .sayNotCome, .sayNotCome, .close(at: Bool.random(using: &random) ? 9_000 : nil),
            .close(at: nil, pieces: .random(in: 1...3, using: &random)), .reopen, .dealAgain,
            .dealAgain,
        ]
    }

    private mutating func note(
        _ move: Dealing.Move, in seen: Conversation, of reader: Conversation.Reader
    ) {
        steps.insert(move.step)
        if !move.step.givesBack { expectReached(seen, from: reader) }
        switch move.step {
        case .joinLine: about[seen.id].map { lines[$0, default: []].append(seen.id) }
        case .leaveLine, .reserve, .close: leaveLines { $0 == seen.id }
        case .sayNotCome:
            let other: Account.ID? = if case .member(let id, _, _) = seen.other { id } else { nil }
            noShows.append(
                SaidNoShow(
                    conversation: seen.id, party: seen.party.other, account: other, date: now))
        case .sayMet where seen.stage == .notCome:
            guard let last = noShows.lastIndex(where: { $0.conversation == seen.id }),
                noShows[last].party != seen.party || now < noShows[last].date + NoShow.answerTime
            else { return }
            noShows[last].isAnswered = true
        default: return
        }
    }

    /// People whom a closing sent away may be back in line.
    private mutating func noteLine(of id: Item.ID) async throws(StorageError) {
        let seller = sellers[id].map { Conversation.Reader.account($0) } ?? .guest(id)
        lines[id] = try await storage.conversations(of: seller, before: nil, limit: 10_000)
            .filter { $0.item?.id == id && $0.linePosition != nil }
            .sorted { $0.linePosition ?? 0 < $1.linePosition ?? 0 }.map(\.id)
    }

    /// Nobody is in line for a sold item.
    mutating func noteSale(of id: Item.ID) async throws(StorageError) {
        if try await storage.item(id).status == .sold { lines[id] = nil }
    }

    mutating func leaveLines(_ leaves: (Conversation.ID) -> Bool) {
        for item in lines.keys { lines[item]?.removeAll(where: leaves) }
    }

    mutating func review(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await someConversation(of: person, at: .closed) else {
            return false
        }
        let content = ReviewContent(
            rating: Rating.allCases.randomElement(using: &random) ?? .good, text: "잘 썼어요")
        try await storage.insert(content, in: id, by: reader, at: now)
        steps.insert(.review)
        return true
    }

    mutating func answerReview(_ person: Account.ID) async throws(StorageError) -> Bool {
        guard let (id, reader) = try await someConversation(of: person, at: .closed) else {
            return false
        }
        try await storage.answerReview("고마워요", in: id, by: reader, at: now)
        return true
    }

    /// Mostly a conversation at that stage.
    private mutating func someConversation(
        of person: Account.ID, at stage: Dealing.Stage
    ) async throws(StorageError) -> (Conversation.ID, Conversation.Reader)? {
        let own = try await storage.conversations(of: .account(person), before: nil, limit: 99)
            .filter { $0.stage == stage }
        guard let id = own.randomElement(using: &random)?.id,
            Int.random(in: 0..<5, using: &random) > 0
        else { return try await conversation(for: person) }
        return (id, .account(person))
    }
}
