import Market

/// Asks for an item's password before it is edited, deleted, made an account's or taken to another
/// stage of its sale, and before what was written about it is read.
public struct PasswordPrompt: Sendable {
    private let storage: any ItemStorage & SellingStorage
    private let check: PasswordCheck

    /// Reads from and writes to `storage`.
    public init(storage: any ItemStorage & SellingStorage, check: PasswordCheck) {
        self.storage = storage
        self.check = check
    }

    /// What the password is asked for.
    public enum Purpose: Equatable, Sendable {
        /// Its edit form is opened.
        case editing
        /// It is deleted.
        case deleting
        /// A guest's item becomes the account's.
        case takingOver(by: Account.ID)
        /// What was written about a guest's item is read and answered: all of it, or one
        /// conversation.
        case answering(in: Conversation.ID?)
        /// Something is done with a guest's item, which whoever has asked for the password does.
        case selling(OwnItems.Action)
    }

    /// What was typed, and what for.
    public struct Input: Equatable, Sendable {
        /// The item.
        public var id: Item.ID
        /// What the password is asked for.
        public var purpose: Purpose
        /// No password is asked of an account for its own item.
        public var proof: OwnerProof
        /// Where the try comes from; tries are counted for each address.
        public var address: String
        /// Whether it comes from the browser that has posted it, which tries from elsewhere keep from nothing.
        public var isPoster = false
        /// The item as it has to be to be deleted; nil is whatever it is by now.
        public var expected: ListedItem?
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
        /// As typed.
        public var text = ""
        /// Names its one sending.
        public var token = ""
        /// What was pressed to stand behind the text, which is not sent then; empty for nothing.
        public var quickAnswer = ""
        /// Its photos, which wait in the storage.
        public var photos: [Photo.ID] = []
        /// Whether it had others, which are to be chosen again.
        public var losesPhotos = false

        /// Nothing yet.
        public init() {}
    }

    /// The page that asks.
    public struct Output: FormOutput {
        /// Names the item in links.
        public let id: Item.ID
        /// What the password is asked for.
        public let purpose: Purpose
        /// What the page is called.
        public let heading: Phrase
        /// What the item is called; nil for a hidden one, which its password alone opens.
        public let itemTitle: String?
        /// What will be done.
        public let explanation: Phrase
        /// Who is told of it; nil for nobody.
        public let warning: Phrase?
        /// What the button says.
        public let submitLabel: Phrase
        /// Whether there is a row for it.
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
        let (heading, explanation, submitLabel) = input.purpose.words(of: item.content.purpose)
        let asksPassword = input.proof.asksPassword
        return Output(
            id: input.id, purpose: input.purpose, heading: Phrase(heading),
            itemTitle: item.isHidden && asksPassword ? nil : item.content.title,
            explanation: Phrase(
                asksPassword ? explanation : item.isHidden ? .deletionForGood : .itemDeletion),
            warning: input.purpose == .deleting ? Phrase(.deletionIsTold) : nil,
            submitLabel: Phrase(submitLabel), asksPassword: asksPassword,
            message: input.message, refusal: refusal)
    }

    /// Checks the password and, when it is right, deletes the item or takes it over; editing has a
    /// form of its own.
    /// - Returns: what brings a deleted item back; nil where nothing does.
    /// - Throws: `.itemNotFound`; `.notFound` when it is another account's by now;
    ///   `.changedMeanwhile` when it is no more what was expected.
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
            case (.editing, _), (.answering, _), (.selling, _): return nil
            case (.deleting, .granted(let account?)):
                return try await storage.deleteItem(input.id, of: account, at: now)?.id
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
    /// What the page is called, what happens after the password, and what the button says.
    /// - Parameter purpose: what the item is there for.
    fileprivate func words(
        of purpose: Item.Purpose
    ) -> (heading: Phrase.Key, Phrase.Key, submitLabel: Phrase.Key) {
        switch self {
        case .editing: (.editing, .askToEdit, .submitToEdit)
        case .deleting: (.deletionHeading, .askToDelete, .submitToDelete)
        case .takingOver: (.takeOverHeading, .askToTakeOver, .submitToTakeOver)
        case .answering: (.received, .askToAnswer, .submitToAnswer)
        case .selling(let action): (action.name(of: purpose), .askToEdit, action.name(of: purpose))
        }
    }
}

extension OwnItems.Action {
    /// What it does, as the page says that asks for the password.
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

    /// - Parameter tries: at an item.
    public init(storage: any ItemStorage, passwords: PasswordHashing, tries: PasswordTries) {
        self.storage = storage
        self.passwords = passwords
        self.tries = tries
    }

    /// Why the password does not do; nil when it is right.
    /// - Parameters:
    ///   - isPoster: whether it comes from the browser that has posted the item.
    ///   - wrong: what a wrong one is answered with.
    /// - Throws: `.itemNotFound`; `.noPassword` when it is an account's; `.busy` when too many wait.
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

/// How the owner of an item shows that it is theirs.
public enum OwnerProof: Equatable, Sendable {
    /// Shown before: by the account that owns it; nil is by who knew a guest's password.
    case granted(Account.ID?)
    /// As it was typed.
    case password(String)

    var asksPassword: Bool {
        if case .password = self { true } else { false }
    }

    /// Whose the item has to be still when something is done with it.
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
    /// It is a guest's, for whoever knows its password.
    case password
    /// It is another account's.
    case none

    /// - Parameter viewer: the account signed in to; nil for a guest.
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

    /// An item for whoever has posted it.
    /// - Throws: `.itemNotFound` when there is no such item, or somebody else has.
    func item(
        _ id: Item.ID, of seller: Conversation.Reader
    ) async throws(StorageError) -> Item {
        let item = try await item(id)
        guard item.sellingReader == seller else { throw .itemNotFound }
        return item
    }
}
