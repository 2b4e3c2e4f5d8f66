import HTTPServer

/// Every path of items: the market's list, one item, its form, and what an account does with its
/// own.
enum ItemRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let list = ItemListScene(dependencies)
        let detail = ItemDetailScene(dependencies)
        let form = ItemFormScene(dependencies)
        let edit = ItemEditScene(dependencies)
        let prompt = PasswordPromptScene(dependencies)
        let photos = PhotoScene(dependencies)
        return [
            .get(Link.itemList, list.show),
            .get(Link.categories, CategoryListScene(dependencies).show),
            .get(Link.itemForm, form.show),
            // A form that came back stands at the path it was sent to; asked for again, it is
            // there.
            .get(Link.items, { _ in .redirect(to: Link.itemForm()) }),
            .post(Link.items, form.submit),
            .get(Link.item, old: detail.show),
            .get(Link.itemEdit, old: edit.show),
            .post(Link.itemEdit, old: edit.submit),
            .get(Link.itemAuthorization, old: prompt.showAuthorization),
            .post(Link.itemAuthorization, old: prompt.authorize),
            .get(Link.itemDeletion, old: prompt.showDeletion),
            .post(Link.itemDeletion, old: prompt.delete),
            .shared(.get, Link.photo, old: photos.show),
            .post(Link.photos, photos.upload),
        ] + sellingRoutes(dependencies)
    }

    private static func sellingRoutes(_ dependencies: Dependencies) -> [Route] {
        let own = OwnItemScene(dependencies)
        let items = OwnItemsScene(dependencies)
        let interests = InterestScene(dependencies)
        let prompt = PasswordPromptScene(dependencies)
        return [
            .get(Link.ownItems, items.show),
            .get(Link.interests, interests.show),
            // What could not be done stands at the path it was sent to; asked for again, it is
            // there.
            .get(Link.itemInterest, old: own.goBack),
            .get(Link.itemPullUp, old: own.goBack),
            .post(Link.itemInterest, old: interests.add),
            .post(Link.itemInterestDeletion, old: interests.remove),
            .post(Link.itemReservation, old: own.reserve),
            .post(Link.itemReservationDeletion, old: own.unreserve),
            .post(Link.itemSale, old: own.sell),
            .post(Link.itemSaleDeletion, old: own.unsell),
            .post(Link.itemPullUp, old: own.pullUp),
            .get(Link.itemTakeover, old: prompt.showTakeover),
            .post(Link.itemTakeover, old: prompt.takeOver),
        ]
    }
}
