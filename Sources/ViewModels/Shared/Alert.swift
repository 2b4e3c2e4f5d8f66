import Market

/// What a page says first: that something worked, or what has to be put right.
public struct Alert: Equatable, Sendable {
    /// Decides how the page shows it.
    public let kind: Kind
    /// The whole message where there are no lines.
    public let title: Phrase
    /// The message, a line each; empty for an alert that is its title alone.
    public let lines: [Line]
    /// What it offers to undo; nil for nothing.
    public let undoing: Undoing?
    /// Whether it leads to all that the browser has posted as a guest.
    public let leadsToPosted: Bool
    /// Whether it leads to the form of a new item.
    public let leadsToForm: Bool

    /// - Parameters:
    ///   - undoing: what the alert offers to undo.
    ///   - leadsToPosted: whether it leads to all that the browser has posted as a guest.
    ///   - leadsToForm: whether it leads to the form of a new item.
    public init(
        _ kind: Kind, title: Phrase.Key, lines: [Line] = [], undoing: Undoing? = nil,
        leadsToPosted: Bool = false, leadsToForm: Bool = false
    ) {
        self.kind = kind
        self.title = Phrase(title)
        self.lines = lines
        self.undoing = undoing
        self.leadsToPosted = leadsToPosted
        self.leadsToForm = leadsToForm
    }

    /// What an alert offers to undo.
    public enum Undoing: Equatable, Sendable {
        /// Brings back what was deleted.
        case deletion(Deletion.ID)
        /// Takes back that something has changed hands, in a conversation of an account; or of a
        /// guest, whose item it is about.
        case closing(Conversation.ID, of: Item.ID?)
        /// Shows a listing to everybody again.
        case hiding(Item.ID)
        /// Lets somebody write and post again.
        case suspension(Account.ID)
    }

    /// Whether what was asked for was done.
    public enum Kind: Sendable {
        /// Done; a failure says in its lines what to do about it.
        case success
        case failure
        /// Not done yet: its lines ask whether what was typed is meant.
        case question
    }

    /// One line of the message, and the name of the form field it speaks of.
    public struct Line: Equatable, Sendable {
        /// What it says.
        public let text: Phrase
        /// Nil when it speaks of none.
        public let field: String?
        /// Whether the page marks it as something to put right, with a `~`.
        public let isFault: Bool

        /// - Parameter field: the name of the form field that it speaks of.
        public init(_ text: Phrase, field: String? = nil, isFault: Bool = false) {
            self.text = text
            self.field = field
            self.isFault = isFault
        }
    }
}

extension Alert {
    /// Says in one line what to do about a failure.
    init(failed title: Phrase.Key, _ line: Phrase, field: String? = nil) {
        self.init(.failure, title: title, lines: [Line(line, field: field)])
    }

    /// One line for each fault; nil when there is none.
    init?(_ faults: [Fault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: .failure,
            lines: faults.map { Line($0.message, field: $0.field, isFault: true) })
    }

    /// Asks back whether what was typed is meant.
    init(asking question: Fault) {
        self.init(
            .question, title: .question, lines: [Line(question.message, field: question.field)])
    }
}

extension Alert {
    /// The answers of the market's own actions, worded as the product words them.
    public static let posted = Alert(
        .success, title: .success, lines: [Line(Phrase(.itemPosted))], leadsToForm: true)
    /// By a guest, not for the first time.
    public static let postedAgain = Alert(
        .success, title: .success, lines: posted.lines, leadsToPosted: true, leadsToForm: true)
    public static let itemUpdated = Alert(
        .success, title: .updated, lines: [Line(Phrase(.itemShowsChanges))])
    public static let updated = Alert(.success, title: .updated)
    public static let deleted = Alert(.success, title: .deleted)
    public static let restored = Alert(.success, title: .restored)
    public static let wrongPassword = Alert(
        failed: .wrongPassword, Phrase(.checkAgain), field: "password")

