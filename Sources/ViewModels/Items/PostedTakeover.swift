import Market

/// Moves the items that were posted in a browser by a guest to an account, all in one step. Each
/// needs its password, unless the browser has proved that its user has just chosen that.
public struct PostedTakeover: Sendable {
    private let storage: any ItemStorage & SellingStorage
    private let check: PasswordCheck

    /// Reads from and writes to `storage`.
    public init(storage: any ItemStorage & SellingStorage, check: PasswordCheck) {
        self.storage = storage
        self.check = check
    }

    /// The items that the browser names, and what was typed.
    public struct Input: Equatable, Sendable {
        /// The items that the browser names.
        public var items: [Item.ID]
        /// Those whose password is not asked for.
        public var proven: Set<Item.ID>
        /// Those that the browser is known to have posted: tries at their passwords from elsewhere do
        /// not count against it.
        public var posted: Set<Item.ID> = []
        /// The items that were ticked; nil means all.
        public var chosen: Set<Item.ID>?
        /// The password as typed; it is tried on every item that needs one.
        public var password = ""
        /// The address from which passwords are tried; tries are counted per address.
        public var address = ""

        /// Nothing typed yet.
        public init(items: [Item.ID], proven: Set<Item.ID> = []) {
            (self.items, self.proven) = (items, proven)
        }

        fileprivate func includes(_ id: Item.ID) -> Bool { chosen?.contains(id) ?? true }
    }

    /// The form.
    public struct Output: FormOutput {
        /// The items that are still a guest's, in the order named.
        public let entries: [Entry]
        /// How many were taken over just now, while others were not.
        public let taken: Int
        /// Why the others were not; nil before anything was sent.
        public let refusal: Refusal?

        /// Whether there is a row for the password.
        public var asksPassword: Bool { entries.contains(where: \.asksPassword) }
    }

    /// One of the items.
    public struct Entry: Sendable {
        /// The item's id, used in the form.
        public let id: Item.ID
        /// Its title.
        public let title: String
        /// Whether it is ticked.
        public let isChosen: Bool
        /// Whether its password is asked for.
        public let asksPassword: Bool
    }

    /// The form that offers the items.
    /// - Parameters:
    ///   - taken: how many were taken over just now.
    ///   - refusal: why others were not.
    /// - Throws: `StorageError` if the storage fails.
    public func output(
        for input: Input, taken: Int = 0, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let guests = try await storage.guestItems(input.items).map(\.id)
        let entries = try await storage.openItems(guests, for: nil).map { item in
            Entry(
                id: item.id, title: item.title, isChosen: input.includes(item.id),
                asksPassword: !input.proven.contains(item.id))
        }
        return Output(entries: entries, taken: taken, refusal: refusal)
    }

    /// Takes over the items that the password opens or that need none; the others can be tried again.
    /// - Returns: how many were taken over.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Int, Output> {
        let chosen = try await storage.guestItems(input.items).map(\.id).filter(input.includes)
        var refusal: Refusal?
        if input.chosen?.isEmpty == true {
            refusal = Refusal([Fault("item", Phrase(.chooseToTakeOver))])
        }
        var taken = 0
        for id in chosen {
            switch try await takeOver(id, input, by: account, at: now) {
            case .done: taken += 1
            case .gone: break
            case .refused(let reason): refusal = refusal ?? reason
            }
        }
        guard let refusal else { return .saved(taken) }
        return .refused(try await output(for: input, taken: taken, refusal: refusal))
    }

    private enum Outcome {
        case done
        /// The item was deleted, hidden or taken over meanwhile.
        case gone
        case refused(Refusal)
    }

    private func takeOver(
        _ id: Item.ID, _ input: Input, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        do throws(StorageError) {
            if !input.proven.contains(id) {
                guard !input.password.isEmpty else { return .refused(.passwordMissing) }
                let wrong = try await check.refusal(
                    of: input.password, for: id, from: input.address,
                    isPoster: input.posted.contains(id), at: now, wrong: .wrongPromptedPassword)
                if let wrong { return .refused(wrong) }
            }
            try await storage.takeOver(id, by: account)
            return .done
        } catch {
            switch error {
            case .itemNotFound, .noPassword, .changedMeanwhile: return .gone
            case .suspended: return .refused(.suspended)
            case .busy, .full: return .refused(.cannotCheck)
            default: throw error
            }
        }
    }
}
