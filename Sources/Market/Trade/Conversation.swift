/// A conversation between two people about one item, as one of them reads it.
public struct Conversation: Identifiable, Equatable, Sendable {
    /// The number of a conversation; it grows with each.
    public typealias ID = Identifier<Conversation>
    /// Grows with everything that changes in a conversation.
    public typealias Revision = Identifier<Change>
    /// What a `Revision` numbers.
    public enum Change {}

    /// How long a message waits for an answer, in seconds; after that nobody expects one.
    public static let answerTime: Int64 = 30 * 86_400
    /// How long a conversation may rest, in seconds, before a seller who keeps a piece reserved is asked
    /// what has become of it. A note from the market, for instance of another price, restarts the time.
    public static let idleTime: Int64 = 3 * 86_400
    /// How many of the latest conversations are searched for those that wait for an answer.
    public static let lookedAtToAnswer = 100
    /// In how many conversations about an item, those written in last, people are told what becomes
    /// of it, or of all that an account offers at once. People in line are always told.
    public static let mostTold = 100
    /// How many notes in a row tell how the item stands while neither person says anything; after
    /// that the last one is changed instead.
    public static let mostToldInARow = 4
    /// For how long, in seconds, an unread note that changes does not count as new, and an unread
    /// turn is not told again to somebody who was passed over.
    public static let tellingTime: Int64 = 3_600
    /// How many closings, the latest ones, are read with a conversation.
    public static let mostClosings = 20

    /// The larger, the later it was begun.
    public let id: ID
    /// The item as it is now; nil if it is deleted.
    public let item: ItemSummary?
    /// The title of the item, or its last title if it is deleted.
    public let itemTitle: String
    /// Which of the two reads it.
    public let party: Dealing.Party
    /// The other person.
    public let other: Person
    /// How far they have got.
    public let stage: Dealing.Stage
    /// The last message.
    public let lastMessage: ChatMessage
    /// How many of the other's messages the reader has not read.
    public let unread: Int
    /// The last message that the reader has read; nil for none.
    public let read: ChatMessage.ID?
    /// The last message that the other has read; nil for none.
    public let readByOther: ChatMessage.ID?
    /// The revision of the last change.
    public let revision: Revision
    /// The asker's place in line, from 1 on; nil if they are not in line.
    public let linePosition: Int?
    /// How many pieces of the item are reserved for nobody.
    public let freeStock: Int64
    /// The offer that the seller accepted last in the present dealing; nil if none.
    public let agreed: PriceOffer?
    /// The dealings that the two have closed, the latest first; at most `mostClosings`.
    public let closings: [Dealing.Closing]
    /// How far they have got with meeting each other.
    public let meeting: Meeting
    /// When the asker's reservation lapses; nil for never.
    public let lapses: Timestamp?
    /// The last claim that one of them did not come; nil for none.
    public let noShow: NoShow?
    /// Whether the reader has blocked the other; it does not tell the reverse.
    public let isBlocked: Bool
    /// Whether the reader is suspended, and may not write.
    public let isSuspended: Bool
    /// Whether the other reads nothing from the reader: the other is suspended or has blocked the
    /// reader, and nobody is told which.
    public let isUnreachable: Bool
    /// Whether the reader has muted it: its messages are neither pushed nor counted in the header.
    public let isMuted: Bool
    /// Whether the reader has archived it. Something new from the other lists it again, so an archived
    /// conversation has nothing unread.
    public let isArchived: Bool

    /// A conversation as it is kept.
    public init(
        id: ID, item: ItemSummary?, itemTitle: String, party: Dealing.Party, other: Person,
        stage: Dealing.Stage, lastMessage: ChatMessage, unread: Int, read: ChatMessage.ID?,
        readByOther: ChatMessage.ID?, revision: Revision, linePosition: Int? = nil,
        freeStock: Int64 = 0, agreed: PriceOffer? = nil, closings: [Dealing.Closing] = [],
        meeting: Meeting = Meeting(), lapses: Timestamp? = nil, noShow: NoShow? = nil,
        isBlocked: Bool = false, isSuspended: Bool = false, isUnreachable: Bool = false,
        isMuted: Bool = false, isArchived: Bool = false
    ) {
        self.isMuted = isMuted
        self.isArchived = isArchived
        self.isBlocked = isBlocked
        self.isSuspended = isSuspended
        self.isUnreachable = isUnreachable
        self.agreed = agreed
        self.closings = closings
        self.meeting = meeting
        self.lapses = lapses
        self.noShow = noShow
        self.linePosition = linePosition
        self.freeStock = freeStock
        self.id = id
        self.item = item
        self.itemTitle = itemTitle
        self.party = party
        self.other = other
        self.stage = stage
        self.lastMessage = lastMessage
        self.unread = unread
        self.read = read
        self.readByOther = readByOther
        self.revision = revision
    }

