import Market

extension MemoryStorage.Contents {
    /// A session, and the token that it had before.
    struct SignIn {
        var session: Session
        var former: SecretDigest?
        var formerExpires = Timestamp(seconds: .min)

        func opens(with digest: SecretDigest, at now: Timestamp) -> Bool {
            guard now < session.expires else { return false }
            return session.digest == digest || former == digest && now < formerExpires
        }

        func belongs(to digest: SecretDigest) -> Bool {
            session.digest == digest || former == digest
        }
    }

    mutating func insert(_ session: Session) throws(StorageError) {
        _ = try member(session.account)
        signIns.append(SignIn(session: session))
        let own = signIns.filter { $0.session.account == session.account }
        let surplus = own.sorted { $0.session.lastSeen > $1.session.lastSeen }
            .dropFirst(Limits.sessions)
        for signIn in surplus { deleteSession(signIn.session.digest) }
    }

    func session(_ digest: SecretDigest, at now: Timestamp) -> Session? {
        signIns.first { $0.opens(with: digest, at: now) }?.session
    }

    mutating func rotateSession(
        _ old: SecretDigest, to new: SecretDigest, at now: Timestamp, expires: Timestamp
    ) -> Bool {
        guard
            let index = signIns.firstIndex(where: {
                $0.session.digest == old && now < $0.session.expires
            })
        else { return false }
        signIns[index].former = old
        signIns[index].formerExpires = now + Session.grace
        signIns[index].session.digest = new
        signIns[index].session.lastSeen = now
        signIns[index].session.expires = expires
        return true
    }

    /// - Returns: whose it was; nil when there is none.
    @discardableResult
    mutating func deleteSession(_ digest: SecretDigest) -> Account.ID? {
        guard let index = signIns.firstIndex(where: { $0.belongs(to: digest) }) else { return nil }
        return signIns.remove(at: index).session.account
    }

    mutating func deleteSessions(of account: Account.ID, except digest: SecretDigest?) {
        signIns.removeAll { signIn in
            signIn.session.account == account
                && !(digest.map { signIn.belongs(to: $0) } ?? false)
        }
    }

    mutating func deleteExpiredSessions(at now: Timestamp) -> Int {
        let count = signIns.count
        signIns.removeAll { $0.session.expires <= now }
        return count - signIns.count
    }
}
