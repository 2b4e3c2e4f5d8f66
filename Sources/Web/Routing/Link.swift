import Market

/// Every path of the site, in one place: the route table matches requests with it, redirects and
/// view fields are made from it, and the links in templates are checked against it.
enum Link {
    // MARK: Items
    static let itemList: Path<> = "/"
    static let categories: Path<> = "/categories"
    static let ownNeighbourhood: Path<> = "/near"
    static let items: Path<> = "/items"
    static let itemForm: Path<> = "/items/new"
    static let postedItems: Path<> = "/items/posted"
    static let postedTakeover: Path<> = "/items/posted/takeover"
    static let viewedItems: Path<> = "/items/viewed"
    static let viewedItemsDeletion: Path<> = "/items/viewed/deletion"
    static let itemFormCheck: Path<> = "/items/check"
    static let itemDraft: Path<> = "/items/draft"
    static let itemDraftDeletion: Path<> = "/items/draft/deletion"
    static let item: Path<Item.ID> = "/items/:item"
    static let similarItems: Path<Item.ID> = "/items/:item/similar"
    static let itemEdit: Path<Item.ID> = "/items/:item/edit"
    static let itemAuthorization: Path<Item.ID> = "/items/:item/authorization"
    static let itemManagement: Path<Item.ID> = "/items/:item/management"
    static let itemManagementDeletion: Path<Item.ID> = "/items/:item/management/deletion"
    static let itemDeletion: Path<Item.ID> = "/items/:item/deletion"
    static let itemRestoration: Path<Item.ID> = "/items/:item/restoration"
    static let itemTakeover: Path<Item.ID> = "/items/:item/takeover"
    static let itemInterest: Path<Item.ID> = "/items/:item/interest"
    static let itemInterestDeletion: Path<Item.ID> = "/items/:item/interest/deletion"
    static let priceDropDismissal: Path<Item.ID> = "/items/:item/price/dismissal"
    static let itemReservation: Path<Item.ID> = "/items/:item/reservation"
    static let itemReservationElsewhere: Path<Item.ID> = "/items/:item/reservation/elsewhere"
    static let itemReservationDeletion: Path<Item.ID> = "/items/:item/reservation/deletion"
    static let itemSale: Path<Item.ID> = "/items/:item/sale"
    static let itemSaleElsewhere: Path<Item.ID> = "/items/:item/sale/elsewhere"
    static let itemSaleDeletion: Path<Item.ID> = "/items/:item/sale/deletion"
    static let itemSaleAgain: Path<Item.ID> = "/items/:item/sale/again"
    static let itemPullUp: Path<Item.ID> = "/items/:item/pull-up"
    static let itemChecklist: Path<Item.ID> = "/items/:item/checklist"
    static let ownItems: Path<> = "/my/items"
    static let interests: Path<> = "/my/interests"
    static let photos: Path<> = "/photos"
    static let photo: Path<Photo.ID, Substring> = "/photos/:photo/:size"
    static let parts: Path<> = "/dev/parts"

    // MARK: Trade
    static let inquiry: Path<Item.ID> = "/items/:item/conversation"
    static let purchases: Path<> = "/my/purchases"
    static let sales: Path<> = "/my/sales"
    static let conversations: Path<> = "/chats"
    static let conversationsToAnswer: Path<> = "/chats/waiting"
    static let conversation: Path<Conversation.ID> = "/chats/:conversation"
    static let messages: Path<Conversation.ID> = "/chats/:conversation/messages"
    static let messageDeletion: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/messages/:message/deletion"
    static let messageReport: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/messages/:message/report"
    static let messagePhoto: Path<Conversation.ID, ChatMessage.ID, Substring> =
        "/chats/:conversation/photos/:message/:size"
    static let waitingPhoto: Path<Conversation.ID, Photo.ID, Substring> =
        "/chats/:conversation/waiting/:photo/:size"
    static let conversationReading: Path<Conversation.ID> = "/chats/:conversation/reading"
    static let conversationEvents: Path<Conversation.ID> = "/chats/:conversation/live"
    static let conversationMute: Path<Conversation.ID> = "/chats/:conversation/mute"
    static let conversationMuteDeletion: Path<Conversation.ID> =
        "/chats/:conversation/mute/deletion"
    static let conversationArchive: Path<Conversation.ID> = "/chats/:conversation/archive"
    static let conversationArchiveDeletion: Path<Conversation.ID> =
        "/chats/:conversation/archive/deletion"
    static let offer: Path<Conversation.ID> = "/chats/:conversation/offer"
    static let offerAcceptance: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/offers/:message/acceptance"
    static let offerRejection: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/offers/:message/rejection"
    static let line: Path<Conversation.ID> = "/chats/:conversation/line"
    static let lineDeletion: Path<Conversation.ID> = "/chats/:conversation/line/deletion"
    static let reservation: Path<Conversation.ID> = "/chats/:conversation/reservation"
    static let reservationDeletion: Path<Conversation.ID> =
        "/chats/:conversation/reservation/deletion"
    static let appointment: Path<Conversation.ID> = "/chats/:conversation/appointment"
    static let appointmentDeletion: Path<Conversation.ID> =
        "/chats/:conversation/appointment/deletion"
    static let appointmentAcceptance: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/appointments/:message/acceptance"
    static let appointmentRejection: Path<Conversation.ID, ChatMessage.ID> =
        "/chats/:conversation/appointments/:message/rejection"
    static let arrival: Path<Conversation.ID> = "/chats/:conversation/arrival"
    static let closing: Path<Conversation.ID> = "/chats/:conversation/closing"
    static let closingDeletion: Path<Conversation.ID> = "/chats/:conversation/closing/deletion"
    static let nextDealing: Path<Conversation.ID> = "/chats/:conversation/next-dealing"
    static let review: Path<Conversation.ID> = "/chats/:conversation/review"
    static let reviewAnswer: Path<Conversation.ID> = "/chats/:conversation/review/answer"