    /// The latest closing; nil if nothing was closed.
    public var closing: Dealing.Closing? { closings.first }

    /// Whether the seller keeps a piece reserved for the asker while neither says anything, so that nobody else
    /// gets it. A reservation that lapses ends by itself, and before an appointment there is nothing to say.
    public func isIdle(at now: Timestamp) -> Bool {
        let start = now + -Self.idleTime
        return party == .seller && stage.holdsStock && lapses == nil && lastMessage.date <= start
            && meeting.appointment.map { $0.date <= start } ?? true
    }

    /// Whether all remaining pieces are reserved for others, so that nothing can be closed here
    /// until one is released.
    public var isKeptForOthers: Bool {
        guard let item, item.stock > 0, item.status != .sold else { return false }
        return stage == .asked && freeStock == 0
    }

    /// The stage of the dealing that a step is about: the present one, or a closed one.
    public func stage(of step: Dealing.Step) -> Dealing.Stage {
        step.isAboutClosing && closing != nil ? .closed : stage
    }

    /// Who reads a conversation; only its two people can.
    public enum Reader: Hashable, Sendable {
        /// An account, on either side.
        case account(Account.ID)
        /// Somebody who knows the password of a guest's item, and reads the conversations about it.
        case guest(Item.ID)

        /// The account; nil for a guest.
        public var account: Account.ID? { if case .account(let id) = self { id } else { nil } }
    }

    /// A person as the other one sees them.
    public enum Person: Equatable, Sendable {
        /// Somebody with an account.
        case member(id: Account.ID, nickname: String, picture: Photo.ID?)
        /// The poster of the item, who has no account.
        case guest
        /// Somebody whose account is deleted.
        case left
    }

    /// Checks that there is somebody to read a message now.
    /// - Throws: `.dealing` with the reason.
    public func checkMayWrite() throws(StorageError) {
        try Self.checkMayWrite(to: other, about: item?.id, by: party, at: stage)
    }

    /// Checks that the reader may take a step that asks something of the other, such as writing.
    /// - Throws: `.suspended`; `.dealing` with the reason.
    public func checkMayReach() throws(StorageError) {
        guard !isSuspended else { throw .suspended }
        try checkMayWrite()
        guard !isBlocked else { throw .dealing(.blocked) }
        guard !isUnreachable else { throw .dealing(.unreachable) }
    }

    /// - Parameter item: nil if it is deleted.
    /// - Throws: `.dealing` with the reason why nobody would read a message.
    public static func checkMayWrite(
        to other: Person, about item: Item.ID?, by party: Dealing.Party, at stage: Dealing.Stage
    ) throws(StorageError) {
        _ = try Dealing.stage(after: .write, by: party, at: stage)
        switch other {
        case .left: throw .dealing(.otherLeft)
        case .guest where item == nil: throw .dealing(.itemDeleted)
        case .guest, .member: return
        }
    }
}

/// What has changed in a conversation, and its state after that.
public struct ConversationChanges: Equatable, Sendable {
    /// The conversation after the changes.
    public var conversation: Conversation
    /// The messages that were sent or taken back, oldest first.
    public var messages: [ChatMessage]

    /// The changed messages of a conversation.
    public init(conversation: Conversation, messages: [ChatMessage]) {
        self.conversation = conversation
        self.messages = messages
    }
}

extension Item {
    /// Checks that somebody may begin to write about the item.
    /// - Throws: `.dealing` with the reason; `.itemNotFound` if it is hidden.
    public func checkMayBeAsked(by asker: Account.ID?) throws(StorageError) {
        guard asker == nil || seller != asker else { throw .dealing(.ownItem) }
        guard !isHidden else { throw .itemNotFound }
        guard status != .sold else { throw .dealing(.itemSold) }
    }
}

/// How many people have written about an item.
public struct ItemConversations: Equatable, Sendable {
    /// Each person counts once.
    public var count: Int
    /// Messages that the seller has not read.
    public var unread: Int
    /// For how many of them a piece is reserved.
    public var held: Int

    /// - Parameters:
    ///   - unread: messages that the seller has not read.
    ///   - held: for how many of them a piece is reserved.
    public init(count: Int = 0, unread: Int = 0, held: Int = 0) {
        self.count = count
        self.unread = unread
        self.held = held
    }
}
