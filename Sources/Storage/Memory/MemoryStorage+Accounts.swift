import Market

extension MemoryStorage: AccountStorage {
    public func insert(_ account: NewAccount) throws(StorageError) -> Account.ID {
        try changing { contents throws(StorageError) in try contents.insert(account) }
    }

    public func account(_ id: Account.ID) throws(StorageError) -> Account {
        try reading { contents throws(StorageError) in try contents.member(id).account }
    }

    public func credentials(of nickname: Nickname) -> Credentials? {
        reading { contents in
            contents.member(nicknamed: nickname).map { member in
                Credentials(account: member.account.id, passwordHash: member.passwordHash)
            }
        }
    }

    public func passwordHash(ofAccount id: Account.ID) throws(StorageError) -> String {
        try reading { contents throws(StorageError) in try contents.member(id).passwordHash }
    }

    public func updateProfile(_ profile: Profile, of id: Account.ID) throws(StorageError) {
        try changing(.organiser(id)) { contents throws(StorageError) in
            try contents.updateProfile(profile, of: id)
        }
    }

    public func setPasswordHash(
        _ hash: String, of id: Account.ID, keeping session: SecretDigest?
    ) throws(StorageError) {
        try changing { contents throws(StorageError) in
            try contents.setPasswordHash(hash, of: id, keeping: session)
        }
    }

    public func useRecoveryCode(
        _ code: SecretDigest, of id: Account.ID
    ) throws(StorageError) -> Bool {
        changing { contents in contents.members[id]?.recoveryCodes.remove(code) != nil }
    }

    public func setRecoveryCodes(
        _ codes: [SecretDigest], of id: Account.ID
    ) throws(StorageError) {
        try changing { contents throws(StorageError) in
            try contents.change(id) { member in member.recoveryCodes = Set(codes) }
        }
    }

    public func checklist(of id: Account.ID) throws(StorageError) -> [String] {
        try reading { contents throws(StorageError) in try contents.member(id).checklist }
    }

    public func setChecklist(_ steps: [String], of id: Account.ID) throws(StorageError) {
        guard steps.count <= Limits.checklistSteps else {
            throw .limitReached(most: Limits.checklistSteps)
        }
        try changing(.organiser(id)) { contents throws(StorageError) in
            try contents.change(id) { member in member.checklist = steps }
        }
    }

    public func feedKey(of id: Account.ID) throws(StorageError) -> String? {
        try reading { contents throws(StorageError) in try contents.member(id).feedKey }
    }

    public func account(feedKey: String) -> Account.ID? {
        reading { contents in
            contents.members.values.first { $0.feedKey == feedKey }?.account.id
        }
    }

    public func setFeedKey(_ key: String, of id: Account.ID) throws(StorageError) {
        try changing(.organiser(id)) { contents throws(StorageError) in
            try contents.change(id) { member in member.feedKey = key }
        }
    }

    public func deleteAccount(_ id: Account.ID) throws(StorageError) {
        try changing(.items, .organiser(id)) { contents throws(StorageError) in
            try contents.deleteAccount(id)
        }
    }
}

extension MemoryStorage: SessionStorage {
    public func insert(_ session: Session) throws(StorageError) {
        try changing { contents throws(StorageError) in try contents.insert(session) }
    }

    public func session(_ digest: SecretDigest, at now: Timestamp) -> Session? {
        reading { contents in contents.session(digest, at: now) }
    }

    public func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) -> Bool {
        changing { contents in
            contents.rotateSession(old, to: new, at: now, expires: expires)
        }
    }

    public func deleteSession(_ digest: SecretDigest) {
        let account = changing { contents in contents.deleteSession(digest) }
        if let account { feed.post(.organiser(account)) }
    }

    public func deleteSessions(of account: Account.ID, except digest: SecretDigest?) {
        changing(.organiser(account)) { contents in
            contents.deleteSessions(of: account, except: digest)
        }
    }

    @discardableResult
    public func deleteExpiredSessions(at now: Timestamp) -> Int {
        changing { contents in contents.deleteExpiredSessions(at: now) }
    }
}
