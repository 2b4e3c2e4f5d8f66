import Market

/// The form that posts an item or edits one: two modes of one view model.
public struct ItemForm: Sendable {
    let storage: any MarketStorage
    private let passwords: PasswordHashing
    private let check: PasswordCheck
    private let posts: TryLimiter?
    private let newcomerPosts: TryLimiter?
    /// From this many posts left, a new account is told before it types.
    private static let fewPosts = 3

    /// - Parameters:
    ///   - posts: counts the posts of each address; nil sets no limit.
    ///   - newcomerPosts: counts the posts of each new account; nil sets no limit.
    public init(
        storage: any MarketStorage, passwords: PasswordHashing, check: PasswordCheck,
        posts: TryLimiter? = nil, newcomerPosts: TryLimiter? = nil
    ) {
        self.newcomerPosts = newcomerPosts
        self.storage = storage
        self.passwords = passwords
        self.check = check
        self.posts = posts
    }

    /// The form before it is submitted: blank, or filled in with a draft or the item to edit. If a
    /// button that only arranges the form was pressed, returns what was typed, rearranged, with only
    /// the photos checked.
    /// - Parameter now: nil if the form need not say how many posts are left.
    /// - Throws: `.itemNotFound`.
    public func output(
        for input: Input, at now: Timestamp? = nil
    ) async throws(StorageError) -> Output {
        let places = try await storage.places()
        if let arrangement = input.arrangement {
            var arranged = input
            arranged.arrange(arrangement)
            let faults = arranged.photoFaults
            let output = Output(arranged, in: places, faults.isEmpty ? nil : Refusal(faults))
            return output.keeping(try await fixedPurpose(input))
        }
        switch input.mode {
        case .editing(let id, _):
            let item = try await storage.item(id)
            return Output(Input(filledInWith: item, mode: input.mode), in: places)
                .keeping(try await fixedPurpose(input))
        case .posting(nil):
            return Output(input, in: places)
        case .posting(let seller?):
            let blank = try await withOwnPlace(input, of: seller, in: places)
            let draft = try await storage.draft(of: seller)
            var output =
                if let draft, input.continuesDraft {
                    Output(input.continuing(draft), in: places)
                } else {
                    Output(blank, in: places, otherDraft: draft?.unfinishedText)
                }
            output.postsLeft = try await postsLeftText(ofNewcomer: seller, at: now)
            return output
        }
    }

    private func postsLeftText(
        ofNewcomer seller: Account.ID, at now: Timestamp?
    ) async throws(StorageError) -> Phrase? {
        guard let now, let newcomerPosts else { return nil }
        let left = newcomerPosts.triesLeft(seller.postsKey, at: now)
        guard left <= Self.fewPosts, try await storage.account(seller).isNew(at: now) else {
            return nil
        }
        let limit = Phrase.Argument.phrase(.newcomerPostLimit(newcomerPosts.mostTries))
        return left == 0
            ? Phrase(.noNewcomerPostsLeft, limit)
            : Phrase(.newcomerPostsLeft, .number(Int64(left)), limit)
    }

    /// The purpose that the item has to keep; nil if it may be changed. Not revealed before ownership
    /// is shown, because it tells whether somebody has made a price offer.
    private func fixedPurpose(_ input: Input) async throws(StorageError) -> Item.Purpose? {
        guard case .editing(let id, .granted) = input.mode else { return nil }
        return try await storage.fixedPurpose(of: id)
    }

    /// Fills in the place where the account lives or posted last, unless another place is chosen.
    private func withOwnPlace(
        _ input: Input, of account: Account.ID, in places: PlaceDirectory
    ) async throws(StorageError) -> Input {
        var input = input
        guard input.place.isEmpty, let own = try await storage.ownPlace(of: account, in: places)
        else { return input }
        input.place = PlaceChoice.value(of: own)
        return input
    }

    /// An item that was saved.
    public struct Saved: Equatable, Sendable {
        /// The item's id.
        public let id: Item.ID
        /// Whether this submission made the item and chose its password. False if the same form had
        /// made it before, since then the sender need not know the password; also for an edit and
        /// for an account's item.
        public let isPasswordNew: Bool
    }

