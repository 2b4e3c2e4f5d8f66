import Market
import Testing

struct ItemDraftStorageTests {
    private func draft(
        _ title: String, photos: [Photo.ID] = [], key: String = "form"
    ) -> ItemDraft {
        let texts = [
            "title": title, "price": "3만", "stock": "하나", "content": "첫 줄\r\n둘째 줄", "free": "1",
            "currency": "",
        ]
        return ItemDraft(key: key, texts: texts, photos: photos)
    }

    @Test(arguments: Backend.all)
    func eachAccountHasOneDraftAsTyped(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            #expect(try await storage.draft(of: account) == nil)
            for letter in "ab" { try await storage.insert(.sample(letter), at: noon) }
            let photos: [Photo.ID] = [.sample("b"), .sample("a")]
            try await storage.setDraft(draft("의자"), of: account)
            try await storage.setDraft(draft("책상", photos: photos), of: account)
            #expect(try await storage.draft(of: account) == draft("책상", photos: photos))
            #expect(try await storage.draft(of: other) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func missingPhotosAreLeftOut(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.insert(.sample("a"), at: noon)
            try await storage.setDraft(
                draft("의자", photos: [.sample("z"), .sample("a")]), of: account)
            #expect(try await storage.draft(of: account) == draft("의자", photos: [.sample("a")]))
        }
    }

    @Test(arguments: Backend.all)
    func aDraftIsForgottenAndSoMayBeItsPhotos(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.insert(.sample("a"), at: noon)
            try await storage.setDraft(draft("의자", photos: [.sample("a")]), of: account)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 0)
            for _ in 1...2 { try await storage.deleteDraft(nil, of: account) }
            #expect(try await storage.draft(of: account) == nil)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func noOtherFormTakesTheDraftsPlace(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for key in ["form", ""] {
                let kept = draft("의자", key: key)
                #expect(try await storage.setDraft(kept, of: account))
                #expect(try await !storage.setDraft(draft("책상", key: "other"), of: account))
                try await storage.deleteDraft("other", of: account)
                #expect(try await storage.draft(of: account) == kept)
                #expect(try await storage.setDraft(draft("긴 의자", key: key), of: account))
                try await storage.deleteDraft(key, of: account)
                #expect(try await storage.draft(of: account) == nil)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anotherFormTakesTheDraftsPlaceIfItIsToldTo(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.insert(.sample("a"), at: noon)
            try await storage.setDraft(draft("의자", photos: [.sample("a")]), of: account)
            let other = draft("책상", key: "other")
            #expect(try await storage.setDraft(other, discardingOther: true, of: account))
            #expect(try await storage.draft(of: account) == other)
            let again = draft("넓은 책상", key: "other")
            #expect(try await storage.setDraft(again, discardingOther: true, of: account))
            #expect(try await storage.draft(of: account) == again)
        }
    }

    @Test(arguments: Backend.all)
    func aDraftGoesWhenItIsPosted(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            for account in [account, other] { try await storage.setDraft(draft("의자"), of: account) }
            for key in [nil, "", "other"] {
                var item = try NewItem.sample(of: account)
                item.draft = key
                _ = try await storage.insert(item)
                #expect(try await storage.draft(of: account) == draft("의자"))
            }
            var item = try NewItem.sample(of: account)
            item.draft = "form"
            _ = try await storage.insert(item)
            #expect(try await storage.draft(of: account) == nil)
            #expect(try await storage.draft(of: other) != nil)
        }
    }

    @Test(arguments: Backend.all)
    func aDraftGoesWithItsAccount(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await storage.insert(.sample("a"), at: noon)
            try await storage.setDraft(draft("의자", photos: [.sample("a")]), of: account)
            try await storage.deleteAccount(account, at: noon)
            #expect(try await storage.draft(of: account) == nil)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            await #expect(throws: StorageError.notFound) {
                try await storage.setDraft(draft("의자"), of: account)
            }
        }
    }
}
