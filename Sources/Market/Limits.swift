/// The most of each thing that one account may keep. The storage refuses past the counts; the
/// lengths, in what people call letters, are for those who take text in.
public enum Limits {
    /// Letters in the title of a list or a to-do.
    public static let title = 100
    /// Letters in a memo.
    public static let memo = 10_000
    /// Letters in what an account tells of itself.
    public static let about = 500
    /// Letters in a message to another.
    public static let message = 1_000
    /// Letters in why the operator has hidden an item, or suspended somebody.
    public static let decisionReason = 200
    /// Letters in where two people meet.
    public static let spot = 100
    /// Letters in the title of what is told everybody.
    public static let announcementTitle = 80
    /// Letters in its text.
    public static let announcement = 2_000

    /// Lists of one account.
    public static let lists = 200
    /// In one list; past it, what was completed first of what repeats is forgotten.
    public static let todos = 2_000
    /// Memos of one account.
    public static let memos = 5_000
    /// Items that one account keeps an eye on.
    public static let interests = 1_000
    /// Of so many of them at once it is told that less is asked; past it no more of the oldest.
    public static let priceDrops = 30
    /// People whom one account has blocked.
    public static let blocks = 500
    /// Sellers whom one account follows.
    public static let followedSellers = 200
    /// Searches that one account keeps.
    public static let savedSearches = 50
    /// Wanted items of one account that it is told of what answers them.
    public static let wantedItemSearches = 100
    /// Titles in the checklist of one account.
    public static let checklistSteps = 20
    /// Past it the one seen longest ago is signed out.
    public static let sessions = 50
    /// Browsers of one account that are told of news; past it the oldest is told no more.
    public static let pushSubscriptions = 10
    /// Past it the oldest is purged.
    public static let deletions = 1_000
    /// Items that are hidden with who is suspended, the newest first.
    public static let hiddenWithSeller = 5_000
    /// Reminders are counted so far; more are as many.
    public static let countedReminders = 100
    /// Matches of kept searches are counted so far, and new listings of followed sellers; more are as many.
    public static let countedMatches = 100

    /// Holds a write to a limit.
    /// - Parameter count: how many there are after it.
    /// - Throws: `.limitReached` when these are more than `most`.
    public static func check(_ count: Int, atMost most: Int) throws(StorageError) {
        guard count <= most else { throw .limitReached(most: most) }
    }
}
