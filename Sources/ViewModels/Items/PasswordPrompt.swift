import Market

/// Asks for an item's password before the item is edited, deleted, taken over by an account or given
/// another status, and before messages about it are read.
public struct PasswordPrompt: Sendable {
    private let storage: any ItemStorage & SellingStorage & DealStorage
    private let check: PasswordCheck

    /// Reads from and writes to `storage`.
    public init(
        storage: any ItemStorage & SellingStorage & DealStorage, check: PasswordCheck
    ) {
        self.storage = storage
        self.check = check
    }

    /// What the password is asked for.
    public enum Purpose: Equatable, Sendable {
        /// Opens its edit form.
        case editing
        /// Shows whoever posted it as a guest on its page what its seller can do.
        case managing
        /// Deletes it.
        case deleting
        /// Moves a guest's item to the account.
        case takingOver(by: Account.ID)
        /// Reads and answers messages about a guest's item: all of them, or one conversation.
        case answering(in: Conversation.ID?)
        /// Changes a guest's item; carried out by the caller that asked for the password.
        case selling(OwnItems.Action)
    }

    /// What was typed, and for what purpose.
    public struct Input: Equatable, Sendable {
        /// The item.
        public var id: Item.ID
        /// What the password is asked for.
        public var purpose: Purpose
        /// How ownership is proved; an account needs no password for its own item.
        public var proof: OwnerProof
        /// The address of the try; tries are counted per address.
        public var address: String
        /// Whether the browser is known to have posted the item: tries from elsewhere do not lock it out.
        public var isPoster = false
        /// The state in which the item must be to be deleted; nil deletes it in any state.
        public var expected: ListedItem?
        /// Whether a guest's item can be restored for a while after it is deleted.
        public var keepsDeleted = false
        /// What is sent once the password is right.
        public var message = Message()

        /// Nothing typed yet, unless a proof is given.
        public init(
            id: Item.ID, purpose: Purpose, proof: OwnerProof = .password(""), address: String = "",
            expected: ListedItem? = nil
        ) {
            self.id = id
            self.purpose = purpose
            self.proof = proof
            self.address = address
            self.expected = expected
        }
    }

    /// A message that waits for the password.
    public struct Message: Equatable, Sendable {
        /// The text as typed.
        public var text = ""
        /// Identifies this one sending.
        public var token = ""
        /// The quick answer that was pressed, to be appended to the text, which is then not sent;
        /// empty if none was.
        public var quickAnswer = ""
        /// Its photos, already in the storage.
        public var photos: [Photo.ID] = []
        /// Whether it had other photos, which have to be chosen again.
        public var losesPhotos = false

        /// An empty message.
        public init() {}
    }

    /// The page that asks.
    public struct Output: FormOutput {
        /// The item's id, used in links.
        public let id: Item.ID
        /// What the password is asked for.
        public let purpose: Purpose
        /// The page's heading.
        public let heading: Phrase
        /// The item's title; nil for a hidden item, which only its password reveals.
        public let itemTitle: String?
        /// What will be done.
        public let explanation: Phrase
        /// What it means for other people.
        public let warnings: [Phrase]
        /// The submit button's label.
        public let submitLabel: Phrase
        /// Whether there is a row for the password.
        public let asksPassword: Bool
        /// What is sent once the password is right.
        public let message: Message
        /// Why nothing was done.
        public let refusal: Refusal?
    }

    /// - Parameter refusal: why nothing was done; nil before anything was typed.
    /// - Throws: `.itemNotFound`.
    public func output(
        for input: Input, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let item = try await storage.item(input.id)
        let (heading, asking, submitLabel) = input.purpose.words(of: item.content.purpose)
        let asksPassword = input.proof.asksPassword
        return Output(
            id: input.id, purpose: input.purpose, heading: Phrase(heading),
            itemTitle: item.isHidden && asksPassword ? nil : item.content.title,
            explanation: Phrase(asksPassword ? asking : deletion(of: item)),
            warnings: try await input.purpose == .deleting ? warnings(input, item) : [],
            submitLabel: Phrase(submitLabel), asksPassword: asksPassword,
            message: input.message, refusal: refusal)
    }

    /// Says what happens to an item that is deleted without a password.
    private func deletion(of item: Item) -> Phrase.Key {
        guard item.seller != nil else { return .deletionOfGuests }
        return item.isHidden ? .deletionForGood : .itemDeletion
    }

    /// Once a guest's item is deleted, whoever has dealt with the guest can no longer review the deal.
    /// Visitors who have not yet proved that the item is theirs are always told so, and thus do not learn
    /// whether there was a deal.
    private func warnings(
        _ input: Input, _ item: Item
    ) async throws(StorageError) -> [Phrase] {
        let isTold = Phrase(.deletionIsTold)
        guard item.seller == nil else { return [isTold] }
        if !input.proof.asksPassword {
            let deals = try await storage.deals(
                about: item.id, by: item.sellingReader, limit: 1)
            guard !deals.isEmpty else { return [isTold] }
        }
        return [isTold, Phrase(.deletionEndsReviews)]
    }

