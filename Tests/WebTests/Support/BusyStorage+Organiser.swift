import Localization
import Market

/// What the scenes under test never ask of it.
extension BusyStorage {
    func insert(_ account: NewAccount) throws(StorageError) -> Account.ID {
        throw .busy
    }

    func account(_ id: Account.ID) throws(StorageError) -> Account {
        throw .busy
    }

    func credentials(of nickname: Nickname) throws(StorageError) -> Credentials? {
        throw .busy
    }

    func passwordHash(ofAccount id: Account.ID) throws(StorageError) -> String {
        throw .busy
    }

    func updateProfile(
        _ profile: Profile, language: Language?, of id: Account.ID
    ) throws(StorageError) {
        throw .busy
    }

    func setLanguage(_ language: Language?, of id: Account.ID) throws(StorageError) {
        throw .busy
    }

    func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) throws(StorageError) {
        throw .busy
    }

    func useRecoveryCode(
        _ code: SecretDigest, of id: Account.ID
    ) throws(StorageError) -> Bool {
        throw .busy
    }

    func recoveryCodeCount(of id: Account.ID) throws(StorageError) -> Int {
        throw .busy
    }

    func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID
    ) throws(StorageError) {
        throw .busy
    }

    func checklist(of id: Account.ID) throws(StorageError) -> [String] {
        throw .busy
    }

    func setChecklist(_ steps: [String], of id: Account.ID) throws(StorageError) {
        throw .busy
    }

    func feedKey(of id: Account.ID) throws(StorageError) -> String? {
        throw .busy
    }

    func account(feedKey: String) throws(StorageError) -> Account.ID? {
        throw .busy
    }

    func setFeedKey(_ key: String, of id: Account.ID) throws(StorageError) {
        throw .busy
    }

    func deleteAccount(_ id: Account.ID, at now: Timestamp) throws(StorageError) {
        throw .busy
    }

    func insert(_ session: Session) throws(StorageError) {
        throw .busy
    }

    func session(
        _ digest: SecretDigest, at now: Timestamp
    ) throws(StorageError) -> Session? {
        throw .busy
    }

    func visitor(
        _ digest: SecretDigest, at now: Timestamp
    ) throws(StorageError) -> Visitor? {
        throw .busy
    }

    func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) throws(StorageError) -> Bool {
        throw .busy
    }

    func deleteSession(_ digest: SecretDigest) throws(StorageError) {
        throw .busy
    }

    func deleteSessions(
        of account: Account.ID, except digest: SecretDigest?
    ) throws(StorageError) {
        throw .busy
    }

    func deleteExpiredSessions(at now: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }

    func insert(
        _ list: TodoListContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TodoList.ID {
        throw .busy
    }

    func lists(of account: Account.ID) throws(StorageError) -> [TodoListSummary] {
        throw .busy
    }

    func list(_ id: TodoList.ID, of account: Account.ID) throws(StorageError) -> TodoList {
        throw .busy
    }

    func update(
        _ id: TodoList.ID, of account: Account.ID, content: TodoListContent
    ) throws(StorageError) {
        throw .busy
    }

    func deleteList(
        _ id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        throw .busy
    }

    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        throw .busy
    }

    func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Todo.ID {
        throw .busy
    }

    func todos(
        in list: TodoList.ID, of account: Account.ID
    ) throws(StorageError) -> [Todo] {
        throw .busy
    }

    func openTodos(
        of account: Account.ID, limit: Int
    ) throws(StorageError) -> [OpenTodo] {
        throw .busy
    }

    func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) throws(StorageError) -> [CompletedTodo] {
        throw .busy
    }

    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Todo] {
        throw .busy
    }

    func todo(_ id: Todo.ID, of account: Account.ID) throws(StorageError) -> Todo {
        throw .busy
    }

    func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TodoList.ID {
        throw .busy
    }

    func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        throw .busy
    }

    func deleteTodos(
        in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        throw .busy
    }

    func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        throw .busy
    }

    func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Memo.ID {
        throw .busy
    }

    func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) throws(StorageError) -> [Memo] {
        throw .busy
    }

    func memo(_ id: Memo.ID, of account: Account.ID) throws(StorageError) -> Memo {
        throw .busy
    }

    func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        throw .busy
    }

    func deletions(of account: Account.ID) throws(StorageError) -> [Deletion] {
        throw .busy
    }

    func item(in id: Deletion.ID, of account: Account.ID) throws(StorageError) -> Item {
        throw .busy
    }

    func restore(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func purge(_ id: Deletion.ID, of account: Account.ID) throws(StorageError) {
        throw .busy
    }

    func purgeDeletions(before moment: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }

    func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) throws(StorageError) -> [Reminder] {
        throw .busy
    }

    func latestReminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) throws(StorageError) -> [Reminder] {
        throw .busy
    }

    func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Int {
        throw .busy
    }

    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) throws(StorageError) {
        throw .busy
    }

    func sell(_ id: Item.ID, at now: Timestamp) throws(StorageError) -> Conversation.ID? {
        throw .busy
    }

    func conversationsToClose(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) throws(StorageError) -> [Conversation] {
        throw .busy
    }

    func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func pullUp(_ id: Item.ID, at now: Timestamp) throws(StorageError) {
        throw .busy
    }

    func takeOver(_ id: Item.ID, by account: Account.ID) throws(StorageError) {
        throw .busy
    }

    func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        throw .busy
    }

    func items(
        of seller: Account.ID, _ status: Item.Status, for purpose: Item.Purpose?,
        before position: Item.Position?, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        throw .busy
    }

    func itemCounts(
        of seller: Account.ID
    ) throws(StorageError) -> [Item.Purpose: [Item.Status: Int]] {
        throw .busy
    }

    func draft(of account: Account.ID) throws(StorageError) -> ItemDraft? {
        throw .busy
    }

    func setDraft(_ draft: ItemDraft, of account: Account.ID) throws(StorageError) -> Bool {
        throw .busy
    }

    func deleteDraft(_ key: String?, of account: Account.ID) throws(StorageError) {
        throw .busy
    }

    func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) throws(StorageError) {
        throw .busy
    }

    func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) throws(StorageError) -> [Interest] {
        throw .busy
    }
}

