import HTTPServer

/// Every path of items: the market's list, one item, its form, and what an account does with its
/// own.
enum ItemRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let list = try ItemListScene(dependencies)
        let detail = try ItemDetailScene(dependencies)
        let form = try ItemFormScene(dependencies)
        let prompt = try PasswordPromptScene(dependencies)
        let photos = try PhotoScene(dependencies)
        return try [
            .get(Link.itemList, list.show),
            .get(Link.categories, CategoryListScene(dependencies).show),
            .get(Link.itemForm, form.show),
            // A form that came back stands at the path it was sent to; asked for again, it is
            // there.
            .get(Link.items, { _ in .redirect(to: Link.itemForm()) }),
            .post(Link.items, form.post),
            .get(Link.item, detail.show),
            .get(Link.itemEdit, form.showEdit),
            .post(Link.itemEdit, form.edit),
            .get(Link.itemAuthorization, prompt.showAuthorization),
            .post(Link.itemAuthorization, prompt.authorize),
            .get(Link.itemDeletion, prompt.showDeletion),
            .post(Link.itemDeletion, prompt.delete),
            .shared(.get, Link.photo, photos.show),
            .post(Link.photos, photos.upload),
        ] + sellingRoutes(dependencies)
    }

    private static func sellingRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let own = try OwnItemScene(dependencies)
        let items = try OwnItemsScene(dependencies)
        let interests = try InterestScene(dependencies)
        let prompt = try PasswordPromptScene(dependencies)
        return [
            .get(Link.ownItems, items.show),
            .get(Link.interests, interests.show),
            // What could not be done stands at the path it was sent to; asked for again, it is
            // there.
            .get(Link.itemInterest, own.goBack),
            .get(Link.itemPullUp, own.goBack),
            .post(Link.itemInterest, interests.add),
            .post(Link.itemInterestDeletion, interests.remove),
            .post(Link.itemReservation, own.reserve),
            .post(Link.itemReservationDeletion, own.unreserve),
            .post(Link.itemSale, own.sell),
            .post(Link.itemSaleDeletion, own.unsell),
            .post(Link.itemPullUp, own.pullUp),
            .get(Link.itemTakeover, prompt.showTakeover),
            .post(Link.itemTakeover, prompt.takeOver),
        ]
    }
}
