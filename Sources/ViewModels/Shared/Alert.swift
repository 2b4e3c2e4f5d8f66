import Market

/// The message at the top of a page: that something worked, or what must be put right.
public struct Alert: Equatable, Sendable {
    /// Decides how the page shows it.
    public let kind: Kind
    /// The title, which is the whole message if there are no lines.
    public private(set) var title: Phrase
    /// The lines of the message; empty if the title says it all.
    public private(set) var lines: [Line]
    /// What it offers to undo; nil for nothing.
    public let undoing: Undoing?
    /// The reservation that it offers to cancel; nil for none.
    public let releasing: Hold?
    /// Whether it links to everything that the browser has posted as a guest.
    public let leadsToPosted: Bool
    /// Whether it links to the form for a new item.
    public let leadsToForm: Bool
    /// Whether it links to the saved searches.
    public private(set) var leadsToSearches = false
    /// The item to whose chats it links; nil for none.
    public internal(set) var leadsToChats: Item.ID?

    /// - Parameters:
    ///   - undoing: what the alert offers to undo.
    ///   - releasing: the reservation that the alert offers to cancel.
    ///   - leadsToPosted: whether it links to everything that the browser has posted as a guest.
    ///   - leadsToForm: whether it links to the form for a new item.
    public init(
        _ kind: Kind, title: Phrase.Key, lines: [Line] = [], undoing: Undoing? = nil,
        releasing: Hold? = nil, leadsToPosted: Bool = false, leadsToForm: Bool = false
    ) {
        self.kind = kind
        self.title = Phrase(title)
        self.lines = lines
        self.undoing = undoing
        self.releasing = releasing
        self.leadsToPosted = leadsToPosted
        self.leadsToForm = leadsToForm
    }

    /// What an alert offers to undo.
    public enum Undoing: Equatable, Sendable {
        /// Restores what was deleted.
        case deletion(Deletion.ID)
        /// Restores an item that a guest has just deleted.
        case guestDeletion(Item.ID)
        /// Restores a saved search, whose alerts somebody has turned off rather than deleted.
        case search(Deletion.ID)
        /// Reopens a closed dealing. The item is named if the conversation is a guest's, who is
        /// identified by it.
        case closing(Conversation.ID, of: Item.ID?)
        /// Shows a hidden listing again.
        case hiding(Item.ID)
        /// Restores the message that was removed for a report.
        case removal(Report.ID)
        /// Hides a listing again that is shown to everybody.
        case showing(Item.ID)
        /// Removes the message again that was brought back.
        case returning(Report.ID)
        /// Lets a suspended account write and post again; `hiding` is the number of its listings
        /// that were hidden with it.
        case suspension(Account.ID, hiding: Int)
        /// Suspends an account again; `showing` is the number of its listings that are shown again.
        case lifting(Account.ID, showing: Int)
        /// Has a suspension end again when it did before its length was changed; nil for never.
        case termChange(Account.ID, until: Timestamp?)
        /// Puts a dismissed report back into the queue; `ofDeparted` if the reported person has left.
        case dismissal(Report.ID, ofDeparted: Bool)
        /// Lets a blocked person write again, which restores nothing that the block ended (`ending`).
        /// The conversation is the one in which they were blocked; nil if it was on their page.
        case block(Account.ID, in: Conversation.ID?, ending: Bool)
        /// Lists an archived conversation again.
        case archiving(Conversation.ID)
        /// Restores a deleted announcement.
        case announcement(Announcement.ID)
        /// Reopens an announcement that was ended, until its former end; nil for no end.
        case ending(Announcement.ID, until: Timestamp?)
    }

    /// A reservation in whose conversation the alert is shown, because it stands in the way of what
    /// was asked for.
    public struct Hold: Equatable, Sendable {
        /// The conversation with the person it is reserved for.
        public let conversation: Conversation.ID
        /// The item, if the conversation is a guest's, who is identified by it.
        public let item: Item.ID?
        /// Whether cancelling the reservation cancels an appointment, too.
        public let hasAppointment: Bool

        /// - Parameter item: named if the conversation is a guest's.
        public init(in conversation: Conversation.ID, of item: Item.ID?, hasAppointment: Bool) {
            self.conversation = conversation
            self.item = item
            self.hasAppointment = hasAppointment
        }
    }

    /// The outcome of what was asked for.
    public enum Kind: Sendable {
        /// Done. The lines of a failure say what to do about it.
        case success
        case failure
        /// Not done yet: the lines ask whether what was typed is meant.
        case question
    }

    /// One line of the message, and the form field that it is about.
    public struct Line: Equatable, Sendable {
        /// The text of the line.
        public let text: Phrase
        /// The field's name; nil if the line is about no field.
        public let field: String?
        /// Whether the page marks the line as a fault, with a `~`.
        public let isFault: Bool

