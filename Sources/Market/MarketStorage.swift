/// All that the market keeps, in one place.
public typealias MarketStorage =
    ItemStorage & PhotoStorage & AccountStorage & SessionStorage & OrganiserStorage
    & SellingStorage & InterestStorage & SavedSearchStorage & ItemDraftStorage
    & PlaceStorage & ConversationStorage & DealingStorage & DealStorage & ReviewStorage
    & PersonStorage & BlockStorage & FollowStorage & ReportStorage & PushStorage
    & CommitCounting & ChangeAnnouncing & DatabaseSharing & OverviewStorage
    & AnnouncementStorage

/// What an account keeps beside the market: lists, to-dos, memos, their trash and reminders.
public typealias OrganiserStorage =
    TodoListStorage & TodoStorage & MemoStorage & DeletionStorage & ReminderStorage

/// Why a storage did not do what it was asked; nothing is half done then.
public enum StorageError: Error, Equatable, Sendable {
    /// The item is gone, or was never there.
    case itemNotFound
    /// A photo that is named is not kept.
    case photoNotFound
    /// An account, or something of an account's: gone, never there, or somebody else's.
    case notFound
    /// Another account has the nickname, or one that passes for it.
    case nicknameTaken
    /// What was edited is not what is there by now, which can be read.
    case changedMeanwhile
    /// It may be done from this moment on.
    case tooSoon(until: Timestamp)
    /// There are as many as there may be.
    case limitReached(most: Int)
    /// So many of an item are kept for people who reserved one.
    case stockIsKept(least: Int64)
    /// What an item is posted for stands, for what people have come to by it.
    case purposeIsFixed
    /// The form that it was posted by has made this item before, of something else.
    case postedBefore(Item.ID)
    /// The item is an account's, so that no password opens it.
    case noPassword
    /// The account neither writes nor posts: the operator has said so.
    case suspended
    /// A step of a dealing that cannot be taken, or no more.
    case dealing(Dealing.Obstacle)
    /// Another process holds it; asking again later may work.
    case busy
    /// The disk is full, or the file cannot grow.
    case full
    /// Not ours, newer than this program, damaged or not writable: in words for the operator.
    case unusable(String)
    /// Anything else, in the storage's own words, for the log.
    case failed(String)

    /// Whether what was asked for is not there, or not for who asked.
    public var isNotFound: Bool {
        switch self {
        case .itemNotFound, .photoNotFound, .notFound, .noPassword: true
        default: false
        }
    }
}

/// What the programs over one database do as one.
public protocol DatabaseSharing: Sendable {
    /// The number of the newest commit that this program knows of; nil where no other one writes.
    var sharedCommit: UInt64? { get }

    /// Returns when this program knows of a commit that another one has answered; when the database
    /// cannot be reached, after a second all the same.
    func wait(forShared commit: UInt64) async

    /// 32 bytes by which each of them knows what another one has signed; nil where there is one program.
    var sharedKey: [UInt8]? { get }

    /// Has what is counted here and in the other programs be counted in all of them, a moment later.
    /// - Parameter limits: by names that are the same in each program.
    func share(_ limits: [String: TryLimiter])
}