    // Paths for the guest who posted the item; the paths of the other steps are made where they are routed.
    static let itemConversations = conversations.ofGuest
    static let itemConversation = conversation.ofGuest
    static let itemMessages = messages.ofGuest
    static let itemMessageDeletion = messageDeletion.ofGuest
    static let itemMessageReport = messageReport.ofGuest
    static let itemMessagePhoto = messagePhoto.ofGuest
    static let itemWaitingPhoto = waitingPhoto.ofGuest
    static let itemConversationReading = conversationReading.ofGuest
    static let itemConversationEvents = conversationEvents.ofGuest
    static let guestsReservationDeletion = reservationDeletion.ofGuest
    static let itemClosingDeletion = closingDeletion.ofGuest
    static let itemReview = review.ofGuest
    static let itemReviewAnswer = reviewAnswer.ofGuest

    // MARK: People
    static let person: Path<Account.ID> = "/people/:person"
    static let personItems: Path<Account.ID> = "/people/:person/items"
    static let block: Path<Account.ID> = "/people/:person/block"
    static let blockDeletion: Path<Account.ID> = "/people/:person/block/deletion"
    static let blocks: Path<> = "/my/blocks"
    static let follow: Path<Account.ID> = "/people/:person/follow"
    static let followDeletion: Path<Account.ID> = "/people/:person/follow/deletion"
    static let follows: Path<> = "/my/follows"
    static let suspension: Path<Account.ID> = "/people/:person/suspension"
    static let suspensionTerm: Path<Account.ID> = "/people/:person/suspension/term"
    static let suspensionDeletion: Path<Account.ID> = "/people/:person/suspension/deletion"
    static let itemHiding: Path<Item.ID> = "/items/:item/hiding"
    static let itemHidingConfirmation: Path<Item.ID> = "/items/:item/hiding/confirmation"
    static let itemHidingDeletion: Path<Item.ID> = "/items/:item/hiding/deletion"
    static let itemReminderDismissal: Path<Item.ID> = "/items/:item/reminder/dismissal"
    static let reports: Path<> = "/reports"
    static let hiddenItems: Path<> = "/reports/hidden"
    static let suspendedPeople: Path<> = "/reports/suspended"
    static let reportForm: Path<> = "/reports/new"
    static let decisionLog: Path<> = "/reports/decisions"
    static let people: Path<> = "/people"
    static let reportPhoto: Path<Report.ID> = "/reports/:report/photo"
    static let reportDismissal: Path<Report.ID> = "/reports/:report/dismissal"
    static let reportDismissalDeletion: Path<Report.ID> = "/reports/:report/dismissal/deletion"
    static let reportRemoval: Path<Report.ID> = "/reports/:report/removal"
    static let reportRemovalDeletion: Path<Report.ID> = "/reports/:report/removal/deletion"

    // MARK: Search
    static let search: Path<> = "/search"
    static let searchCompletions: Path<> = "/search/completions"

    // MARK: Accounts
    static let signIn: Path<> = "/signin"
    static let signOut: Path<> = "/signout"
    static let signUp: Path<> = "/signup"
    static let recovery: Path<> = "/recovery"
    static let language: Path<> = "/language"
    static let profile: Path<> = "/my/profile"
    static let password: Path<> = "/my/password"
    static let recoveryCodes: Path<> = "/my/recovery-codes"
    static let sessionsDeletion: Path<> = "/my/sessions/deletion"
    static let accountDeletion: Path<> = "/my/account/deletion"
    static let export: Path<> = "/my/export"

