import Market

extension MemoryStorage.Contents {
    mutating func insert(_ new: NewAccount) throws(StorageError) -> Account.ID {
        guard member(nicknamed: new.nickname) == nil else { throw .nicknameTaken }
        let account = Account(
            id: Account.ID(rawValue: nextID()), profile: Profile(nickname: new.nickname),
            dateJoined: new.dateJoined)
        members[account.id] = Member(
            account: account, passwordHash: new.passwordHash,
            recoveryCodes: Set(new.recoveryCodes))
        return account.id
    }

    /// - Throws: `.notFound`.
    func member(_ id: Account.ID) throws(StorageError) -> Member {
        guard let member = members[id] else { throw .notFound }
        return member
    }

    func member(nicknamed nickname: Nickname) -> Member? {
        members.values.first { $0.account.profile.nickname.key == nickname.key }
    }

    /// - Throws: `.notFound`, and what `body` throws.
    mutating func change<Value>(
        _ id: Account.ID, _ body: (inout Member) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        guard let index = members.index(forKey: id) else { throw .notFound }
        return try body(&members.values[index])
    }

    mutating func updateProfile(
        _ profile: Profile, of id: Account.ID
    ) throws(StorageError) {
        _ = try member(id)
        if let other = member(nicknamed: profile.nickname), other.account.id != id {
            throw .nicknameTaken
        }
        if let picture = profile.picture { _ = try photos([picture]) }
        members[id]?.account.profile = profile
    }

    mutating func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) throws(StorageError) {
        try change(id) { member in member.passwordHash = hash }
        deleteSessions(of: id, except: session)
    }

    mutating func deleteAccount(_ id: Account.ID) throws(StorageError) {
        guard members.removeValue(forKey: id) != nil else { throw .notFound }
        deleteSessions(of: id, except: nil)
        for item in items where item.seller == id { try delete(item.id) }
    }

    mutating func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) throws(StorageError) {
        _ = try member(account)
        _ = try listing(item)
        let interest = Interest.ID(rawValue: nextID())
        try change(account) { member throws(StorageError) in
            let place = member.interests.firstIndex { $0.item == item }
            switch (isInterested, place) {
            case (true, nil):
                guard member.interests.count < Limits.interests else {
                    throw .limitReached(most: Limits.interests)
                }
                member.interests.append((interest, item))
            case (false, let place?): member.interests.remove(at: place)
            default: break
            }
        }
    }

    func interests(of id: Account.ID, before key: Interest.ID?, limit: Int) -> [Interest] {
        let older =
            members[id]?.interests.reversed().filter { interest in
                key.map { interest.id < $0 } ?? true
            } ?? []
        return older.prefix(max(limit, 0)).compactMap { interest in
            guard let listing = try? listing(interest.item) else { return nil }
            return Interest(id: interest.id, item: listing.summary)
        }
    }
}