    /// Saves the item, or refuses with the form as typed. A refused post is kept as a draft.
    /// - Throws: `.itemNotFound`; `.notFound` when an account has taken the item over meanwhile.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Saved, Output> {
        let result: FormResult<Saved, Output> = try await submit(input) {
            content, input throws(StorageError) in
            switch input.mode {
            case .posting(let seller): try await post(content, input, by: seller, at: now)
            case .editing(let id, let proof): try await edit(id, content, &input, proof, at: now)
            }
        }
        guard case .refused(var output) = result else { return result }
        switch input.mode {
        case .posting(let seller?): output.otherDraft = await keepDraft(output, of: seller)
        case .posting(nil): break
        case .editing:
            // If the storage cannot tell now, it tells when the form is sent again.
            let fixed = try? await fixedPurpose(input)
            output = output.keeping(fixed)
        }
        return .refused(output)
    }

    /// - Returns: says that a draft of another form is waiting, so that this one could not be kept;
    ///   otherwise nil.
    private func keepDraft(_ output: Output, of seller: Account.ID) async -> Phrase? {
        // The storage had no time or room, and was waited for already.
        guard output.refusal?.reason != .unavailable else { return nil }
        // The form comes back as typed, whether or not its draft is kept.
        _ = try? await ItemFormDraft(storage: storage).submit(output.input, of: seller)
        guard let kept = try? await storage.draft(of: seller) else { return nil }
        return kept.key == output.input.draftKey ? nil : kept.unfinishedText
    }

    /// Checks what was typed, and saves it. A storage without time or room causes a refusal, as a
    /// fault does, so that nothing typed is lost.
    /// - Parameter save: may change the form that comes back if it refuses.
    func submit<Value: Sendable>(
        _ input: Input,
        save: (ItemContent, inout Input) async throws(StorageError) -> Result<Value, Refusal>
    ) async throws(StorageError) -> FormResult<Value, Output> {
        var input = input
        var places = PlaceDirectory.empty
        do {
            places = try await storage.places()
            let lostPhotos = try await dropLostPhotos(from: &input)
            let validation = ItemValidation(input, in: places)
            let faults = validation.faults + lostPhotos
            guard let content = validation.content, faults.isEmpty else {
                return .refused(Output(input, in: places, Refusal(faults, photos: input.photos)))
            }
            let result = try await save(content, &input)
            return FormResult(result) { Output(input, in: places, $0) }
        } catch .stockIsKept(let least) {
            return .refused(Output(input, in: places, .stockIsKept(least: least, input)))
        } catch .purposeIsFixed {
            let fault = Fault(.purpose, Phrase(.purposeIsFixed))
            return .refused(Output(input, in: places, Refusal([fault], photos: input.photos)))
        } catch .postedBefore(let earlier) {
            var output = Output(input, in: places, .alreadyPosted)
            output.earlier = earlier
            return .refused(output)
        } catch .suspended {
            return .refused(Output(input, in: places, .suspended))
        } catch .busy, .full {
            return .refused(Output(input, in: places, .unavailable))
        }
    }

    /// Why an item would not be posted, apart from its photos: checked before these are processed.
    /// - Parameter hasPhotos: whether any photos were sent.
    public func refusal(
        of input: Input, hasPhotos: Bool, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        var input = input
        if hasPhotos { input.demands.remove(.photos) }
        let faults = ItemValidation(input, in: try await storage.places()).faults
        guard faults.isEmpty else { return Refusal(faults) }
        let key = TryLimiter.Key(address: input.address)
        return posts?.secondsLeft(key, at: now).map { .tooManyPosts(wait: $0) }
    }

    private func post(
        _ content: ItemContent, _ input: Input, by seller: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> Result<Saved, Refusal> {
        if let question = input.question(about: content.price) { return .failure(question) }
        // Checked first, so that an account refused for the day uses up nothing of its address's limit.
        if let seller, let refusal = try await refusal(ofNewcomer: seller, at: now) {
            return .failure(refusal)
        }
        let key = TryLimiter.Key(address: input.address)
        if let wait = posts?.secondsToWait(key, at: now) {
            if let seller { newcomerPosts?.refund(seller.postsKey) }
            return .failure(.tooManyPosts(wait: wait))
        }
        do throws(StorageError) {
            let item = NewItem(
                content: content, photos: input.storedPhotos,
                owner: try await owner(input, seller), vendor: input.vendor,
                submission: input.submission,
                draft: input.draftKey, datePosted: now)
            let id = try await storage.insert(item)
            return .success(Saved(id: id, isPasswordNew: await hasPassword(of: item, id)))
        } catch {
            posts?.refund(key)
            if let seller { newcomerPosts?.refund(seller.postsKey) }
            throw error
        }
    }

    /// Whether the stored item is the very one that was made here. Each hash has its own salt, so
    /// even the same password, sent again, has another hash.
    private func hasPassword(of item: NewItem, _ id: Item.ID) async -> Bool {
        guard let hash = item.passwordHash else { return false }
        // If the read fails, the password is asked for later.
        return (try? await storage.passwordHash(of: id)) == hash
    }

    private func refusal(
        ofNewcomer seller: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        guard let newcomerPosts, try await storage.account(seller).isNew(at: now) else {
            return nil
        }
        return newcomerPosts.secondsToWait(seller.postsKey, at: now).map {
            .tooOften(
                .tooManyPostsOfNewcomer, because: .newcomerPostLimit(newcomerPosts.mostTries),
                wait: $0)
        }
    }

    private func owner(
        _ input: Input, _ seller: Account.ID?
    ) async throws(StorageError) -> NewItem.Owner {
        if let seller { return .account(seller) }
        return .guest(passwordHash: try await passwords.hash(input.password, input.address))
    }

    private func edit(
        _ id: Item.ID, _ content: ItemContent, _ input: inout Input, _ proof: OwnerProof,
        at now: Timestamp
    ) async throws(StorageError) -> Result<Saved, Refusal> {
        if case .password(let password) = proof,
            let refusal = try await check.refusal(
                of: password, for: id, from: input.address, isPoster: input.isPoster, at: now)
        {
            return .failure(refusal)
        }
        if input.asksBack,
            let question = input.question(
                about: content.price, instead: try await storage.item(id).content.price)
        {
            return .failure(question)
        }
        let edit = ItemEdit(
            content, photos: input.storedPhotos, formerStock: input.formerStock.stock,
            namesPurpose: input.namesPurpose, revision: input.revision)
        do throws(StorageError) {
            try await storage.update(id, edit, at: now, if: proof.condition)
        } catch .changedMeanwhile {
            let item = try await storage.item(id)
            // An account took it over a moment ago.
            guard (try? proof.condition.check(item)) != nil else { throw StorageError.notFound }
            // Whoever sends the form again has seen what it overwrites.
            input.revision = item.dateModified
            return .failure(.undoing(item, by: edit))
        }
        if case .granted(let seller?) = proof, !input.draftKey.isEmpty {
            // The form was begun for a new item and is saved as an edit of this one: failing to
            // delete its draft must not undo that.
            try? await storage.deleteDraft(input.draftKey, of: seller)
        }
        return .success(Saved(id: id, isPasswordNew: false))
    }
}

extension Refusal {
    /// More pieces are reserved than would be left; its alert leads to the chats in which a
    /// reservation is cancelled.
    fileprivate static func stockIsKept(least: Int64, _ input: ItemForm.Input) -> Refusal {
        let fault = Fault(.stock, Phrase(.stockIsKept, least))
        let refusal = Refusal([fault], photos: input.photos)
        guard case .editing(let id, _) = input.mode, var alert = refusal.alert else {
            return refusal
        }
        alert.leadsToChats = id
        return Refusal(refusal.reason, alert, refusal.faults)
    }
}

extension Phrase {
    /// Says how many listings a new account may post a day.
    fileprivate static func newcomerPostLimit(_ most: Int) -> Phrase {
        Phrase(.newcomerPostLimit, .number(Account.newcomerTime / 86_400), .number(Int64(most)))
    }
}

extension Account.ID {
    /// The key by which its posts are counted.
    fileprivate var postsKey: TryLimiter.Key { TryLimiter.Key(subject: rawValue, address: "") }
}
