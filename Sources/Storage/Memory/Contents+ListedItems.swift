import Market

extension MemoryStorage.Contents {
    func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        let text = query.text.map { SearchText(sought: $0) }
        let matching = listings.reversed().filter { listing in
            text.map { SearchText(listing.item.content.title).contains($0) } ?? true
        }
        var items: [ListedItem] = []
        for listing in matching.dropFirst(Int(clamping: query.offset)).prefix(query.limit) {
            var item = try listed(listing)
            item.description = String(
                item.description.unicodeScalars.prefix(ListedItem.mostDescription))
            items.append(item)
        }
        return ItemOffsetPage(items: items, count: Int64(matching.count))
    }

    /// - Throws: `.itemNotFound`.
    func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        try listed(try listing(id))
    }

    private func listed(_ listing: Listing) throws(StorageError) -> ListedItem {
        var seller: ListedItem.Seller?
        if let id = listing.item.seller {
            let nickname = try member(id).account.profile.nickname
            seller = ListedItem.Seller(id: id, nickname: nickname.text)
        }
        return ListedItem(
            summary: listing.summary, description: listing.item.content.description,
            photos: listing.item.photos.map(\.id), dateModified: listing.item.dateModified,
            seller: seller)
    }
}