    /// Checks the password and, if it is right, deletes the item or takes it over; editing has its
    /// own form.
    /// - Returns: the deletion in the account's trash; nil if there is none.
    /// - Throws: `.itemNotFound`; `.notFound` when another account has taken it over meanwhile;
    ///   `.changedMeanwhile` when it is no longer as expected.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Deletion.ID?, Output> {
        let refusal: Refusal
        do {
            guard let found = try await self.refusal(of: input, at: now) else {
                return .saved(try await carryOut(input, at: now))
            }
            refusal = found
        } catch .suspended {
            refusal = .suspended
        } catch .busy, .full {
            refusal = .cannotCheck
        }
        return .refused(try await output(for: input, refusal: refusal))
    }

    private func refusal(
        of input: Input, at now: Timestamp
    ) async throws(StorageError) -> Refusal? {
        guard case .password(let password) = input.proof else { return nil }
        guard !password.isEmpty else { return .passwordMissing }
        return try await check.refusal(
            of: password, for: input.id, from: input.address, isPoster: input.isPoster, at: now,
            wrong: .wrongPromptedPassword)
    }

    private func carryOut(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Deletion.ID? {
        do {
            switch (input.purpose, input.proof) {
            case (.editing, _), (.managing, _), (.answering, _), (.selling, _): return nil
            case (.deleting, .granted(let account?)):
                return try await storage.deleteItem(input.id, of: account, at: now)?.id
            case (.deleting, _) where input.keepsDeleted:
                try await storage.deleteGuestItem(input.id, at: now)
                return nil
            case (.deleting, _):
                try await storage.delete(input.id, at: now, if: try await condition(input))
                return nil
            case (.takingOver(let account), _):
                try await storage.takeOver(input.id, by: account)
                return nil
            }
        } catch .changedMeanwhile where input.expected == nil {
            // Another account took it over a moment ago.
            throw .notFound
        }
    }

    private func condition(_ input: Input) async throws(StorageError) -> ItemCondition {
        guard let expected = input.expected else { return input.proof.condition }
        let item = try await storage.item(input.id)
        guard expected.shows(item) else { throw .changedMeanwhile }
        return .isWritten(as: item)
    }
}

extension PasswordPrompt.Purpose {
    /// The page's heading, what happens after the password, and the submit button's label.
    /// - Parameter purpose: whether the item is offered or wanted.
    fileprivate func words(
        of purpose: Item.Purpose
    ) -> (heading: Phrase.Key, Phrase.Key, submitLabel: Phrase.Key) {
        switch self {
        case .editing: (.editing, .askToEdit, .submitToEdit)
        case .managing: (.managing, .askToManage, .submitToManage)
        case .deleting: (.deletionHeading, .askToDelete, .submitToDelete)
        case .takingOver: (.takeOverHeading, .askToTakeOver, .submitToTakeOver)
        case .answering: (.received, .askToAnswer, .submitToAnswer)
        case .selling(let action): (action.name(of: purpose), .askToEdit, action.name(of: purpose))
        }
    }
}

extension OwnItems.Action {
    /// The action's name on the page that asks for the password.
    fileprivate func name(of purpose: Item.Purpose) -> Phrase.Key {
        let isWanted = purpose == .request
        return switch self {
        case .reserve, .reserveElsewhere: .markReserved
        case .sell, .sellElsewhere: isWanted ? .markFound : .markSold
        case .offerAgain(from: .reserved): .cancelReservation
        case .offerAgain, .offerAnother: isWanted ? .wantAgain : .offerAgain
        case .pullUp: .pullUp
        }
    }
}

/// Checks the password of an item, with limited tries.
public struct PasswordCheck: Sendable {
    private let storage: any ItemStorage
    private let passwords: PasswordHashing
    private let tries: PasswordTries

    /// - Parameter tries: limits the tries at an item.
    public init(storage: any ItemStorage, passwords: PasswordHashing, tries: PasswordTries) {
        self.storage = storage
        self.passwords = passwords
        self.tries = tries
    }

    /// Why the password is refused; nil if it is right.
    /// - Parameters:
    ///   - isPoster: whether it comes from the browser that posted the item.
    ///   - wrong: the refusal of a wrong password.
    /// - Throws: `.itemNotFound`; `.noPassword` when the item is an account's; `.busy` when too many
    ///   checks are waiting.
    func refusal(
        of password: String, for id: Item.ID, from address: String, isPoster: Bool,
        at now: Timestamp, wrong: Refusal = .wrongPassword
    ) async throws(StorageError) -> Refusal? {
        let hash = try await storage.passwordHash(of: id)
        return try await tries.refusal(
            ofTryAt: id.rawValue, from: address, at: now, wrong: wrong, isKnown: isPoster
        ) { () throws(StorageError) in
            try await passwords.verify(password, hash, address)
        }
    }
}

/// How the owner of an item proves that it is theirs.
public enum OwnerProof: Equatable, Sendable {
    /// Proved before: by the account that owns it or, if nil, by a guest's password.
    case granted(Account.ID?)
    /// The password as typed.
    case password(String)

    var asksPassword: Bool {
        if case .password = self { true } else { false }
    }

    /// Who must still own the item when something is done with it.
    var condition: ItemCondition {
        switch self {
        case .granted(let account): .belongs(to: account)
        case .password: .belongs(to: nil)
        }
    }
}

/// How somebody may change an item.
public enum ItemAccess: Equatable, Sendable {
    /// It is theirs.
    case own
    /// It is a guest's: its password is needed.
    case password
    /// It is another account's.
    case none

    /// - Parameter viewer: the signed-in account; nil for a guest.
    init(_ item: Item, viewer: Account.ID?) {
        switch item.seller {
        case nil: self = .password
        case viewer: self = .own
        default: self = .none
        }
    }
}

extension ItemStorage {
    /// - Throws: `.itemNotFound`.
    public func access(
        to id: Item.ID, of viewer: Account.ID?
    ) async throws(StorageError) -> ItemAccess {
        ItemAccess(try await item(id), viewer: viewer)
    }

    /// The item, if `seller` posted it.
    /// - Throws: `.itemNotFound` when there is no such item, or somebody else posted it.
    func item(
        _ id: Item.ID, of seller: Conversation.Reader
    ) async throws(StorageError) -> Item {
        let item = try await item(id)
        guard item.sellingReader == seller else { throw .itemNotFound }
        return item
    }
}