        /// - Parameter field: the name of the form field that the line is about.
        public init(_ text: Phrase, field: String? = nil, isFault: Bool = false) {
            self.text = text
            self.field = field
            self.isFault = isFault
        }
    }
}

extension Alert {
    /// A failure, with one line that says what to do about it.
    init(failed title: Phrase.Key, _ line: Phrase, field: String? = nil) {
        self.init(.failure, title: title, lines: [Line(line, field: field)])
    }

    /// A failure with a line for each fault; nil without faults.
    init?(_ faults: [Fault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: faults.count == 1 ? .oneFault : .failure,
            lines: faults.map { Line($0.message, field: $0.field, isFault: true) })
    }

    /// The alert with the lines of another behind its own; a title of one fault becomes that of several.
    func adding(_ other: Alert) -> Alert {
        var both = self
        both.lines += other.lines
        if both.title == Phrase(.oneFault) { both.title = Phrase(.failure) }
        return both
    }

    /// Asks whether what was typed is meant.
    init(asking question: Fault) {
        self.init(
            .question, title: .question, lines: [Line(question.message, field: question.field)])
    }
}

/// Alerts of refused forms, or shown on the page that answers the form.
extension Alert {
    static let wrongPassword = Alert(
        failed: .wrongPassword, Phrase(.checkAgain), field: "password")
    /// The storage cannot be reached; the form comes back as typed.
    public static let cannotSave = Alert(failed: .notNow, Phrase(.cannotSave))
    /// An account is needed to go on, and whoever began was signed in; what was typed is kept.
    public static let signedOutMeanwhile = Alert(
        failed: .signInFirst, Phrase(.signedOutMeanwhile))
    /// The same when nothing was typed.
    public static let signInNeeded = Alert(.failure, title: .signInFirst)
    /// The first message of a conversation was sent.
    public static let messageSent = Alert(.success, title: .messageSent)
}

/// Alerts shown on the page that a form leads to.
extension Alert {
    /// The name of such an alert, which is handed on to that page; a whole alert could say anything.
    public enum Name: String, Sendable {
        case posted, postedAgain, updated, itemUpdated, hiddenItemUpdated, deleted
        case restored, restoredWithList
        case reserved, sold, offeredAgain, found, wantedAgain
        case pulledUp, takenOver, managementEnded
        case feedRenewed, searchKept, interested, reviewed, reviewAnswered
        case chatMuted, chatUnmuted, chatListed, chatHasNews
        case unblocked, followed, unfollowed
        case reported, itemShown, messageReturned
        case itemStaysHidden, reportReopened, termChanged, suspensionIsOver, nothingToUndo
        case announced, announcementEnded
        case listMade, memoSaved, todoAdded, todoOpenedApart
        case viewedForgotten
        case asked
        case signedIn, signedInAsAnother, suspended, signedOut, signedOutEverywhere
        case passwordChanged, profileSaved, pushesEnded, accountDeleted
    }

