import Market

let noon = Timestamp(seconds: 1_700_000_000)

extension ItemContent {
    /// A chair, unless said otherwise.
    static func sample(
        title: String = "원목 의자", category: Category = .furniture,
        price: Price? = nil, stock: Int64 = 1, description: String = "흠집이 조금 있어요."
    ) throws -> ItemContent {
        ItemContent(
            title: title, category: category, price: try price ?? Price(25_000), stock: stock,
            description: description)
    }
}

extension NewItem {
    static func sample(
        _ title: String = "원목 의자", category: Category = .furniture, photos: [Photo.ID] = [],
        key: String? = nil, of seller: Account.ID? = nil
    ) throws -> NewItem {
        NewItem(
            content: try .sample(title: title, category: category), photos: photos,
            owner: seller.map { .account($0) } ?? .guest(passwordHash: "$argon2id$hash"),
            submissionKey: key, datePosted: noon)
    }
}

extension DevelopedPhoto {
    /// A photo whose id is `letter` 32 times.
    static func sample(_ letter: Character, fullSize: Int = 300) -> DevelopedPhoto {
        let byte = letter.asciiValue ?? 0
        return DevelopedPhoto(
            photo: Photo(id: .sample(letter), width: 40, height: 30),
            thumbnail: [byte], medium: [byte, byte],
            full: [UInt8](repeating: byte, count: fullSize))
    }
}

extension Photo.ID {
    static func sample(_ letter: Character) -> Photo.ID {
        Photo.ID(String(repeating: letter, count: Photo.ID.length))!
    }
}

extension ItemStorage {
    /// The ids of so many new listings, oldest first.
    func insertMany(_ count: Int, category: Category = .furniture) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for number in 0..<count {
            ids.append(try await insert(.sample("의자 \(number)", category: category)))
        }
        return ids
    }

    /// So many new listings, committed at once.
    func insertTogether(_ count: Int, titled title: String = "의자") async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { _ = try await insert(.sample(title)) } }
            try await group.waitForAll()
        }
    }
}
