import Market

extension ItemForm {
    /// Saves a new listing, or refuses with the form as it was typed.
    /// - Parameters:
    ///   - seller: the account signed in to; without one the listing is a guest's, with a password.
    ///   - address: where it comes from; listings are counted for each.
    public func post(
        _ input: Input, by seller: Account.ID? = nil, from address: String, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        try await keepingInput(.posting, input, asksPassword: seller == nil) {
            content, input throws(StorageError) in
            let key = TryLimiter.Key(address: address)
            if let wait = posts?.secondsToWait(key, at: now) {
                return .refused(
                    output(
                        .posting, input, alert: .tooManyPosts(wait: wait),
                        asksPassword: seller == nil),
                    .tooManyTries(wait: wait))
            }
            do throws(StorageError) {
                return .saved(try await insert(content, input, by: seller, at: now))
            } catch {
                posts?.takeBack(key)
                throw error
            }
        }
    }

    /// Changes a listing for its owner, or refuses with the form as it was typed.
    /// - Parameter address: where it comes from; tries at the password are counted for each.
    /// - Throws: `.notFound` when there is no such listing.
    public func edit(
        _ id: Item.ID, _ input: Input, proof: OwnerProof, from address: String,
        at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        try await keepingInput(.editing(id), input, asksPassword: proof.asksPassword) {
            content, input throws(StorageError) in
            if let refused = try await refusal(id, input, proof, from: address, at: now) {
                return refused
            }
            do throws(StorageError) {
                try await storage.update(
                    id, content: content, photos: input.keptPhotos, at: now, if: proof.condition)
            } catch .changedMeanwhile {
                // An account took it over a moment ago.
                throw StorageError.notFound
            }
            return .saved(id)
        }
    }

    /// Validates, then saves. A storage without time or room refuses like a fault does: nothing
    /// that was typed is lost.
    func keepingInput(
        _ mode: Mode, _ input: Input, asksPassword: Bool,
        save: (ItemContent, Input) async throws(StorageError) -> Outcome
    ) async throws(StorageError) -> Outcome {
        var input = input
        do {
            let lostPhotos = try await dropLostPhotos(from: &input)
            var faults: [Fault] = []
            switch validated(input, asksPassword: asksPassword) {
            case .success(let content) where lostPhotos.isEmpty:
                return try await save(content, input)
            case .success: faults = lostPhotos
            case .failure(let found): faults = found.all + lostPhotos
            }
            let form = output(mode, input, faults: faults, asksPassword: asksPassword)
            let later = input.photos.lazy.compactMap(\.refusal).first { $0 != .invalid }
            return .refused(form, later ?? .invalid)
        } catch .busy, .full {
            let form = output(mode, input, alert: .unavailable, asksPassword: asksPassword)
            return .refused(form, .unavailable)
        }
    }

    /// Photos that no listing shows are forgotten in time; a form left open longer names them.
    private func dropLostPhotos(from input: inout Input) async throws(StorageError) -> [Fault] {
        var lost = 0
        for id in input.keptPhotos {
            do {
                _ = try await storage.photos([id])
            } catch .photoNotFound {
                input.photos.removeAll { $0 == .kept(id) }
                lost += 1
            }
        }
        guard lost > 0 else { return [] }
        return [Fault(.photos, "오래되어 지워진 사진 \(lost)장을 다시 올려주세요.")]
    }

    private func insert(
        _ content: ItemContent, _ input: Input, by seller: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Item.ID {
        let item = NewItem(
            content: content, photos: input.keptPhotos, owner: try await owner(input, seller),
            submissionKey: input.submissionKey.isEmpty
                ? nil : input.submissionKey + "." + input.fingerprint,
            datePosted: now)
        return try await storage.insert(item)
    }

    private func owner(
        _ input: Input, _ seller: Account.ID?
    ) async throws(StorageError) -> NewItem.Owner {
        if let seller { return .account(seller) }
        return .guest(passwordHash: try await passwords.hash(input.password))
    }

    private func refusal(
        _ id: Item.ID, _ input: Input, _ proof: OwnerProof, from address: String,
        at now: Timestamp
    ) async throws(StorageError) -> Outcome? {
        guard case .password(let password) = proof else { return nil }
        let verdict = try await check.verdict(on: password, for: id, from: address, at: now)
        switch verdict {
        case .right: return nil
        case .wrong:
            return .refused(
                output(.editing(id), input, alert: .wrongPassword), .wrongPassword)
        case .tooManyTries(let wait):
            return .refused(
                output(.editing(id), input, alert: .tooManyTries(wait: wait)),
                .tooManyTries(wait: wait))
        }
    }
}
