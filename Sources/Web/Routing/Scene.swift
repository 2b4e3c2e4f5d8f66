import Market

/// The screens of the site that code sends visitors to, and where they are.
enum Scene: Equatable, Sendable {
    case itemList
    case item(Item.ID)
    case itemForm
    case itemEdit(Item.ID)
    case itemAuthorization(Item.ID)
    case itemDeletion(Item.ID)
    case itemTakeover(Item.ID)
    case signIn
    case signUp
    case recovery
    case home
    case profile
    case taskLists
    case taskList(TaskList.ID)
    case todoComposer
    case completedTodos
    case memos
    case memo(Memo.ID)
    case reminders
    case trash
    case restoration(Deletion.ID)
    case checklist
    case feeds

    var path: String {
        switch self {
        case .itemList: "/"
        case .item(let id): "/items/\(id)"
        case .itemForm: "/items/new"
        case .itemEdit(let id): "/items/\(id)/edit"
        case .itemAuthorization(let id): "/items/\(id)/authorization"
        case .itemDeletion(let id): "/items/\(id)/deletion"
        case .itemTakeover(let id): "/items/\(id)/takeover"
        case .signIn: "/signin"
        case .signUp: "/signup"
        case .recovery: "/recovery"
        case .home: "/my"
        case .profile: "/my/profile"
        case .taskLists: "/my/lists"
        case .taskList(let id): "/my/lists/\(id)"
        case .todoComposer: "/my/tasks/new"
        case .completedTodos: "/my/completed"
        case .memos: "/my/memos"
        case .memo(let id): "/my/memos/\(id)"
        case .reminders: "/my/reminders"
        case .trash: "/my/trash"
        case .restoration(let id): "/my/deletions/\(id)/restoration"
        case .checklist: "/my/checklist"
        case .feeds: "/my/feeds"
        }
    }
}
