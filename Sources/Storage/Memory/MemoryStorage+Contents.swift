import Market

extension MemoryStorage {
    /// What a `MemoryStorage` holds, and the rules of it.
    struct Contents {
        struct Listing {
            var item: Item
            var position: Item.Position
            /// Nil when an account owns it.
            var passwordHash: String?
            var submissionKey: String?

            var summary: ItemSummary { ItemSummary(item, position: position) }
        }

        struct Upload {
            var photo: DevelopedPhoto
            var date: Timestamp
        }

        private(set) var uploads: [Photo.ID: Upload] = [:]
        /// By ascending position.
        private(set) var listings: [Listing] = []
        private var lastPosition: Int64 = 0
        var members: [Account.ID: Member] = [:]
        var signIns: [SignIn] = []
        private var lastID: Int64 = 0

        var items: [Item] { listings.map(\.item) }

        /// For anything but listings.
        mutating func nextID() -> Int64 {
            lastID += 1
            return lastID
        }

        func page(_ query: ItemQuery) -> ItemPage {
            let matching = listings.filter { listing in
                query.filter.category == nil
                    || query.filter.category == listing.item.content.category
            }
            let limit = max(query.limit, 1)
            let page: ArraySlice<Listing>
            switch query.position {
            case .newest: page = matching.suffix(limit)
            case .before(let key): page = matching.prefix { $0.position < key }.suffix(limit)
            case .after(let key): page = matching.drop { $0.position <= key }.prefix(limit)
            }
            return ItemPage(
                items: page.reversed().map(\.summary),
                hasNewer: page.endIndex < matching.endIndex,
                hasOlder: page.startIndex > matching.startIndex)
        }

        func summaries(
            of seller: Account.ID, _ status: Item.Status, before position: Item.Position?,
            limit: Int
        ) -> [ItemSummary] {
            let older = listings.reversed().filter { listing in
                listing.item.seller == seller && listing.item.status == status
                    && position.map { listing.position < $0 } ?? true
            }
            return older.prefix(max(limit, 0)).map(\.summary)
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
            if let seller = new.seller { _ = try member(seller) }
            let photos = try photos(new.photos)
            lastPosition += 1
            let position = Item.Position(rawValue: lastPosition)
            let item = Item(
                id: Item.ID(rawValue: lastPosition), content: new.content, photos: photos,
                status: new.status, datePosted: new.datePosted, dateModified: new.datePosted,
                seller: new.seller)
            listings.append(
                Listing(
                    item: item, position: position, passwordHash: new.passwordHash,
                    submissionKey: new.submissionKey))
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

        mutating func setStatus(_ status: Item.Status, of id: Item.ID) throws(StorageError) {
            listings[try index(of: id)].item.status = status
        }

        mutating func pullUp(_ id: Item.ID, at now: Timestamp) throws(StorageError) {
            let index = try index(of: id)
            let earliest = listings[index].item.mayBePulledUp
            guard now >= earliest else { throw .tooSoon(until: earliest) }
            var listing = listings.remove(at: index)
            lastPosition += 1
            listing.position = Item.Position(rawValue: lastPosition)
            listing.item.datePulledUp = now
            listings.append(listing)
        }

        mutating func takeOver(_ id: Item.ID, by account: Account.ID) throws(StorageError) {
            let index = try index(of: id)
            _ = try member(account)
            guard listings[index].item.seller == nil else { throw .changedMeanwhile }
            listings[index].item.seller = account
            listings[index].passwordHash = nil
        }

        mutating func delete(_ id: Item.ID) throws(StorageError) {
            listings.remove(at: try index(of: id))
            for index in members.values.indices {
                members.values[index].organiser.unpin(id)
                members.values[index].interests.removeAll { $0.item == id }
            }
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
            let shown = listings.flatMap(\.item.photos).map(\.id)
            let used = Set(shown + members.values.compactMap(\.account.profile.picture))
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