    /// The answers of what an account does with its own items and feeds.
    public static let reserved = Alert(.success, title: .reserved)
    public static let sold = Alert(.success, title: .sold)
    /// Nothing was done: one is kept for somebody.
    public static let soldToWhom = Alert(failed: .soldToWhom, Phrase(.closeInChat))
    /// Nothing was done: the two are to meet.
    public static let appointmentStands = Alert(
        failed: .appointmentStands, Phrase(.releaseInChat))
    public static let offeredAgain = Alert(.success, title: .offeredAgain)
    public static let found = Alert(.success, title: .found)
    public static let wantedAgain = Alert(.success, title: .wantedAgain)
    public static let pulledUp = Alert(.success, title: .pulledUp)
    public static let takenOver = Alert(.success, title: .takenOver)
    public static let feedRenewed = Alert(
        .success, title: .feedRenewed, lines: [Line(Phrase(.oldFeedGone))])
    /// Its account is told of what matches from now on.
    public static let searchKept = Alert(.success, title: .searchKept)
    /// It stands in the list of interests.
    public static let interested = Alert(.success, title: .interested)

    /// Something has changed hands in a conversation, which may be taken back.
    /// - Parameter item: that of a guest; nil for who has an account.
    public static func closed(_ id: Conversation.ID, of item: Item.ID?) -> Alert {
        Alert(
            .success, title: .sold, lines: [Line(Phrase(.soldMayBeUndone))],
            undoing: .closing(id, of: item))
    }

    /// What a dealing was like is told, or answered.
    public static let reviewed = Alert(.success, title: .reviewed)
    public static let reviewAnswered = Alert(.success, title: .reviewAnswered)

    /// Somebody was written to for the first time.
    public static let messageSent = Alert(.success, title: .messageSent)

    /// Somebody is kept away, or not any more.
    public static let blocked = Alert(
        .success, title: .blocked, lines: [Line(Phrase(.blockedAreNotTold))])
    public static let unblocked = Alert(.success, title: .unblocked)
    /// The operator is told.
    public static let reported = Alert(.success, title: .reported)
    /// A listing is shown to nobody but its seller, or to everybody again.
    /// - Parameter item: whose hiding may be undone; nil for none.
    public static func itemHidden(_ item: Item.ID?) -> Alert {
        Alert(.success, title: .itemHidden, undoing: item.map { .hiding($0) })
    }
    public static let itemShown = Alert(.success, title: .itemShown)
    /// Somebody neither writes nor posts any more, or does again.
    /// - Parameter account: as `itemHidden`.
    public static func writingStopped(_ account: Account.ID?) -> Alert {
        Alert(.success, title: .writingStopped, undoing: account.map { .suspension($0) })
    }
    public static let writingAllowed = Alert(.success, title: .writingAllowed)
    /// Nothing comes of a report.
    public static let reportDismissed = Alert(.success, title: .reportDismissed)

    /// Something new stands in the organiser.
    public static let listMade = Alert(.success, title: .listMade)
    public static let memoSaved = Alert(.success, title: .memoSaved)
    public static let todoAdded = Alert(.success, title: .todoAdded)

    /// Something of the organiser is deleted, and may be brought back.
    public static func trashed(_ deletion: Deletion.ID) -> Alert {
        Alert(
            .success, title: .deleted, lines: [Line(Phrase(.keptInTrash))],
            undoing: .deletion(deletion))
    }
}

/// The answers of what is done to one's own account.
extension Alert {
    /// A session began, or one or all of them ended.
    public static let signedIn = Alert(.success, title: .signedIn)
    public static let signedOut = Alert(.success, title: .signedOut)
    public static let signedOutEverywhere = Alert(.success, title: .signedOutEverywhere)
    /// The operator lets the account neither write nor post.
    public static let suspended = Alert(failed: .accountIsSuspended, Phrase(.askOperator))
    /// All sessions have ended but the one that changed it.
    public static let passwordChanged = Alert(
        .success, title: .passwordChanged, lines: [Line(Phrase(.othersSignedOut))])
    /// The profile is changed, or gone with its account.
    public static let profileSaved = Alert(.success, title: .profileSaved)
    public static let accountDeleted = Alert(
        .success, title: .accountDeleted, lines: [Line(Phrase(.farewell))])
    /// No browser of the account is told of news any more.
    public static let pushesEnded = Alert(.success, title: .pushesEnded)
    /// The storage cannot be reached; the form comes back as it was typed.
    public static let cannotSave = Alert(failed: .failure, Phrase(.cannotSave))
    /// What somebody wanted to do takes an account; what was typed for it stays.
    public static let signInFirst = Alert(failed: .signInFirst, Phrase(.signInToGoOn))
    /// The same where nothing was typed.
    public static let signInNeeded = Alert(.failure, title: .signInFirst)
}
