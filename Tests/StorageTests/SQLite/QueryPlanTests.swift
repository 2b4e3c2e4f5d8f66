import Market
import Testing

@testable import Storage

/// Expects SQLite to find every read's rows by an index, and in order.
struct QueryPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Words that the query plans must contain.
        let steps: [String]
        /// Whether the read may sort, since it finds only few rows.
        let isSorted: Bool
        let read: @Sendable (SQLiteStorage) async throws -> Void

        init(
            _ description: String, _ steps: String..., isSorted: Bool = false,
            read: @escaping @Sendable (SQLiteStorage) async throws -> Void
        ) {
            testDescription = description
            self.steps = steps
            self.isSorted = isSorted
            self.read = read
        }
    }

    private static let furniture = ItemFilter(category: .furniture)

    static let rows = [
        Row("the newest", "item USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") {
            _ = try await $0.items(ItemQuery(filter: furniture, limit: 9))
        },
        Row(
            "the newest to who has blocked somebody", "item USING INTEGER PRIMARY KEY (rowid=?)",
            "SEARCH block USING"
        ) { _ = try await $0.items(ItemQuery(limit: 9, blocker: 1)) },
        Row("the cheapest", "item USING INTEGER PRIMARY KEY (rowid=?)") {
            _ = try await $0.items(ItemQuery(filter: furniture, order: .lowestPrice, limit: 9))
        },
        Row(
            "the best matches", "item_search VIRTUAL TABLE INDEX",
            "item USING INTEGER PRIMARY KEY (rowid>?)"
        ) {
            _ = try await $0.items(
                ItemQuery(
                    filter: ItemFilter(search: SearchQuery("의자")), order: .bestMatch, limit: 9))
        },
        Row(
            "listings by offset", "item_count USING PRIMARY KEY (shift=?)",
            "item_count USING PRIMARY KEY (shift=? AND block>? AND block<?)",
            "item USING INTEGER PRIMARY KEY (rowid>?)", "item USING INTEGER PRIMARY KEY (rowid<?)",
            "account USING INTEGER PRIMARY KEY (rowid=?)", "item_photo USING PRIMARY KEY (item=?)"
        ) { _ = try await $0.items(ItemOffsetQuery(offset: 60, limit: 9)) },
        Row(
            "listings of whole prices", "item USING INTEGER PRIMARY KEY (rowid>?)",
            "item USING INTEGER PRIMARY KEY (rowid=?)",
            "item_vendor USING INTEGER PRIMARY KEY (rowid=?)"
        ) { _ = try await $0.items(ItemOffsetQuery(offset: 60, limit: 9, of: .wholePrices)) },
        Row(
            "a search", "vendor USING INDEX sqlite_autoindex_vendor_2 (number>?)",
            "account USING COVERING INDEX sqlite_autoindex_account_1 (nickname_key=?)",
            "item USING INTEGER PRIMARY KEY (rowid>?)",
            "item USING INTEGER PRIMARY KEY (rowid=?)", "item_photo USING PRIMARY KEY (item=?)"
        ) { _ = try await $0.items(ItemOffsetQuery(limit: 9, of: .matching("의자"))) },
        Row("dates of listings", "item USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") {
            _ = try await $0.itemDates(1..<50_001, limit: 9)
        },
        Row("one listing", "item USING INTEGER PRIMARY KEY (rowid=?)") { _ = try await $0.item(7) },
        Row(
            "one listing with what its page shows", "item USING INTEGER PRIMARY KEY (rowid=?)",
            "interest USING COVERING INDEX interest_by_item (item=?)",
            "conversation USING INDEX conversation_by_", "todo_by_item (item=? AND account=?)",
            "memo_by_item (item=? AND account=?)", "report_of_item (item=? AND reporter=?)"
        ) { _ = try await $0.detailed(7, for: 1) },
        Row(
            "its seller", "account USING INTEGER PRIMARY KEY (rowid=?)",
            "COVERING INDEX no_show_by_account (account=? AND is_answered=? AND date<?)",
            "COVERING INDEX no_show_by_account (account=? AND is_answered=? AND date>?)"
        ) { _ = try await $0.detailed($0.insert(NewItem.sample(of: 1))) },
        Row("one that is not where it was", "item USING INDEX sqlite_autoindex_item_1 (id=?)") {
            _ = try await $0.item(99)
        },
        Row(
            "one listing with all", "item USING INDEX sqlite_autoindex_item_1 (id=?)",
            "item_photo USING PRIMARY KEY (item=?)"
        ) { _ = try await $0.listedItem(7) },
        Row(
            "several listings by their numbers",
            "item USING INDEX sqlite_autoindex_item_1 (id=? AND rowid>?)",
            "block USING PRIMARY KEY (account=? AND blocked=?)"
        ) { _ = try await $0.openItems([7, 3], for: 1) },
        Row("the last place of an account", "account USING INTEGER PRIMARY KEY (rowid=?)") {
            _ = try await $0.lastPlace(of: 1)
        },
        Row("listings of a seller", "item_by_seller (seller=? AND status=? AND rowid<?)") {
            _ = try await $0.items(of: 1, .selling, before: nil, limit: 9)
        },
        Row(
            "wanted listings of a seller",
            "item_request_by_seller (seller=? AND status=? AND rowid<?)"
        ) { _ = try await $0.items(of: 1, .selling, for: .request, before: nil, limit: 9) },
        Row(
            "open wanted listings of a seller",
            "item_request_by_seller (seller=? AND status=? AND rowid>? AND rowid<?)"
        ) { _ = try await $0.openItems(of: 1, for: .request, before: nil, limit: 9) },
        Row(
            "open listings of a seller",
            "item_by_seller (seller=? AND status=? AND rowid>? AND rowid<?)"
        ) { _ = try await $0.openItems(of: 1, for: .offer, before: nil, limit: 9) },
        Row(
            "open listings beside one",
            "item_by_seller (seller=? AND status=? AND rowid>? AND rowid<?)"
        ) { _ = try await $0.openItems(of: 1, for: nil, before: nil, limit: 9) },
        Row(
            "counts of a seller", "COVERING INDEX item_by_seller (seller=?)",
            "request USING INDEX item_by_request (position=?"
        ) { _ = try await $0.itemCounts(of: 1) },
        Row("a seller's listings by their titles", "item_by_seller (seller=?)", isSorted: true) {
            let search = try #require(SearchQuery("의자"))
            _ = try await $0.items(of: 1, titled: search, before: nil, limit: 9)
        },
        Row(
            "how a seller's listings stand", "item USING INTEGER PRIMARY KEY (rowid=?)",
            "interest USING COVERING INDEX interest_by_item (item=?)",
            "INDEX conversation_by_"
        ) { _ = try await $0.standings(at: [1, 2]) },
        Row(
            "what a guest has posted",
            "item USING INDEX sqlite_autoindex_item_1 (id=? AND rowid>?)",
            "conversation USING INDEX conversation_by_"
        ) { _ = try await $0.guestItems([7, 3]) },
        Row(
            "the newest questions about it", "item USING COVERING INDEX sqlite_autoindex_item_1",
            "conversation USING INDEX conversation_by_",
            "message USING INDEX message_by_conversation (conversation=?)"
        ) { _ = try await $0.newestQuestions(about: [7, 3]) },
        Row("interests", "interest_by_account (account=? AND rowid<?)") {
            _ = try await $0.interests(of: 1, before: nil, limit: 9)
        },
        Row("whether one is told that it is cheaper", "interest_1 (account=? AND item=?)") {
            _ = try await $0.seePriceDrop(of: 1, to: .open(), by: 1)
        },
        Row("that one has seen that it is cheaper", "interest_1 (account=? AND item=?)") {
            try $0.prepare(
                Connection.dismissingPriceDrop, Connection.seeingPrice, Connection.endingPriceDrop)
        },
        Row(
            "who is told that it is cheaper, or no more", "interest_by_item (item=?)",
            "block USING"
        ) {
            try $0.prepare(
                Connection.tellingPriceDrop, Connection.takingBackPriceDrop,
                Connection.forgettingAtTakeover)
        },
        Row("whom other prices tell nothing any more", "interest_by_item (item=?)") {
            try $0.prepare(Connection.selectToldOf, Connection.forgettingPrices)
        },
        Row(
            "what of it is told no more as there is too much", "told USING INDEX interest_by_item",
            "interest USING INDEX interest_dropped (account=? AND is_dropped=?)",
            "item USING INDEX sqlite_autoindex_item_1 (id=?)", isSorted: true
        ) { try $0.prepare(Connection.forgettingOldest) },
        Row(
            "kept searches", "search USING INDEX saved_search_by_account (account=?",
            "wanted USING INTEGER PRIMARY KEY", "news USING INTEGER PRIMARY KEY",
            "edited_match USING COVERING INDEX edited_match_by_number (wanted=? AND number>?",
            "edited_match USING COVERING INDEX edited_match_by_item (item=?",
            "item USING INDEX sqlite_autoindex_item_1 (id=?",
            "item USING INTEGER PRIMARY KEY (rowid=?)",
            "block USING PRIMARY KEY (account=? AND blocked=?)"
        ) { _ = try await $0.savedSearches(of: 1) },
        Row("count of unseen matches", "search USING INDEX saved_search_by_account (account=?") {
            _ = try await $0.countUnseenMatches(of: 1)
        },
        Row(
            "matches", "search USING INTEGER PRIMARY KEY",
            "edited_match USING INDEX edited_match_by_number (wanted=? AND number>? AND number<?)",
            "edited_match USING PRIMARY KEY (wanted=? AND item=?)",
            "block USING PRIMARY KEY (account=? AND blocked=?)"
        ) {
            _ = try await $0.matches(of: 1, of: 1, before: nil, limit: 9)
        },
        Row(
            "conversations", "conversation_by_seller (seller=? AND last<?)",
            "conversation_by_asker (asker=? AND last<?)", "MERGE"
        ) { _ = try await $0.conversations(of: .account(1), before: nil, limit: 9) },
        Row(
            "conversations in the list", "MERGE",
            "COVERING INDEX conversation_by_seller (seller=? AND last<?)",
            "COVERING INDEX conversation_by_asker (asker=? AND last<?)"
        ) { _ = try await $0.conversations(of: 1, areArchived: false, before: nil, limit: 9) },
        Row(
            "archived conversations", "MERGE",
            "conversation_archived_by_seller (seller=? AND seller_archived=? AND last<?)",
            "conversation_archived_by_asker (asker=? AND asker_archived=? AND last<?)"
        ) { _ = try await $0.conversations(of: 1, areArchived: true, before: nil, limit: 9) },
        Row(
            "whether there are archived conversations",
            "conversation_archived_by_seller (seller=? AND seller_archived=?)",
            "conversation_archived_by_asker (asker=? AND asker_archived=?)"
        ) { _ = try await $0.hasArchivedConversations(of: 1) },
        Row(
            "conversations that are looked for", "MERGE",
            "conversation_by_seller (seller=? AND last<?)",
            "conversation_by_asker (asker=? AND last<?)",
            "item USING INDEX sqlite_autoindex_item_1 (id=?)",
            "account USING INTEGER PRIMARY KEY (rowid=?)",
            "message USING INDEX message_by_conversation (conversation=?)",
            "message_by_conversation (conversation=? AND rowid>?)"
        ) {
            let search = try #require(SearchQuery("책상"))
            _ = try await $0.ask("책상은요?", about: 1, by: 1)
            _ = try await $0.conversations(
                of: 1, matching: search, before: nil, limit: 9, lookingAt: 100)
        },
        Row(
            "conversations to answer", "CO-ROUTINE recent", "MERGE",
            "conversation_by_seller (seller=? AND last<?)",
            "conversation_by_asker (asker=? AND last<?)",
            "block USING PRIMARY KEY (account=? AND blocked=?)",
            "item USING INDEX sqlite_autoindex_item_1 (id=?)",
            "said USING INTEGER PRIMARY KEY (rowid=?)",
            "message USING INDEX message_by_conversation (conversation=?)",
            "message USING INTEGER PRIMARY KEY (rowid=?)", isSorted: true
        ) { _ = try await $0.conversationsToAnswer(by: 1, before: nil, at: noon, limit: 9) },
        Row(
            "conversations to answer about an item", "CO-ROUTINE recent",
            "conversation USING INDEX conversation_by_item (item=? AND last<?)",
            "block USING PRIMARY KEY (account=? AND blocked=?)",
            "item USING INDEX sqlite_autoindex_item_1 (id=?)",
            "said USING INTEGER PRIMARY KEY (rowid=?)",
            "message USING INDEX message_by_conversation (conversation=?)", isSorted: true
        ) {
            _ = try await $0.unansweredConversations(
                about: 1, of: .account(1), before: nil, at: noon)
        },
        Row("conversations of a guest", "conversation_by_item (item=? AND last<?)") {
            _ = try await $0.conversations(of: .guest(1), before: nil, limit: 9)
        },
        Row(
            "a photo", "photo USING PRIMARY KEY (id=?)",
            "rendition USING INDEX sqlite_autoindex_rendition_1 (photo=? AND size=?)"
        ) { _ = try await $0.bytes(of: .sample("a"), .full, for: .anybody) },
        Row(
            "a photo of one's own",
            "item_photo USING INDEX item_photo_by_photo (<expr>=?)",
            "deletion USING INDEX deletion_by_item (item=?)"
        ) { _ = try await $0.bytes(of: .sample("a"), .full, for: .account(1)) },
        Row("conversations about an item", "conversation_by_item (item=? AND last<?)") {
            _ = try await $0.conversations(of: .account(1), about: 1, before: nil, limit: 9)
        },
        Row(
            "conversations to close", "conversation_by_item (item=?)", "block USING",
            "account USING INTEGER PRIMARY KEY (rowid=?)", isSorted: true
        ) {
            _ = try await $0.conversationsToClose(about: 1, by: .account(1), limit: 9)
        },
        Row(
            "one conversation", "conversation USING INTEGER PRIMARY KEY",
            "message USING INDEX message_by_accepted_offer (conversation=?)",
            "beginning_by_conversation (conversation=?)"
        ) { _ = try await $0.conversation(1, of: .account(1)) },
        Row(
            "the conversation about a listing, be it in the trash or gone",
            "(item=? AND asker=?)", "conversation_by_trashed_item (trashed_item=?)",
            "conversation_by_former_item (former_item=?)"
        ) { _ = try await $0.conversation(about: 1, by: 1) },
        Row(
            "closings of a conversation", "closing_by_conversation (conversation=?)",
            "sqlite_autoindex_review_1 (conversation=? AND is_sellers=? AND closing=?)"
        ) {
            let (seller, asker) = (try await $0.join("이웃"), try await $0.join("지수"))
            let item = try await $0.insert(NewItem.sample(of: seller))
            let id = try await $0.ask(about: item, by: asker)
            try await $0.take(.close(at: nil), in: id, by: .account(seller), at: noon)
            _ = try await $0.conversation(id, of: .account(asker))
        },
        Row(
            "count of unread messages",
            "COVERING INDEX conversation_unread_by_seller (seller=? AND seller_muted=?",
            "COVERING INDEX conversation_unread_by_asker (asker=? AND asker_muted=?"
        ) { _ = try await $0.countUnreadMessages(of: 1) },
        Row(
            "whether there are unread messages",
            "COVERING INDEX conversation_unread_by_seller (seller=?",
            "COVERING INDEX conversation_unread_by_asker (asker=?"
        ) { _ = try await $0.hasUnreadMessages(of: 1) },
        Row(
            "reviews of a person", "review USING INDEX review_by_reviewed (reviewed=? AND opens<?)",
            "conversation USING INTEGER PRIMARY KEY"
        ) { _ = try await $0.reviews(of: 1, before: nil, limit: 9, at: noon) },
        Row("reviews by an account", "review USING INDEX review_by_writer (writer=? AND rowid<?)") {
            _ = try await $0.reviews(by: 1, before: nil, limit: 9)
        },
        Row(
            "what an account has bought", "conversation_by_asker (asker=?)",
            "conversation_dealt_by_seller (seller=?)", "closing_by_conversation (conversation=?)",
            isSorted: true
        ) { _ = try await $0.deals(.purchase, of: 1, before: nil, limit: 9) },
        Row(
            "what an account has sold", "conversation_by_asker (asker=?)",
            "conversation_dealt_by_seller (seller=?)", "closing_by_conversation (conversation=?)",
            isSorted: true
        ) { _ = try await $0.deals(.sale, of: 1, before: nil, limit: 9) },
        Row(
            "deals about an item", "(item=?", "closing_by_conversation (conversation=?)",
            isSorted: true
        ) { _ = try await $0.deals(about: 1, by: .account(1), limit: 9) },
        Row(
            "prices paid for items", "(item=?", "closing_by_conversation (conversation=?)",
            isSorted: true
        ) { _ = try await $0.pricesPaid(for: [1, 2], of: 1) },
        Row(
            "conversations to review", "CO-ROUTINE recent",
            "COVERING INDEX conversation_by_seller (seller=?)",
            "COVERING INDEX conversation_by_asker (asker=?)",
            "closing_by_conversation (conversation=? AND date>?)",
            "review USING COVERING INDEX sqlite_autoindex_review_1"
                + " (conversation=? AND is_sellers=? AND closing=?)", isSorted: true
        ) { _ = try await $0.dealingsToReview(by: 1, at: noon, limit: 9) },
        Row(
            "facts of a person", "account USING INTEGER PRIMARY KEY (rowid=?)",
            "no_show_by_account (account=? AND is_answered=? AND date<?)",
            "no_show_by_account (account=? AND is_answered=? AND date>?)"
        ) { _ = try await $0.facts(of: 1, at: noon) },
        Row(
            "facts of a person as they are counted anew",
            "account USING INTEGER PRIMARY KEY (rowid=?)",
            "COVERING INDEX conversation_dealt_by_seller (seller=?",
            "COVERING INDEX conversation_dealt_by_asker (asker=?",
            "closing_by_conversation (conversation=?)",
            "COVERING INDEX conversation_by_reply_time (seller=?", isSorted: true
        ) {
            for sql in [PersonFactsSchema.countDealings, PersonFactsSchema.keepReplyTime] {
                let text = sql.text.replacing("new.seller", with: "1").replacing(
                    "new.asker", with: "2")
                try $0.prepare(SQL(stringLiteral: text))
            }
        },
        Row(
            "what the reviews of a person say",
            "review USING COVERING INDEX review_by_reviewed (reviewed=? AND opens<?)",
            "review USING COVERING INDEX review_by_reviewed (reviewed=? AND opens>?)"
        ) { _ = try await $0.reviewCounts(of: 1, at: noon) },
        Row("people blocked", "block USING PRIMARY KEY (account=?)") {
            _ = try await $0.blockedPeople(by: 1)
        },
        Row(
            "followed sellers", "follow USING PRIMARY KEY (account=?)",
            "account USING INTEGER PRIMARY KEY (rowid=?)",
            "item USING INDEX item_by_seller (seller=? AND status=? AND rowid>?)",
            "item USING COVERING INDEX item_by_seller (seller=? AND status=? AND rowid>?)",
            isSorted: true
        ) { _ = try await $0.followedSellers(of: 1) },
        Row(
            "listings of followed sellers", "follow USING PRIMARY KEY (account=?)",
            "item USING COVERING INDEX item_by_seller (seller=? AND status=? AND rowid>?"
                + " AND rowid<?)",
            "item USING INTEGER PRIMARY KEY (rowid=?)",
            "follow USING PRIMARY KEY (account=? AND seller=?)", isSorted: true
        ) { _ = try await $0.followedItems(of: 1, before: nil, limit: 9) },
        Row(
            "count of new listings of followed sellers", "follow USING PRIMARY KEY (account=?)",
            "item_by_seller (seller=? AND status=? AND rowid>?)"
        ) { _ = try await $0.countUnseenFollowedItems(of: 1) },
        Row(
            "new listings of followed sellers that searches find",
            "follow USING PRIMARY KEY (account=?)",
            "item_by_seller (seller=? AND status=? AND rowid>?)",
            "search USING INDEX saved_search_by_account (account=?"
        ) { _ = try await $0.countUnseenFollowedMatches(of: 1) },
        Row("followers of a seller", "COVERING INDEX follow_by_seller (seller=? AND account>?)") {
            try $0.readNow { connection throws(StorageError) in
                _ = try connection.followers(of: 1, limit: 9)
            }
        },
        Row("what a form has made", "(submission_key>? AND submission_key<?)") {
            try $0.readNow { connection throws(StorageError) in
                _ = try connection.earlier(of: Submission(form: "form", content: "lamp"))
            }
        },
        Row(
            "what an item stays posted for", "COVERING INDEX conversation_by_stage (item=?)",
            "(conversation=?)"
        ) { _ = try await $0.fixedPurpose(of: 1) },
        Row("who has blocked somebody", "block_by_blocked (blocked=?)") {
            try $0.readNow { connection throws(StorageError) in _ = try connection.blockers(of: 1) }
        },
        Row("what two keep for each other", "conversation USING INDEX conversation_") {
            _ = try await $0.keptStages(between: 1, 2)
        },
        Row("who is first in line", "conversation USING INDEX conversation_in_line (item=?") {
            _ = try await $0.isTurnTold(byReleaseOf: 1, at: noon)
        },
        Row("whether it was reported", "INDEX report_of_item (item=? AND reporter=?)") {
            _ = try await $0.hasReported(1, by: 1)
        },
        Row("whether a person was reported", "report_of_person (person=? AND reporter=?)") {
            _ = try await $0.hasOpenReport(of: 1, by: 2)
        },
        Row(
            "messages that a guest reported",
            "report USING INDEX report_of_message (message=? AND reporter=?)"
        ) { _ = try await $0.openReports(of: [1, 2], by: .guest(1)) },
        Row("messages that one reported", "report USING INDEX report_by_reporter (reporter=?)") {
            _ = try await $0.openReports(of: [1, 2], by: .account(1))
        },
        Row(
            "count of open reports", "report USING COVERING INDEX report_open (date_settled=?)",
            "hiding USING COVERING INDEX hiding_mended (date_mended>?)"
        ) { _ = try await $0.countOpenReports(upTo: 10) },
        Row(
            "what waits for operators", "report USING INDEX report_open (date_settled=? AND id<?)",
            "later USING INDEX report_by_thing (<expr>=? AND id>?)"
        ) { _ = try await $0.reportCases(about: nil, before: nil, limit: 9) },
        Row("open reports of an item", "report USING INDEX report_by_thing (<expr>=?") {
            _ = try await $0.countOpenReports(about: .item(1))
        },
        Row("open reports of a person", "report USING INDEX report_open (date_settled=?)") {
            _ = try await $0.countOpenReports(about: .person(1))
        },
        Row(
            "a reported message", "message USING INTEGER PRIMARY KEY (rowid=?)",
            "message USING INDEX message_by_conversation (conversation=? AND rowid<?)",
            "message USING INDEX message_by_conversation (conversation=? AND rowid>?)"
        ) {
            _ = try await $0.ask("있나요?", about: 1, by: 1)
            _ = try await $0.reportedMessages([1])
        },
        Row(
            "what was looked at", "report USING INTEGER PRIMARY KEY (rowid<?)",
            "later USING INDEX report_open (date_settled=? AND id>?)"
        ) { _ = try await $0.settledReportCases(before: nil, limit: 9) },
        Row("hidden items", "hiding USING INTEGER PRIMARY KEY (rowid<?)", "(id=?)") {
            _ = try await $0.hiddenItems(before: nil, limit: 9)
        },
        Row(
            "who is suspended", "account USING INDEX account_suspended (date_suspended",
            "decision USING INDEX decision_by_person (person=?)",
            "stop USING INTEGER PRIMARY KEY (rowid=?)",
            "hiding USING INDEX hiding_by_account (account=?"
        ) { _ = try await $0.suspendedPeople(before: nil, limit: 9) },
        Row(
            "whose suspension is over", "decision USING INDEX decision_by_end (ends<?)",
            "account USING INTEGER PRIMARY KEY (rowid=?)",
            "later USING INDEX decision_by_person (person=? AND id>?)"
        ) { _ = try await $0.endSuspensions(at: noon) },
        Row(
            "what was decided about somebody", "decision USING INDEX decision_by_person (person=?)",
            "decision USING INDEX decision_by_former_person (former_person=?)",
            "decider USING INTEGER PRIMARY KEY (rowid=?)"
        ) { _ = try await $0.decisions(about: 1, limit: 9) },
        Row(
            "all that was decided", "decision USING INTEGER PRIMARY KEY (rowid<?)",
            "report_by_decision (decision=?)", "person USING INTEGER PRIMARY KEY (rowid=?)"
        ) { _ = try await $0.decisions(before: nil, limit: 9) },
        Row(
            "what was decided after it", "decision USING INDEX decision_by_item (item=?",
            "decision USING INDEX decision_by_message (message=?",
            "decision USING INDEX decision_by_person (person=?"
        ) {
            let subjects: [Report.Subject] = [.item(1), .message(1), .person(1)]
            _ = try await $0.decisions(
                after: subjects.map { subject in
                    Decision(
                        id: 1, kind: .hidden, subject: subject, title: "", reason: "", date: noon,
                        report: nil, decider: nil)
                })
        },
        Row("the reasons given", "decision USING INDEX decision_by_kind (kind=?)") {
            _ = try await $0.reasons(for: .hidden, limit: 5)
        },
        Row("announcements", "announcement USING INTEGER PRIMARY KEY (rowid<?)") {
            _ = try await $0.announcements(before: nil, limit: 9)
        },
        Row("who has joined", "account USING INTEGER PRIMARY KEY (rowid<?)") {
            for part in [nil, "민"] {
                _ = try await $0.joinedPeople(called: part, before: nil, limit: 9)
            }
        },
        Row(
            "hidden items of an account", "hiding_by_account (account=?)", "(id=?)",
            isSorted: true
        ) { _ = try await $0.hiddenItems(of: 1, limit: 9) },
        Row("a session", "(digest=?)", "session_by_former (former_digest=?)") {
            _ = try await $0.session(SecretDigest("?"), at: noon)
        },
        Row(
            "who comes with a token", "account USING INTEGER PRIMARY KEY (rowid=?)",
            "block USING PRIMARY KEY (account=?)",
            "decision USING INDEX decision_by_person (person=?)"
        ) {
            try await $0.insert(Session.sample("token", of: 1))
            _ = try await $0.visitor(SecretDigest("token"), at: noon)
        },
        Row(
            "lists", "task_list_by_account (account=? AND deletion=?)", "CORRELATED",
            "COVERING INDEX todo_open (list=?"
        ) { _ = try await $0.lists(of: 1) },
        Row("todos of a list", "todo_by_list (list=? AND deletion=?)") {
            _ = try await $0.todos(in: 1, of: 1)
        },
        Row("todos of a listing", "todo_by_item (item=? AND account=?)") {
            _ = try await $0.todos(pinnedTo: 1, of: 1, limit: 9)
        },
        Row(
            "open todos", "todo_open_by_account (account=? AND deletion=? AND date_completed=?)",
            "task_list USING INTEGER PRIMARY KEY"
        ) { _ = try await $0.openTodos(of: 1, limit: 9) },
        Row(
            "completed todos", "todo_completed (account=?", "task_list USING INTEGER PRIMARY KEY"
        ) { _ = try await $0.completedTodos(of: 1, before: nil, limit: 9) },
        Row(
            "completed todos of a list", "todo_completed (account=?",
            "task_list USING INTEGER PRIMARY KEY"
        ) { _ = try await $0.completedTodos(in: 1, of: 1, before: nil, limit: 9) },
        Row("count of the completed todos of a list", "todo_by_list (list=? AND deletion=?)") {
            let list = try await $0.makeList(of: 1)
            _ = try await $0.countCompletedTodos(in: list, of: 1)
        },
        Row("memos", "memo_by_account (account=? AND deletion=? AND rowid<?)") {
            _ = try await $0.memos(of: 1, before: nil, limit: 9)
        },
        Row("deletions", "deletion_by_account (account=?)") { _ = try await $0.deletions(of: 1) },
        Row(
            "count of due reminders", "COVERING INDEX todo_reminder (account=?",
            "COVERING INDEX memo_reminder (account=?", "reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets<?)",
            "COVERING INDEX hiding_by_account (account=? AND is_seen=?)",
            "interest USING INDEX interest_dropped (account=? AND is_dropped=?)",
            "item USING INDEX sqlite_autoindex_item_1 (id=?",
            "COVERING INDEX notice_by_account (account=?)"
        ) { _ = try await $0.countDueReminders(of: 1, at: noon) },
        Row(
            "the next reminder", "COVERING INDEX todo_reminder (account=?",
            "COVERING INDEX memo_reminder (account=?", "reminder>?)",
            "conversation_meets_by_seller (seller=? AND meets>?)",
            "conversation_meets_by_asker (asker=? AND meets>?)"
        ) {
            try $0.readNow { connection throws(StorageError) in
                _ = try connection.nextReminder(of: 1, after: noon)
            }
        },
        Row(
            "reminders", "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)",
            "message USING INTEGER PRIMARY KEY",
            "hiding_by_account (account=? AND is_seen=? AND date>? AND date<?)",
            "interest_dropped (account=? AND is_dropped=? AND date_dropped>? AND date_dropped<?)",
            "notice_by_account (account=? AND date>? AND date<?)"
        ) { _ = try await $0.reminders(of: 1, after: noon, until: noon, limit: 9) },
        Row(
            "plans", "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)"
        ) { _ = try await $0.plans(of: 1, after: noon, until: noon, limit: 9) },
        Row(
            "the latest plans", "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)"
        ) { _ = try await $0.latestPlans(of: 1, after: noon, until: noon, limit: 9) },
        Row(
            "reminders and plans", "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)",
            "hiding_by_account (account=? AND is_seen=? AND date>? AND date<?)",
            "interest_dropped (account=? AND is_dropped=? AND date_dropped>? AND date_dropped<?)",
            "notice_by_account (account=? AND date>? AND date<?)"
        ) { _ = try await $0.remindersAndPlans(of: 1, after: noon + -3_600, limit: 9) },
        Row("what repeats", "todo_reminder (account=? AND is_dismissed=?", "reminder<?)") {
            _ = try await $0.repeatedReminders(of: 1, until: noon, limit: 9)
        },
        Row(
            "the latest reminders", "todo_reminder (account=? AND is_dismissed=?",
            "memo_reminder (account=? AND is_dismissed=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)",
            "message USING INTEGER PRIMARY KEY",
            "hiding_by_account (account=? AND is_seen=? AND date>? AND date<?)",
            "interest_dropped (account=? AND is_dropped=? AND date_dropped>? AND date_dropped<?)",
            "notice_by_account (account=? AND date>? AND date<?)"
        ) { _ = try await $0.latestReminders(of: 1, after: noon, until: noon, limit: 9) },
        Row(
            "whom of these to tell",
            "COVERING INDEX push_subscription_by_account (account=?)"
        ) { _ = try await $0.pushedAccounts(among: [1, 2]) },
        Row("how often all was ended", "push_ending USING INTEGER PRIMARY KEY (rowid=?)") {
            _ = try await $0.pushEndings(of: 1)
        },
        Row(
            "the browsers that are told", "push_subscription_by_account (account=?)",
            "session USING INTEGER PRIMARY KEY (rowid=?)"
        ) { _ = try await $0.pushSubscriptions(of: 1, at: noon) },
        Row("whether one is told", "(digest=?)", "push_subscription_by_session (session=?)") {
            _ = try await $0.isSubscribed(SecretDigest("?"))
        },
        Row(
            "who is reminded", "COVERING INDEX todo_reminder (account=?",
            "COVERING INDEX memo_reminder (account=?", "reminder>? AND reminder<?)",
            "conversation_meets_by_seller (seller=? AND meets>? AND meets<?)",
            "conversation_meets_by_asker (asker=? AND meets>? AND meets<?)"
        ) { _ = try await $0.pushedAccounts(remindedAfter: noon, until: noon) },
    ]
    /// Reading all subscribed accounts may scan this index.
    private static let all =
        "SCAN push_subscription USING COVERING INDEX push_subscription_by_account"

    @Test(arguments: rows)
    func readsUseAnIndexAndDoNotSort(_ row: Row) async throws {
        let plan = try await plan(of: row)
        // Scans of a subquery's result, and of a table with one row, are fine.
        let isSlow = plan.contains { step in
            step.contains("TEMP B-TREE") && !row.isSorted
                || step.hasPrefix("SCAN ") && !plan.contains("CO-ROUTINE " + step.dropFirst(5))
                    && !step.contains("VIRTUAL TABLE")
                    && !["SCAN item_indexed_until", "SCAN CONSTANT ROW", Self.all].contains(step)
        }
        #expect(!isSlow, "\(plan)")
        for words in row.steps {
            #expect(plan.contains { $0.contains(words) }, "\(words) is not in \(plan)")
        }
    }

    /// The plans of all statements that a fresh connection prepares for a read, in a market of 70 items.
    private func plan(of row: Row) async throws -> [String] {
        var plan: [String] = []
        try await withTemporaryFolder { folder in
            try Backend.emptyFile.copy(to: folder + "/market.db")
            let storage = try SQLiteStorage(path: folder + "/market.db")
            // An account with saved searches, so that there are matches to count.
            let account = try await storage.join()
            for text in ["의자", "책상"] { _ = try await storage.keep(text, of: account) }
            try await storage.insertTogether(70)
            let file = try SQLiteFile(folder + "/market.db")
            // The statements are prepared even if nothing is found.
            _ = try? await row.read(storage)
            let statements = try storage.readNow { connection in
                Array((connection as? SQLiteConnection)?.statements.map(\.key) ?? [])
            }
            for sql in statements where sql != "BEGIN" {
                plan += try file.values("EXPLAIN QUERY PLAN " + sql.text, column: 3)
            }
        }
        return plan
    }

    /// When a row is deleted, the rows that reference it are found by an index.
    @Test func everyReferenceHasAnIndex() async throws {
        try await withTemporaryFolder { folder in
            _ = try SQLiteStorage(path: folder + "/market.db")
            let file = try SQLiteFile(folder + "/market.db")
            let references = try file.values(
                """
                SELECT t.name || '.' || f."from" FROM sqlite_schema AS t,
                    pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
                """)
            #expect(references.count > 10)
            for reference in references {
                let parts = reference.split(separator: ".")
                let plan = try file.values(
                    "EXPLAIN QUERY PLAN SELECT 1 FROM \(parts[0]) WHERE \(parts[1]) = ?",
                    column: 3)
                #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(reference): \(plan)")
            }
        }
    }
}

extension SQLiteStorage {
    /// Prepares statements that only the writer runs.
    fileprivate func prepare(_ statements: SQL...) throws {
        try readNow { connection throws(StorageError) in
            for sql in statements { _ = try connection.prepare(sql) }
        }
    }
}
