import Market
import Testing

struct PhotoStorageTests {
    @Test(arguments: Backend.allCases)
    func theBytesOfEverySizeComeBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let photo = DevelopedPhoto.sample("a", fullSize: 600_000)
            try await storage.insert(photo, at: noon)
            for size in Photo.Size.allCases {
                let bytes = try await storage.bytes(of: photo.photo.id, size)
                #expect(bytes == photo.bytes(size))
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aPhotoWithoutBytesComesBack(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let photo = DevelopedPhoto.sample("a", fullSize: 0)
            try await storage.insert(photo, at: noon)
            #expect(try await storage.bytes(of: photo.photo.id, .full).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func photosComeInTheOrderAskedFor(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for letter in "abc" { try await storage.insert(.sample(letter), at: noon) }
            let ids = "cabc".map { letter in Photo.ID.sample(letter) }
            #expect(try await storage.photos(ids).map(\.id) == ids)
            #expect(try await storage.photos([]).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func unknownPhotosAreNotFound(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.photos([.sample("a"), .sample("z")])
            }
            #expect(try await !storage.isShown("z"))
        }
    }

    /// Pages divide by the width and height.
    @Test(arguments: Backend.allCases, [(0, 30), (40, 0), (-1, 30)])
    func aPhotoWithoutASizeIsNotRead(_ backend: Backend, _ size: (Int, Int)) async throws {
        try await backend.withStorage { storage in
            let photo = Photo(id: .sample("a"), width: size.0, height: size.1)
            try await storage.insert(
                DevelopedPhoto(photo: photo, thumbnail: [1], medium: [2], full: [3]), at: noon)
            await #expect(throws: StorageError.self) { try await storage.photos([photo.id]) }
        }
    }

    @Test(arguments: Backend.allCases)
    func anItemShowsItsPhotosInOrder(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for letter in "abcde" { try await storage.insert(.sample(letter), at: noon) }
            let ids = "ecbad".map { letter in Photo.ID.sample(letter) }
            let id = try await storage.insert(.sample(photos: ids))
            #expect(try await storage.item(id).photos.map(\.id) == ids)
            #expect(try await storage.items(ItemQuery(limit: 1)).items.first?.photo == ids[0])
        }
    }

    @Test(arguments: Backend.allCases)
    func anItemWithAnUnknownPhotoIsNotStored(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let item = try NewItem.sample(photos: [.sample("a"), .sample("z")], key: "k")
            await #expect(throws: StorageError.photoNotFound) { try await storage.insert(item) }
            #expect(try await storage.items(ItemQuery(limit: 9)).items.isEmpty)
            let retried = try await storage.insert(.sample("다시", key: "k"))
            #expect(try await storage.item(retried).content.title == "다시")
        }
    }

    @Test(arguments: Backend.allCases)
    func photosOfAHiddenItemAreHiddenFromOthers(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for letter in "ab" { try await storage.insert(.sample(letter), at: noon) }
            let item: Item.ID = try await storage.insert(
                .sample(photos: [.sample("a"), .sample("b")], of: trade.seller))
            let other: Item.ID = try await storage.insert(
                .sample(photos: [.sample("b")], of: trade.asker))
            func mayBeSeen(_ letter: Character, by viewer: Photo.Viewer) async throws -> Bool {
                do throws(StorageError) {
                    return try await storage.bytes(of: .sample(letter), .medium, for: viewer)
                        == DevelopedPhoto.sample(letter).medium
                } catch {
                    guard error == .photoNotFound else { throw error }
                    return false
                }
            }
            let others: [Photo.Viewer] = [.anybody, .account(trade.asker), .editor(other)]
            let known: [Photo.Viewer] = [.account(trade.seller), .operator, .editor(item)]
            for isHidden in [false, true, false, true] {
                try await storage.setHidden(isHidden, item, at: noon)
                for viewer in others { #expect(try await mayBeSeen("a", by: viewer) == !isHidden) }
                for viewer in known { #expect(try await mayBeSeen("a", by: viewer)) }
                for viewer in others + known { #expect(try await mayBeSeen("b", by: viewer)) }
            }
            // No other item can use the photo, and it stays hidden when its item is deleted.
            let another: Item.ID = try await storage.insert(.sample("책상", of: trade.asker))
            for item in [nil, another] {
                await #expect(throws: StorageError.photoNotFound) {
                    try await storage.photos([.sample("a")], in: item)
                }
            }
            #expect(try await storage.photos([.sample("a")], in: item).count == 1)
            // Whether the photo exists is no secret.
            for (letter, isThere) in [("a", true), ("b", true), ("z", false)] {
                #expect(try await storage.hasPhoto(.sample(Character(letter))) == isThere)
            }
            try await storage.delete(item, at: noon)
            for viewer in [.anybody, .account(trade.seller), .editor(item)] as [Photo.Viewer] {
                #expect(try await !mayBeSeen("a", by: viewer))
            }
            #expect(try await mayBeSeen("a", by: .operator))
        }
    }

    @Test(arguments: Backend.allCases)
    func photosAddedToAHiddenItemAreHiddenToo(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for letter in "ab" { try await storage.insert(.sample(letter), at: noon) }
            let item: Item.ID = try await storage.insert(
                .sample(photos: [.sample("a")], of: trade.seller))
            try await storage.setHidden(true, item, at: noon)
            try await storage.update(item, content: .sample(), photos: [.sample("b")], at: noon)
            for letter in "ab" { #expect(try await !storage.isShown(letter)) }
            try await storage.setHidden(false, item, at: noon)
            _ = try await storage.bytes(of: .sample("b"), .full)
        }
    }

    @Test(arguments: Backend.allCases)
    func unusedPhotosAreForgotten(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for letter in "ab" { try await storage.insert(.sample(letter), at: noon) }
            _ = try await storage.insert(.sample(photos: [.sample("a")]))
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            #expect(try await storage.bytes(of: .sample("a"), .thumbnail) == [97])
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.bytes(of: .sample("b"), .thumbnail)
            }
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.photos([.sample("b")])
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aPhotoUploadedAtTheMomentIsKept(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon) == 0)
            #expect(try await storage.photos([.sample("a")]).count == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func aPhotoUploadedAgainCountsAsNew(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            try await storage.insert(.sample("a", fullSize: 9), at: noon + 60)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 60) == 0)
            #expect(try await storage.bytes(of: .sample("a"), .full).count == 300)
        }
    }

    @Test(arguments: Backend.allCases)
    func aSharedPhotoLivesAsLongAsOneItemShowsIt(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insert(.sample("a"), at: noon)
            let first = try await storage.insert(.sample(photos: [.sample("a")]))
            let second = try await storage.insert(.sample(photos: [.sample("a"), .sample("a")]))
            try await storage.delete(first, at: noon)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 0)
            #expect(try await storage.item(second).photos.count == 2)
            try await storage.update(second, content: .sample(), photos: [], at: noon)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
        }
    }
}