extension BusyStorage {
    func insert(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> SavedSearch.ID {
        throw .busy
    }

    func counterparts(
        of item: Item, for viewer: Account.ID?, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        throw .busy
    }

    func savedSearches(of account: Account.ID) throws(StorageError) -> [SavedSearch] {
        throw .busy
    }

    func savedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) throws(StorageError) -> SavedSearch {
        throw .busy
    }

    func savedSearch(
        for filter: ItemFilter, of account: Account.ID
    ) throws(StorageError) -> SavedSearch.ID? {
        throw .busy
    }

    func deleteSavedSearch(
        _ id: SavedSearch.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        throw .busy
    }

    func matches(
        of id: SavedSearch.ID, of account: Account.ID, before key: SavedSearch.Match.ID?,
        limit: Int
    ) throws(StorageError) -> [SavedSearch.Match] {
        throw .busy
    }

    func setSeen(
        upTo match: SavedSearch.Match.ID, of id: SavedSearch.ID, of account: Account.ID
    ) throws(StorageError) {
        throw .busy
    }

    func countUnseenMatches(of account: Account.ID) throws(StorageError) -> Int {
        throw .busy
    }

    func purgeMatches(before moment: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }
}

extension BusyStorage {
    func ask(
        _ message: NewChatMessage, about item: Item.ID, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID {
        throw .busy
    }

    func conversation(
        about item: Item.ID, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID? {
        throw .busy
    }

    func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> Conversation {
        throw .busy
    }

    func conversations(
        of reader: Conversation.Reader, about item: Item.ID?, before message: ChatMessage.ID?,
        limit: Int
    ) throws(StorageError) -> [Conversation] {
        throw .busy
    }

    func conversationsToAnswer(
        by account: Account.ID, before message: ChatMessage.ID?, at now: Timestamp, limit: Int
    ) throws(StorageError) -> [Conversation] {
        throw .busy
    }

    func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        limit: Int
    ) throws(StorageError) -> [ChatMessage] {
        throw .busy
    }

    func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, after message: ChatMessage.ID?,
        limit: Int
    ) throws(StorageError) -> [ChatMessage] {
        throw .busy
    }

    func changes(
        in id: Conversation.ID, of reader: Conversation.Reader,
        after revision: Conversation.Revision, limit: Int
    ) throws(StorageError) -> ConversationChanges {
        throw .busy
    }

