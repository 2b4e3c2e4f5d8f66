import Market

/// The screens of the site that code sends visitors to, and where they are.
enum Scene: Equatable, Sendable {
    case itemList
    case item(Item.ID)
    case itemForm
    case itemEdit(Item.ID)
    case itemAuthorization(Item.ID)
    case itemDeletion(Item.ID)

    var path: String {
        switch self {
        case .itemList: "/"
        case .item(let id): "/items/\(id)"
        case .itemForm: "/items/new"
        case .itemEdit(let id): "/items/\(id)/edit"
        case .itemAuthorization(let id): "/items/\(id)/authorization"
        case .itemDeletion(let id): "/items/\(id)/deletion"
        }
    }
}
