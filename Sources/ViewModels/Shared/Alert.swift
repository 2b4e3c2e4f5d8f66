import Market

/// What a page says first: that something worked, or what has to be put right.
public struct Alert: Equatable, Sendable {
    /// Decides how the page shows it.
    public let kind: Kind
    /// The whole message where there are no lines.
    public let title: Phrase
    /// The message, a line each; empty for an alert that is its title alone.
    public internal(set) var lines: [Line]
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
        /// Brings back the message that a report is about.
        case removal(Report.ID)
        /// Lets somebody write and post again, with whom so many listings were hidden.
        case suspension(Account.ID, hiding: Int)
        /// Has a report wait again, which was perhaps of who has left.
        case dismissal(Report.ID, ofDeparted: Bool)
        /// Brings back what was told everybody.
        case announcement(Announcement.ID)
        /// Has what is told everybody hold until then again; nil for good.
        case ending(Announcement.ID, until: Timestamp?)
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

/// What refuses, or answers on the page itself.
extension Alert {
    static let wrongPassword = Alert(
        failed: .wrongPassword, Phrase(.checkAgain), field: "password")
    /// The storage cannot be reached; the form comes back as it was typed.
    public static let cannotSave = Alert(failed: .failure, Phrase(.cannotSave))
    /// What somebody wanted to do takes an account; what was typed for it stays.
    public static let signInFirst = Alert(failed: .signInFirst, Phrase(.signInToGoOn))
    /// The same of who was signed in when they began.
    public static let signedOutMeanwhile = Alert(
        failed: .signInFirst, Phrase(.signedOutMeanwhile))
    /// The same where nothing was typed.
    public static let signInNeeded = Alert(.failure, title: .signInFirst)
    /// Somebody was written to for the first time.
    public static let messageSent = Alert(.success, title: .messageSent)
}

/// What is said on the page behind a form.
extension Alert {
    /// Can be passed on to that page, where a whole alert could say anything.
    public enum Name: String, Sendable {
        case posted, postedAgain, updated, itemUpdated, hiddenItemUpdated, deleted, restored
        case reserved, sold, soldToWhom, appointmentStands, offeredAgain, found, wantedAgain
        case pulledUp, takenOver, managementEnded
        case feedRenewed, searchKept, interested, reviewed, reviewAnswered
        case blocked, unblocked, reported, itemShown, messageReturned, writingAllowed
        case itemStaysHidden, reportReopened, announced, announcementEnded
        case listMade, memoSaved, todoAdded, todoOpenedApart
        case viewedForgotten
        case asked
        case signedIn, signedInAsAnother, suspended, signedOut, signedOutEverywhere
        case passwordChanged, profileSaved, pushesEnded, accountDeleted
    }

