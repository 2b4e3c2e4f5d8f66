import Mustache
import ViewModels

/// Every template that a scene renders, checked against what it is given.
struct Templates: Sendable {
    let itemList: Page<ItemList.Output>
    let itemDetail: Page<ItemDetail.Output>
    let itemForm: Page<ItemForm.Output>
    let photoTile: BareTemplate<ItemForm.PhotoTile>
    let categoryList: Page<CategoryList.Output>
    let passwordPrompt: Page<PasswordPrompt.Output>
    let accounts: AccountTemplates
    let organiser: OrganiserTemplates
    let feeds: FeedTemplates
    let apiGuide: Page<APIGuidePage>
    let error: Page<ErrorPage>

    /// - Throws: what is malformed, or names what its output does not have, in all of them.
    init(_ store: TemplateStore) throws {
        func page<Output: TemplateData>(
            _ name: String, _ output: Output.Type
        ) throws -> Page<Output> {
            try store.page(name, for: output)
        }
        itemList = try page("item-list", ItemList.Output.self)
        itemDetail = try page("item-detail", ItemDetail.Output.self)
        itemForm = try page("item-form", ItemForm.Output.self)
        photoTile = try store.bare("photo-tile", for: ItemForm.PhotoTile.self)
        categoryList = try page("category-list", CategoryList.Output.self)
        passwordPrompt = try page("password-prompt", PasswordPrompt.Output.self)
        accounts = try AccountTemplates(store)
        organiser = try OrganiserTemplates(store)
        feeds = try FeedTemplates(store)
        apiGuide = try page("api-guide", APIGuidePage.self)
        error = try page("error", ErrorPage.self)
    }
}