    // MARK: Organiser
    static let organiser: Path<> = "/my"
    static let todoLists: Path<> = "/my/lists"
    static let todoListsDeletion: Path<> = "/my/lists/deletion"
    static let todoList: Path<TodoList.ID> = "/my/lists/:list"
    static let todoListDeletion: Path<TodoList.ID> = "/my/lists/:list/deletion"
    static let listTodos: Path<TodoList.ID> = "/my/lists/:list/tasks"
    static let listTodosDeletion: Path<TodoList.ID> = "/my/lists/:list/tasks/deletion"
    static let todos: Path<> = "/my/tasks"
    static let todoForm: Path<> = "/my/tasks/new"
    static let todo: Path<Todo.ID> = "/my/tasks/:todo"
    static let todoDeletion: Path<Todo.ID> = "/my/tasks/:todo/deletion"
    static let todoCompletion: Path<Todo.ID> = "/my/tasks/:todo/completion"
    static let todoCompletionDeletion: Path<Todo.ID> = "/my/tasks/:todo/completion/deletion"
    static let todoReminderDismissal: Path<Todo.ID> = "/my/tasks/:todo/reminder/dismissal"
    static let completedTodos: Path<> = "/my/completed"
    static let completedTodosDeletion: Path<> = "/my/completed/deletion"
    static let memos: Path<> = "/my/memos"
    static let memoForm: Path<> = "/my/memos/new"
    static let memo: Path<Memo.ID> = "/my/memos/:memo"
    static let memoEdit: Path<Memo.ID> = "/my/memos/:memo/edit"
    static let memoDeletion: Path<Memo.ID> = "/my/memos/:memo/deletion"
    static let memoReminderDismissal: Path<Memo.ID> = "/my/memos/:memo/reminder/dismissal"
    static let reminders: Path<> = "/my/reminders"
    static let noticeDismissal: Path<Notice.ID> = "/my/notices/:notice/dismissal"
    static let schedule: Path<> = "/my/days"
    static let trash: Path<> = "/my/trash"
    static let restoration: Path<Deletion.ID> = "/my/deletions/:deletion/restoration"
    static let purge: Path<Deletion.ID> = "/my/deletions/:deletion/purge"
    static let checklist: Path<> = "/my/checklist"

    // MARK: Kept searches
    static let savedSearches: Path<> = "/my/searches"
    static let savedSearch: Path<SavedSearch.ID> = "/my/searches/:search"
    static let savedSearchEdit: Path<SavedSearch.ID> = "/my/searches/:search/edit"
    static let savedSearchDeletion: Path<SavedSearch.ID> = "/my/searches/:search/deletion"
    static let savedSearchFeed: Path<Substring, Substring> = "/feeds/:key/searches/:file"

    // MARK: Announcements
    static let announcements: Path<> = "/announcements"
    static let announcementForm: Path<> = "/announcements/new"
    static let announcement: Path<Announcement.ID> = "/announcements/:announcement"
    static let announcementEdit: Path<Announcement.ID> = "/announcements/:announcement/edit"
    static let announcementEnding: Path<Announcement.ID> = "/announcements/:announcement/ending"
    static let announcementEndingDeletion: Path<Announcement.ID> =
        "/announcements/:announcement/ending/deletion"
    static let announcementDeletion: Path<Announcement.ID> =
        "/announcements/:announcement/deletion"
    static let announcementRestoration: Path<Announcement.ID> =
        "/announcements/:announcement/restoration"
    static let announcementDismissal: Path<Announcement.ID> =
        "/announcements/:announcement/dismissal"

    // MARK: Feeds
    static let sitemap: Path<> = "/sitemap.xml"
    static let sitemapPart: Path<Substring> = "/sitemap/:file"
    static let robots: Path<> = "/robots.txt"
    static let itemFeed: Path<> = "/feed.atom"
    static let reminderFeed: Path<Substring> = "/feeds/:file"
    static let reminderCalendar: Path<Substring> = "/feeds/:key/reminders.ics"
    static let feeds: Path<> = "/my/feeds"
    static let feedKey: Path<> = "/my/feeds/key"
    static let itemEvents: Path<> = "/live"
    static let organiserEvents: Path<> = "/my/live"

    // MARK: Push
    static let push: Path<> = "/push"
    static let pushDeletion: Path<> = "/push/deletion"
    static let pushNews: Path<> = "/push/news"
    static let unseenPushes: Path<> = "/push/unseen"

    // MARK: Words
    static let rules: Path<> = "/rules"
    static let privacy: Path<> = "/privacy"
    static let offline: Path<> = "/offline"
    static let manifest: Path<> = "/manifest.webmanifest"

    // MARK: API
    static let apiGuide: Path<> = "/api"
    static let apiItemPage: Path<Substring> = "/api/items/:page"
    static let apiItems: Path<> = "/api/item"
    static let apiItem: Path<Item.ID> = "/api/item/:item"
    static let apiProducts: Path<> = "/api/products"
    static let apiProduct: Path<Item.ID> = "/api/products/:item"
    static let apiProductDeletionURI: Path<Item.ID> = "/api/products/:item/archived"
    static let apiProductDeletionKey: Path<Item.ID> = "/api/products/:item/secret"
    static let apiProductByKey: Path<Substring> = "/api/products/:key"
    static let apiProductByIDAndKey: Path<Substring, Substring> = "/api/products/:item/:key"
    static let apiHealth: Path<> = "/healthChecker"
}