    /// Says what has become of what was sent.
    public init(_ name: Name) {
        switch name {
        case .posted: self.init(done: .success, .itemPosted, leadsToForm: true)
        // By a guest, not for the first time.
        case .postedAgain:
            self.init(done: .success, .itemPosted, leadsToPosted: true, leadsToForm: true)
        case .updated: self.init(done: .updated)
        case .itemUpdated: self.init(done: .updated, .itemShowsChanges)
        case .hiddenItemUpdated: self.init(done: .updated, .operatorLooksAgain)
        case .deleted: self.init(done: .deleted)
        case .restored: self.init(done: .restored)
        case .reserved: self.init(done: .reserved)
        case .sold: self.init(done: .sold)
        // Nothing was done: one is kept for somebody, or the two are to meet.
        case .soldToWhom: self.init(failed: .soldToWhom, Phrase(.closeInChat))
        case .appointmentStands: self.init(failed: .appointmentStands, Phrase(.releaseInChat))
        case .offeredAgain: self.init(done: .offeredAgain)
        case .found: self.init(done: .found)
        case .wantedAgain: self.init(done: .wantedAgain)
        case .pulledUp: self.init(done: .pulledUp)
        case .takenOver: self.init(done: .takenOver)
        case .managementEnded: self.init(done: .managementEnded, .passwordManagesAgain)
        case .feedRenewed: self.init(done: .feedRenewed, .oldFeedGone)
        case .searchKept: self.init(done: .searchKept)
        case .interested: self.init(done: .interested)
        case .reviewed: self.init(done: .reviewed)
        case .reviewAnswered: self.init(done: .reviewAnswered)
        case .blocked: self.init(done: .blocked, .blockedAreNotTold)
        case .unblocked: self.init(done: .unblocked)
        case .reported: self.init(done: .reported)
        case .itemStaysHidden: self.init(done: .itemStaysHidden)
        case .itemShown: self.init(done: .itemShown)
        case .messageReturned: self.init(done: .messageReturned)
        case .writingAllowed: self.init(done: .writingAllowed)
        case .reportReopened: self.init(done: .reportReopened)
        case .announced: self.init(done: .announced)
        case .announcementEnded: self.init(done: .announcementEnded)
        case .listMade: self.init(done: .listMade)
        case .memoSaved: self.init(done: .memoSaved)
        case .todoAdded: self.init(done: .todoAdded)
        // It was one time of what repeats.
        case .todoOpenedApart: self.init(done: .openedApart, .repeatsApart)
        case .viewedForgotten: self.init(done: .viewedForgotten)
        // By who was signed in with it.
        case .asked: self.init(done: .messageSent)
        case .signedIn: self.init(done: .signedIn)
        // Than who had written what was to be gone on with.
        case .signedInAsAnother: self.init(done: .signedIn, .writtenByAnother)
        // The operator lets the account neither write nor post.
        case .suspended: self.init(failed: .accountIsSuspended, Phrase(.askOperator))
        case .signedOut: self.init(done: .signedOut)
        case .signedOutEverywhere: self.init(done: .signedOutEverywhere)
        // All sessions have ended but the one that changed it.
        case .passwordChanged: self.init(done: .passwordChanged, .othersSignedOut)
        case .profileSaved: self.init(done: .profileSaved)
        case .pushesEnded: self.init(done: .pushesEnded)
        case .accountDeleted: self.init(done: .accountDeleted, .farewell)
        }
    }

    /// Says what was done, and offers to undo it.
    public init(undoing: Undoing) {
        switch undoing {
        case .deletion: self.init(done: .deleted, .keptInTrash, undoing: undoing)
        case .closing: self.init(done: .sold, .soldMayBeUndone, undoing: undoing)
        case .hiding: self.init(done: .itemHidden, undoing: undoing)
        case .removal: self.init(done: .messageRemoved, undoing: undoing)
        case .suspension(_, hiding: let count):
            self.init(
                .success, title: .writingStopped,
                lines: count > 0 ? [Line(Phrase(.hiddenWithThem, count))] : [], undoing: undoing)
        case .dismissal(_, ofDeparted: false): self.init(done: .reportDismissed, undoing: undoing)
        case .dismissal(_, ofDeparted: true): self.init(done: .reportOfDeparted, undoing: undoing)
        case .announcement: self.init(done: .deleted, undoing: undoing)
        case .ending: self.init(done: .announcementEnded, undoing: undoing)
        }
    }

    /// Says that so many listings have become the account's in one step.
    public init(takingOver count: Int) {
        guard count > 1 else {
            self.init(done: .takenOver)
            return
        }
        let line = Line(Phrase(.itemsTakenOver, count))
        self.init(.success, title: .severalTakenOver, lines: [line])
    }

    private init(
        done title: Phrase.Key, _ line: Phrase.Key? = nil, undoing: Undoing? = nil,
        leadsToPosted: Bool = false, leadsToForm: Bool = false
    ) {
        self.init(
            .success, title: title, lines: line.map { [Line(Phrase($0))] } ?? [],
            undoing: undoing, leadsToPosted: leadsToPosted, leadsToForm: leadsToForm)
    }
}