    /// The alert for the result of a form.
    public init(_ name: Name) {
        switch name {
        case .posted: self.init(done: .success, .itemPosted, leadsToForm: true)
        // By a guest who has posted before.
        case .postedAgain:
            self.init(done: .success, .itemPosted, leadsToPosted: true, leadsToForm: true)
        case .updated: self.init(done: .updated)
        case .itemUpdated: self.init(done: .updated, .itemShowsChanges)
        case .hiddenItemUpdated: self.init(done: .updated, .operatorLooksAgain)
        case .deleted: self.init(done: .deleted)
        case .restored: self.init(done: .restored)
        case .restoredWithList: self.init(done: .restored, .listRestoredToo)
        case .reserved: self.init(done: .reserved, .reservedMeans)
        case .sold: self.init(done: .sold)
        case .offeredAgain: self.init(done: .offeredAgain)
        case .found: self.init(done: .found)
        case .wantedAgain: self.init(done: .wantedAgain)
        case .pulledUp: self.init(done: .pulledUp)
        case .takenOver: self.init(done: .takenOver)
        case .managementEnded: self.init(done: .managementEnded, .passwordManagesAgain)
        case .feedRenewed: self.init(done: .feedRenewed, .oldFeedGone)
        case .searchKept:
            self.init(done: .searchKept)
            leadsToSearches = true
        case .interested: self.init(done: .interested)
        case .reviewed: self.init(done: .reviewed)
        case .reviewAnswered: self.init(done: .reviewAnswered)
        case .chatMuted: self.init(done: .chatMuted, .chatMutedMeans)
        case .chatUnmuted: self.init(done: .chatUnmuted)
        case .chatListed: self.init(done: .chatListed)
        // It was not archived.
        case .chatHasNews: self.init(failed: .changedMeanwhile, Phrase(.chatHasNews))
        case .unblocked: self.init(done: .unblocked)
        case .followed: self.init(done: .followed, .followedAreNotTold)
        case .unfollowed: self.init(done: .unfollowed)
        case .reported: self.init(done: .reported)
        case .itemStaysHidden: self.init(done: .itemStaysHidden)
        case .itemShown: self.init(done: .itemShown)
        case .messageReturned: self.init(done: .messageReturned)
        case .reportReopened: self.init(done: .reportReopened)
        case .termChanged: self.init(done: .termChanged)
        // Nothing was done: it has ended, or another operator has lifted it.
        case .suspensionIsOver: self.init(.failure, title: .suspensionIsOver)
        case .nothingToUndo: self.init(.failure, title: .nothingToUndo)
        case .announced: self.init(done: .announced)
        case .announcementEnded: self.init(done: .announcementEnded)
        case .listMade: self.init(done: .listMade)
        case .memoSaved: self.init(done: .memoSaved)
        case .todoAdded: self.init(done: .todoAdded)
        // It was one occurrence of a repeating to-do.
        case .todoOpenedApart: self.init(done: .openedApart, .repeatsApart)
        case .viewedForgotten: self.init(done: .viewedForgotten)
        // The form signed its writer in as well.
        case .asked: self.init(done: .messageSent)
        case .signedIn: self.init(done: .signedIn)
        // As another account than the one that wrote the form now continued.
        case .signedInAsAnother: self.init(done: .signedIn, .writtenByAnother)
        // The operator has suspended the account, which may neither write nor post.
        case .suspended: self.init(failed: .accountIsSuspended, Phrase(.suspendedByOperator))
        case .signedOut: self.init(done: .signedOut)
        case .signedOutEverywhere: self.init(done: .signedOutEverywhere)
        // All sessions have ended, except for the one that changed the password.
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
        // Once this is put away, nothing else leads back to it.
        case .guestDeletion: self.init(done: .deleted, undoing: undoing)
        case .search: self.init(done: .searchEnded, undoing: undoing)
        case .closing: self.init(done: .sold, .soldMayBeUndone, undoing: undoing)
        case .hiding: self.init(done: .itemHidden, undoing: undoing)
        case .removal: self.init(done: .messageRemoved, undoing: undoing)
        case .showing: self.init(done: .itemShown, undoing: undoing)
        case .returning: self.init(done: .messageReturned, undoing: undoing)
        case .suspension(_, hiding: let count):
            self.init(
                .success, title: .writingStopped,
                lines: count > 0 ? [Line(Phrase(.hiddenWithThem, count))] : [], undoing: undoing)
        case .lifting(_, showing: let count):
            self.init(showingWithThem: count, undoing: undoing)
        case .termChange: self.init(done: .termChanged, undoing: undoing)
        case .dismissal(_, ofDeparted: false): self.init(done: .reportDismissed, undoing: undoing)
        case .dismissal(_, ofDeparted: true): self.init(done: .reportOfDeparted, undoing: undoing)
        case .block(_, in: _, ending: let hasEnded):
            self.init(
                done: .blocked, hasEnded ? .blockEndedDealing : .blockedAreNotTold,
                undoing: undoing)
        case .archiving: self.init(done: .chatArchived, .chatArchivedMeans, undoing: undoing)
        case .announcement: self.init(done: .deleted, undoing: undoing)
        case .ending: self.init(done: .announcementEnded, undoing: undoing)
        }
    }

    /// Says that nothing was done because of a reservation, and offers to cancel it.
    public init(releasing hold: Hold) {
        let (title, line): (Phrase.Key, Phrase.Key) =
            hold.hasAppointment
            ? (.appointmentStands, .releaseInChat) : (.soldToWhom, .closeInChat)
        self.init(.failure, title: title, lines: [Line(Phrase(line))], releasing: hold)
    }

    /// Says how many listings the account has taken over in one step.
    public init(takingOver count: Int) {
        guard count > 1 else {
            self.init(done: .takenOver)
            return
        }
        let line = Line(Phrase(.itemsTakenOver, count))
        self.init(.success, title: .severalTakenOver, lines: [line])
    }

    /// Says how many pieces are left after some were sold elsewhere.
    public init(leaving count: Int64) {
        let line = Line(Phrase(.nowLeft, count))
        self.init(.success, title: .leftChanged, lines: [line])
    }

    /// Says that somebody may write again, and how many of their listings are shown again with that.
    /// - Parameter undoing: what the alert offers to undo; nil for nothing.
    public init(showingWithThem count: Int, undoing: Undoing? = nil) {
        self.init(
            .success, title: .writingAllowed,
            lines: count > 0 ? [Line(Phrase(.shownWithThem, count))] : [], undoing: undoing)
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
