/// What two people write to each other about one item, as one of them reads it.
public struct Conversation: Identifiable, Equatable, Sendable {
    /// The number of a conversation; it grows with each.
    public typealias ID = Identifier<Conversation>
    /// Grows with everything that changes in a conversation.
    public typealias Revision = Identifier<Change>
    /// What a `Revision` numbers.
    public enum Change {}

    /// For so long what somebody says waits for an answer, in seconds: later nobody expects one.
    public static let answerTime: Int64 = 30 * 86_400
    /// After so long without a word, in seconds, who keeps something for somebody is asked what has
    /// become of it. What the market tells there, as of another price, begins the time anew.
    public static let idleTime: Int64 = 3 * 86_400
    /// In so many conversations, written in last, is looked for those that wait for an answer.
    public static let lookedAtToAnswer = 100
    /// What becomes of an item, or of all that an account offers at once, is told in so many of the
    /// conversations about it, those written in last. Whoever stands in line hears of it always.
    public static let mostTold = 100
    /// How the item stands is told so often while neither of the two says anything; after that what
    /// was told last is changed.
    public static let mostToldInARow = 4
    /// For so long what nobody has read yet is not told anew when it changes, nor whose turn it is
    /// when another has had it meanwhile, in seconds.
    public static let tellingTime: Int64 = 3_600
    /// So many closings, the last ones, are read with a conversation.
    public static let mostClosings = 20

    /// The larger the later it was begun.
    public let id: ID
    /// What it is about, as it is now; nil when that is deleted.
    public let item: ItemSummary?
    /// What the item is called, or was when it was deleted.
    public let itemTitle: String
    /// Which of the two reads it.
    public let party: Dealing.Party
    /// Who the other is.
    public let other: Person
    /// How far they have come.
    public let stage: Dealing.Stage
    /// What was written last.
    public let lastMessage: ChatMessage
    /// How many of the other's messages the reader has not read.
    public let unread: Int
    /// Up to which message the reader has read; nil for none.
    public let read: ChatMessage.ID?
    /// The same of the other.
    public let readByOther: ChatMessage.ID?
    /// Of the last change.
    public let revision: Revision
    /// The asker's place in line, from 1 on; nil when they do not wait.
    public let linePosition: Int?
    /// How many of the item are kept for nobody.
    public let freeStock: Int64
    /// The price that the seller took last in the present dealing; nil while there is none.
    public let agreed: PriceOffer?
    /// The dealings that the two have closed, the last one first; `mostClosings` at most.
    public let closings: [Dealing.Closing]
    /// How far they have come with meeting each other.
    public let meeting: Meeting
    /// When what is kept for the asker is given back; nil for never.
    public let lapses: Timestamp?
    /// The last time that one was said not to have come; nil for never.
    public let noShow: NoShow?
    /// Whether the reader has blocked the other; nothing of the reverse.
    public let isBlocked: Bool
    /// Whether the reader may not write now.
    public let isSuspended: Bool
    /// Whether the other reads nothing of the reader: they may not write now, or have blocked them,
    /// and nobody is told which.
    public let isUnreachable: Bool

    /// A conversation as it is kept.
    public init(
        id: ID, item: ItemSummary?, itemTitle: String, party: Dealing.Party, other: Person,
        stage: Dealing.Stage, lastMessage: ChatMessage, unread: Int, read: ChatMessage.ID?,
        readByOther: ChatMessage.ID?, revision: Revision, linePosition: Int? = nil,
        freeStock: Int64 = 0, agreed: PriceOffer? = nil, closings: [Dealing.Closing] = [],
        meeting: Meeting = Meeting(), lapses: Timestamp? = nil, noShow: NoShow? = nil,
        isBlocked: Bool = false, isSuspended: Bool = false, isUnreachable: Bool = false
    ) {
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

    /// The last one; nil while nothing was closed.
    public var closing: Dealing.Closing? { closings.first }

    /// Whether its seller keeps one for the asker while nothing is said there, so that nobody else
    /// gets it. What lapses by itself ends by itself, and before an appointment nothing is to be said.
    public func isIdle(at now: Timestamp) -> Bool {
        let start = now + -Self.idleTime
        return party == .seller && stage.holdsStock && lapses == nil && lastMessage.date <= start
            && meeting.appointment.map { $0.date <= start } ?? true
    }

    /// Whether all that is left is kept for others: nothing is closed here before one is given back.
    public var isKeptForOthers: Bool {
        guard let item, item.stock > 0, item.status != .sold else { return false }
        return stage == .asked && freeStock == 0
    }

    /// Of the dealing that a step is about: the present one, or one that is closed.
    public func stage(of step: Dealing.Step) -> Dealing.Stage {
        step.isAboutClosing && closing != nil ? .closed : stage
    }

    /// Who reads conversations: nobody sees one but its two people.
    public enum Reader: Hashable, Sendable {
        /// Somebody signed in, on either side.
        case account(Account.ID)
        /// Who knows the password of a guest's item, and reads what is written about that.
        case guest(Item.ID)

        /// Nil for a guest.
        public var account: Account.ID? { if case .account(let id) = self { id } else { nil } }
    }

    /// Somebody as the other sees them.
    public enum Person: Equatable, Sendable {
        /// Somebody with an account.
        case member(id: Account.ID, nickname: String, picture: Photo.ID?)
        /// Who posted the item without one.
        case guest
        /// Whose account is deleted.
        case left
    }

    /// Whether anybody is there to read what is written now.
    /// - Throws: `.dealing` with why not.
    public func checkMayWrite() throws(StorageError) {
        try Self.checkMayWrite(to: other, about: item?.id, by: party, at: stage)
    }

    /// Whether the reader may take a step that asks something of the other, as to write.
    /// - Throws: `.suspended`; `.dealing` with why not.
    public func checkMayReach() throws(StorageError) {
        guard !isSuspended else { throw .suspended }
        try checkMayWrite()
        guard !isBlocked else { throw .dealing(.blocked) }
        guard !isUnreachable else { throw .dealing(.unreachable) }
    }

    /// - Parameter item: nil when it is deleted.
    /// - Throws: `.dealing` with why nobody would read what is written.
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

/// What has changed in a conversation, and how it stands after that.
public struct ConversationChanges: Equatable, Sendable {
    /// As it is after the changes.
    public var conversation: Conversation
    /// Those that were sent or taken back, sent first first.
    public var messages: [ChatMessage]

    /// Messages of a conversation, which have changed.
    public init(conversation: Conversation, messages: [ChatMessage]) {
        self.conversation = conversation
        self.messages = messages
    }
}

extension Item {
    /// Whether somebody may begin to write about it.
    /// - Throws: `.dealing` with why not; `.itemNotFound` for one that is hidden.
    public func checkMayBeAsked(by asker: Account.ID?) throws(StorageError) {
        guard asker == nil || seller != asker else { throw .dealing(.ownItem) }
        guard !isHidden else { throw .itemNotFound }
        guard status != .sold else { throw .dealing(.itemSold) }
    }
}

/// How many people have written about an item.
public struct ItemConversations: Equatable, Sendable {
    /// Each person once.
    public var count: Int
    /// Messages that the seller has not read.
    public var unread: Int
    /// For how many of them one is kept.
    public var held: Int

    /// - Parameters:
    ///   - unread: messages that the seller has not read.
    ///   - held: for how many of them one is kept.
    public init(count: Int = 0, unread: Int = 0, held: Int = 0) {
        self.count = count
        self.unread = unread
        self.held = held
    }
}
