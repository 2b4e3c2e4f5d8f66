/// The most of each thing that one account may keep. The storage refuses writes past the counts;
/// the lengths, in characters (`Character`), are for the code that takes text in.
public enum Limits {
    /// Characters in the title of a list or a to-do.
    public static let title = 100
    /// Characters in a memo.
    public static let memo = 10_000
    /// Characters in what an account says about itself.
    public static let about = 500
    /// Characters in a message to another person.
    public static let message = 1_000
    /// Characters in the operator's reason for hiding an item or suspending an account.
    public static let decisionReason = 200
    /// Characters in the name of a place where two people meet.
    public static let spot = 100
    /// Characters in the title of an announcement.
    public static let announcementTitle = 80
    /// Characters in the text of an announcement.
    public static let announcement = 2_000

    /// Lists of one account.
    public static let lists = 200
    /// To-dos in one list; past it, the completed repetitions that were completed first are forgotten.
    public static let todos = 2_000
    /// Memos of one account.
    public static let memos = 5_000
    /// Items in the interest list of one account.
    public static let interests = 1_000
    /// Price drops that one account is told of at a time; past it, the oldest are no longer told.
    public static let priceDrops = 30
    /// People whom one account has blocked.
    public static let blocks = 500
    /// Sellers whom one account follows.
    public static let followedSellers = 200
    /// Saved searches of one account.
    public static let savedSearches = 50
    /// Wanted items of one account for which it is told of matching offers.
    public static let wantedItemSearches = 100
    /// Titles in one account's checklist.
    public static let checklistSteps = 20
    /// Sessions of one account; past it, the session seen longest ago is signed out.
    public static let sessions = 50
    /// Browsers of one account that receive pushes; past it, the oldest subscription is deleted.
    public static let pushSubscriptions = 10
    /// Deletions in one account's trash; past it, the oldest is purged.
    public static let deletions = 1_000
    /// Items that are hidden together with their suspended seller, newest first.
    public static let hiddenWithSeller = 5_000
    /// Due reminders are counted up to this number; a count that reaches it may mean more.
    public static let countedReminders = 100
    /// Matches of saved searches, and new listings of followed sellers, are counted up to this number; a
    /// count that reaches it may mean more.
    public static let countedMatches = 100

    /// Checks a write against a limit.
    /// - Parameter count: how many there are after the write.
    /// - Throws: `.limitReached` if that is more than `most`.
    public static func check(_ count: Int, atMost most: Int) throws(StorageError) {
        guard count <= most else { throw .limitReached(most: most) }
    }
}
