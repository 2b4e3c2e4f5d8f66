/// Everything that the market keeps, in one storage.
public typealias MarketStorage =
    ItemStorage & PhotoStorage & AccountStorage & SessionStorage & OrganiserStorage
    & SellingStorage & InterestStorage & SavedSearchStorage & ItemDraftStorage
    & PlaceStorage & ConversationStorage & DealingStorage & DealStorage & ReviewStorage
    & PersonStorage & BlockStorage & FollowStorage & ReportStorage & PushStorage
    & CommitCounting & ChangeAnnouncing & DatabaseSharing & OverviewStorage
    & AnnouncementStorage

/// What an account keeps in its organiser: lists, to-dos, memos, their trash and reminders.
public typealias OrganiserStorage =
    TodoListStorage & TodoStorage & MemoStorage & DeletionStorage & ReminderStorage

/// Why a storage did not do what it was asked to; nothing has been changed then.
public enum StorageError: Error, Equatable, Sendable {
    /// The item is gone, or was never there.
    case itemNotFound
    /// A photo that was named is not in the storage.
    case photoNotFound
    /// An account, or something of an account's, is gone, was never there, or is somebody else's.
    case notFound
    /// Another account has this nickname, or one that could be mistaken for it.
    case nicknameTaken
    /// What was edited has been changed meanwhile; the present state can be read.
    case changedMeanwhile
    /// The action is allowed from this moment on.
    case tooSoon(until: Timestamp)
    /// As many as are allowed exist already.
    case limitReached(most: Int)
    /// The new stock is below the number of pieces that are reserved for people.
    case stockIsKept(least: Int64)
    /// The purpose of the item can no longer change, since people have begun dealings because of it.
    case purposeIsFixed
    /// The same form has posted this item before, with other content.
    case postedBefore(Item.ID)
    /// The item belongs to an account, so it has no password.
    case noPassword
    /// The operator has suspended the account: it may neither write nor post.
    case suspended
    /// A step of a dealing that cannot be taken now.
    case dealing(Dealing.Obstacle)
    /// Another process holds the database; trying again later may work.
    case busy
    /// The disk is full, or the file cannot grow.
    case full
    /// The file is not ours, newer than this program, damaged or not writable; in words for the operator.
    case unusable(String)
    /// Any other failure, in the database's own words, for the log.
    case failed(String)

    /// Whether the thing asked for does not exist, or does not exist for the caller.
    public var isNotFound: Bool {
        switch self {
        case .itemNotFound, .photoNotFound, .notFound, .noPassword: true
        default: false
        }
    }
}

/// What the server processes over one database do together.
public protocol DatabaseSharing: Sendable {
    /// The number of the newest commit that this process knows of; nil if no other process writes.
    var sharedCommit: UInt64? { get }

    /// Returns once this process has followed a commit that another one has answered, or after a
    /// second, for instance when the database cannot be reached.
    func wait(forShared commit: UInt64) async

    /// A 32-byte key with which each process verifies what another has signed, or what it has signed
    /// itself before a restart; nil if no key is stored.
    var sharedKey: [UInt8]? { get }

    /// Has tries that are counted in one process count in all of them a moment later.
    /// - Parameter limits: by names that are the same in every process.
    func share(_ limits: [String: TryLimiter])
}
