import Market

extension MemoryStorage {
    /// What a `MemoryStorage` holds, and the rules of it.
    struct Contents {
        struct Listing {
            var item: Item
            var passwordHash: String
            var submissionKey: String?
        }

        struct Upload {
            var photo: DevelopedPhoto
            var date: Timestamp
        }

        private(set) var uploads: [Photo.ID: Upload] = [:]
        /// By ascending id.
        private var listings: [Listing] = []
        private var lastID: Item.ID = 0

        func page(_ query: ItemQuery) -> ItemPage {
            let matching = listings.map(\.item).filter { item in
                query.filter.category == nil || query.filter.category == item.content.category
            }
            let limit = max(query.limit, 1)
            let page: ArraySlice<Item>
            switch query.position {
            case .newest: page = matching.suffix(limit)
            case .before(let id): page = matching.prefix { item in item.id < id }.suffix(limit)
            case .after(let id): page = matching.drop { item in item.id <= id }.prefix(limit)
            }
            return ItemPage(
                items: page.reversed().map(ItemSummary.init),
                hasNewer: page.endIndex < matching.endIndex,
                hasOlder: page.startIndex > matching.startIndex)
        }

        /// - Throws: `.itemNotFound`.
        func listing(_ id: Item.ID) throws(StorageError) -> Listing {
            listings[try index(of: id)]
        }

        mutating func insert(_ new: NewItem) throws(StorageError) -> Item.ID {
            if let key = new.submissionKey,
                let made = listings.first(where: { listing in listing.submissionKey == key })
            {
                return made.item.id
            }
            let item = Item(
                id: lastID + 1, content: new.content, photos: try photos(new.photos),
                status: new.status, datePosted: new.datePosted, dateModified: new.datePosted)
            listings.append(
                Listing(
                    item: item, passwordHash: new.passwordHash, submissionKey: new.submissionKey))
            lastID = item.id
            return item.id
        }

        mutating func update(
            _ id: Item.ID, content: ItemContent, photos ids: [Photo.ID], at now: Timestamp
        ) throws(StorageError) {
            let index = try index(of: id)
            listings[index].item.photos = try photos(ids)
            listings[index].item.content = content
            listings[index].item.dateModified = now
        }

        mutating func delete(_ id: Item.ID) throws(StorageError) {
            listings.remove(at: try index(of: id))
        }

        mutating func insert(_ photo: DevelopedPhoto, at now: Timestamp) {
            uploads[photo.photo.id, default: Upload(photo: photo, date: now)].date = now
        }

        func photos(_ ids: [Photo.ID]) throws(StorageError) -> [Photo] {
            var photos: [Photo] = []
            for id in ids {
                guard let upload = uploads[id] else { throw .photoNotFound }
                photos.append(upload.photo.photo)
            }
            return photos
        }

        mutating func deleteUnusedPhotos(uploadedBefore moment: Timestamp) -> Int {
            let used = Set(listings.flatMap(\.item.photos).map(\.id))
            let kept = uploads.filter { id, upload in upload.date >= moment || used.contains(id) }
            defer { uploads = kept }
            return uploads.count - kept.count
        }

        private func index(of id: Item.ID) throws(StorageError) -> Int {
            guard let index = listings.firstIndex(where: { listing in listing.item.id == id })
            else { throw .itemNotFound }
            return index
        }
    }
}