    func insert(
        _ message: NewChatMessage, in id: Conversation.ID, by writer: Conversation.Reader
    ) throws(StorageError) -> ChatMessage.ID {
        throw .busy
    }

    func photo(
        of message: ChatMessage.ID, in id: Conversation.ID, of reader: Conversation.Reader,
        _ size: Photo.Size
    ) throws(StorageError) -> [UInt8] {
        throw .busy
    }

    func takeBack(
        _ message: ChatMessage.ID, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func setRead(
        upTo message: ChatMessage.ID, in id: Conversation.ID, by reader: Conversation.Reader
    ) throws(StorageError) {
        throw .busy
    }

    func countUnreadMessages(of account: Account.ID) throws(StorageError) -> Int {
        throw .busy
    }
}

extension BusyStorage {
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func releaseLapsedReservations(at now: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }

    func countNoShows(of account: Account.ID, at now: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }
}

extension BusyStorage {
    func reviews(
        in id: Conversation.ID, about closing: ChatMessage.ID?, of reader: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) -> DealingReviews {
        throw .busy
    }

    func insert(
        _ content: ReviewContent, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by writer: Conversation.Reader, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func answerReview(
        _ text: String, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by reader: Conversation.Reader, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func reviews(
        of account: Account.ID, before key: Review.Key?, limit: Int, at now: Timestamp
    ) throws(StorageError) -> [Review] {
        throw .busy
    }

    func closing(
        _ id: ChatMessage.ID, in conversation: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> Dealing.Closing? {
        throw .busy
    }

    func dealingsToReview(
        by account: Account.ID, at now: Timestamp, limit: Int
    ) throws(StorageError) -> [ClosedDealing] {
        throw .busy
    }

    func deals(
        _ side: Deal.Side, of account: Account.ID, before id: Deal.ID?, limit: Int
    ) throws(StorageError) -> [Deal] {
        throw .busy
    }

    func deals(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) throws(StorageError) -> [Deal] {
        throw .busy
    }

    func reviews(
        by account: Account.ID, before id: Review.ID?, limit: Int
    ) throws(StorageError) -> [Review] {
        throw .busy
    }

    func facts(of account: Account.ID, at now: Timestamp) throws(StorageError) -> PersonFacts {
        throw .busy
    }

    func dealings(
        before id: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> EarlierDealings? {
        throw .busy
    }
}

extension BusyStorage {
    func setBlocked(
        _ isBlocked: Bool, _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) throws(StorageError) -> Bool {
        throw .busy
    }

    func blockedPeople(by account: Account.ID) throws(StorageError) -> [Account] {
        throw .busy
    }

    func excerpt(
        of subject: Report.Subject, for reporter: Conversation.Reader
    ) throws(StorageError) -> String {
        throw .busy
    }

    func insert(_ report: NewReport) throws(StorageError) {
        throw .busy
    }

    func reports(
        areSettled: Bool, before id: Report.ID?, limit: Int
    ) throws(StorageError) -> [Report] {
        throw .busy
    }

    func reports(
        by reporter: Account.ID, before id: Report.ID?, limit: Int
    ) throws(StorageError) -> [Report] {
        throw .busy
    }

    func photo(of report: Report.ID) throws(StorageError) -> [UInt8] {
        throw .busy
    }

    func countOpenReports(upTo most: Int) throws(StorageError) -> Int {
        throw .busy
    }

    func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func hiddenItems(before id: Item.ID?, limit: Int) throws(StorageError) -> [HiddenItem] {
        throw .busy
    }

    func hiddenItems(of seller: Account.ID, limit: Int) throws(StorageError) -> [HiddenItem] {
        throw .busy
    }

    func isSuspended(_ account: Account.ID) throws(StorageError) -> Bool {
        throw .busy
    }

    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func suspendedPeople(
        before key: SuspendedPerson.Key?, limit: Int
    ) throws(StorageError) -> [SuspendedPerson] {
        throw .busy
    }

    func decisions(about person: Account.ID, limit: Int) throws(StorageError) -> [Decision] {
        throw .busy
    }
}

extension BusyStorage {
    func openItems(
        of seller: Account.ID, for purpose: Item.Purpose?, before position: Item.Position?,
        limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        throw .busy
    }

    func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) {
        throw .busy
    }

    func hidingReason(of item: Item.ID) throws(StorageError) -> String? {
        throw .busy
    }
}
