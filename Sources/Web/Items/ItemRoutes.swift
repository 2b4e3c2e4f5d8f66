import HTTPServer

/// The routes of items: the market's list, an item, its form, and an account's own items.
enum ItemRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let list = try ItemListScene(dependencies)
        let categories = try CategoryListScene(dependencies, in: "items/category-list")
        let detail = try ItemDetailScene(dependencies)
        let prompt = try PasswordPromptScene(dependencies)
        let form = try ItemFormScene(dependencies, prompt: prompt)
        let typing = ItemFormTypingScene(dependencies)
        let photos = try PhotoScene(dependencies)
        let posted = try PostedItemsScene(dependencies)
        let takeover = try PostedTakeoverScene(dependencies)
        let viewed = try ViewedItemsScene(dependencies)
        let near = try OwnNeighbourhoodScene(dependencies)
        return [
            .get(Link.itemList, list.show),
            .get(Link.categories, categories.show),
            .get(Link.ownNeighbourhood, near.show),
            .get(Link.itemForm, form.show),
            .get(Link.postedItems, posted.show),
            .get(Link.postedTakeover, takeover.show),
            .post(Link.postedTakeover, takeover.submit),
            .get(Link.viewedItems, viewed.show),
            .get(Link.viewedItemsDeletion, { _ in .redirect(to: Link.viewedItems()) }),
            .post(Link.viewedItemsDeletion, viewed.forget),
            // A returned form is at the path that it was sent to; a reload by GET leads to the form.
            .get(Link.items, { _ in .redirect(to: Link.itemForm()) }),
            .post(Link.items, form.post),
            .post(Link.itemFormCheck, typing.check),
            .post(Link.itemDraft, typing.keep),
            .post(Link.itemDraftDeletion, typing.forget),
            .get(Link.item, detail.show),
            .get(Link.similarItems, detail.showSimilar),
            .get(Link.itemEdit, form.showEdit),
            .post(Link.itemEdit, form.edit),
            .get(Link.itemAuthorization) { .redirect(to: Link.itemEdit($1)) },
            .post(Link.itemAuthorization, prompt.authorize),
            .get(Link.itemManagement, prompt.showManagement),
            .post(Link.itemManagement, prompt.manage),
            .post(Link.itemManagementDeletion, prompt.endManagement),
            .get(Link.itemDeletion, prompt.showDeletion),
            .post(Link.itemDeletion, prompt.delete),
            .get(Link.itemRestoration) { .redirect(to: Link.item($1)) },
            .post(Link.itemRestoration, prompt.restore),
            .get(Link.itemTakeover, prompt.showTakeover),
            .post(Link.itemTakeover, prompt.takeOver),
            .shared(.get, Link.photo, photos.show),
            .post(Link.photos, photos.upload),
        ] + (try accountRoutes(dependencies, detail)) + (try developerRoutes(dependencies))
    }

    static func pendingActions(_ dependencies: Dependencies) throws -> [PendingAction] {
        let interests = try InterestScene(dependencies, detail: ItemDetailScene(dependencies))
        return [
            PendingAction(Link.itemInterest, for: .takeInterest) { context, _, id in
                try await interests.takeUp(id, context)
            }
        ]
    }

    private static func developerRoutes(_ dependencies: Dependencies) throws -> [Route] {
        guard dependencies.pages.templates.isReloading else { return [] }
        return [.get(Link.parts, try PartsScene(dependencies).show)]
    }

    private static func accountRoutes(
        _ dependencies: Dependencies, _ detail: ItemDetailScene
    ) throws -> [Route] {
        let items = try OwnItemsScene(dependencies)
        let interests = try InterestScene(dependencies, detail: detail)
        return [
            .get(Link.ownItems, items.show),
            .get(Link.interests, interests.show),
            // An item page that reports a failure is at the path that was posted to; a reload by
            // GET leads to the item.
            .get(Link.itemInterest) { _, id in .redirect(to: Link.item(id)) },
            .post(Link.itemInterest) { try await interests.set(true, $1, $0) },
            .post(Link.itemInterestDeletion) { try await interests.set(false, $1, $0) },
        ]
    }
}
