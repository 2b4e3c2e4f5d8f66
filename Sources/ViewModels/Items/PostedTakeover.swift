import Market

/// Makes what somebody has posted in their browser as a guest an account's, all of it in one step: each by
/// its password, unless the browser has shown that whoever uses it has just chosen that.
public struct PostedTakeover: Sendable {
    private let storage: any ItemStorage & SellingStorage
    private let check: PasswordCheck

    /// Reads from and writes to `storage`.
    public init(storage: any ItemStorage & SellingStorage, check: PasswordCheck) {
        self.storage = storage
        self.check = check
    }

    /// What the browser names, and what was typed.
    public struct Input: Equatable, Sendable {
        /// Those that the browser names.
        public var items: [Item.ID]
        /// Those of which it asks no password.
        public var proven: Set<Item.ID>
        /// Those that the browser has indeed posted: how often others have tried their passwords is not held
        /// against it.
        public var posted: Set<Item.ID> = []
        /// Those that were ticked; nil takes all of them.
        public var chosen: Set<Item.ID>?
        /// As typed: of as many of them as it opens.
        public var password = ""
        /// Where the tries come from; they are counted for each address.
        public var address = ""

        /// Nothing typed yet.
        public init(items: [Item.ID], proven: Set<Item.ID> = []) {
            (self.items, self.proven) = (items, proven)
        }

        fileprivate func includes(_ id: Item.ID) -> Bool { chosen?.contains(id) ?? true }
    }

    /// The form.
    public struct Output: FormOutput {
        /// Those that are a guest's still, as they are named.
        public let entries: [Entry]
        /// How many have become the account's just now, while others did not.
        public let taken: Int
        /// Why these did not; nil before anything was sent.
        public let refusal: Refusal?

        /// Whether there is a row for the password.
        public var asksPassword: Bool { entries.contains(where: \.asksPassword) }
    }

    /// One of them.
    public struct Entry: Sendable {
        /// Names it in the form.
        public let id: Item.ID
        /// What it is called.
        public let title: String
        /// Whether it is ticked.
        public let isChosen: Bool
        /// Whether its password is asked for.
        public let asksPassword: Bool
    }

    /// - Parameters:
    ///   - taken: how many have become the account's just now.
    ///   - refusal: why others did not.
    /// - Throws: `StorageError` of a storage that failed.
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

    /// Takes over what the password opens or needs none; what it does not open stays to be tried again.
    /// - Returns: how many have become the account's.
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
        /// It is deleted, hidden or somebody's by now.
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
