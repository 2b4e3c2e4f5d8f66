import Market

/// Asks for a listing's password before it is edited, deleted or made an account's.
public struct PasswordPrompt: Sendable {
    private let storage: any ItemStorage & SellingStorage
    private let check: PasswordCheck

    public init(storage: any ItemStorage & SellingStorage, check: PasswordCheck) {
        self.storage = storage
        self.check = check
    }

    /// What the password is asked for.
    public enum Purpose: Equatable, Sendable {
        case editing
        case deleting
        /// A guest's listing becomes the account's.
        case takingOver(by: Account.ID)
    }

    public struct Input: Equatable, Sendable {
        public var id: Item.ID
        public var purpose: Purpose
        /// None is asked of an account for its own listing.
        public var proof: OwnerProof
        /// Where the try comes from; tries are counted for each address.
        public var address: String
        /// The listing as it has to be to be deleted; nil is whatever it is by now.
        public var expected: ListedItem?

        public init(
            id: Item.ID, purpose: Purpose, proof: OwnerProof, address: String,
            expected: ListedItem? = nil
        ) {
            self.id = id
            self.purpose = purpose
            self.proof = proof
            self.address = address
            self.expected = expected
        }
    }

    public struct Output: Sendable {
        public let id: Item.ID
        public let purpose: Purpose
        public let heading: String
        public let itemTitle: String
        public let explanation: String
        public let submitLabel: String
        public let asksPassword: Bool
        public let alert: Alert?
        /// What is wrong with the password, beside its field.
        public let passwordFault: String?
    }

    public enum Outcome: Sendable {
        /// The password is right; what it was asked for is done, unless it has a form of its own.
        case granted
        case refused(Output, Refusal.Reason)
    }

    /// - Throws: `.notFound` when there is no such listing.
    public func output(
        for id: Item.ID, purpose: Purpose, asksPassword: Bool = true, refusal: Refusal.Reason? = nil
    ) async throws(StorageError) -> Output {
        let item = try await storage.item(id)
        return Output(
            id: id, purpose: purpose,
            heading: purpose.heading,
            itemTitle: item.content.title,
            explanation: asksPassword ? purpose.explanation : "글이 지워져요. 되돌릴 수 없어요.",
            submitLabel: purpose.submitLabel,
            asksPassword: asksPassword,
            alert: refusal.map { Alert(passwordRefusal: $0) },
            passwordFault: refusal.flatMap(Self.passwordFault))
    }

    /// Checks the password, and deletes the listing or takes it over when it is right.
    /// - Throws: `.notFound` when there is no such listing, or it is another account's by now;
    ///   `.changedMeanwhile` when it is no more what was expected.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        let refusal: Refusal.Reason
        do {
            guard let found = try await self.refusal(of: input, at: now) else {
                return .granted
            }
            refusal = found
        } catch .busy, .full {
            refusal = .unavailable
        }
        let output = try await output(
            for: input.id, purpose: input.purpose, asksPassword: input.proof.asksPassword,
            refusal: refusal)
        return .refused(output, refusal)
    }

    static func passwordFault(_ refusal: Refusal.Reason) -> String? {
        switch refusal {
        case .invalid: "비밀번호를 입력해주세요."
        case .wrongPassword: "비밀번호가 틀렸습니다."
        case .notFound, .tooManyTries, .unavailable: nil
        }
    }

    private func refusal(
        of input: Input, at now: Timestamp
    ) async throws(StorageError) -> Refusal.Reason? {
        if case .password(let password) = input.proof {
            guard !password.isEmpty else { return .invalid }
            let verdict = try await check.verdict(
                on: password, for: input.id, from: input.address, at: now)
            switch verdict {
            case .wrong: return .wrongPassword
            case .tooManyTries(let wait): return .tooManyTries(wait: wait)
            case .right: break
            }
        }
        try await carryOut(input)
        return nil
    }

    private func carryOut(_ input: Input) async throws(StorageError) {
        let condition = try await condition(input)
        do {
            switch input.purpose {
            case .editing: return
            case .deleting: try await storage.delete(input.id, if: condition)
            case .takingOver(let account): try await storage.takeOver(input.id, by: account)
            }
        } catch .changedMeanwhile where input.expected != nil {
            throw .changedMeanwhile
        } catch .changedMeanwhile {
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
    fileprivate var heading: String {
        switch self {
        case .editing: "글 수정"
        case .deleting: "글 삭제"
        case .takingOver: "내 글로 가져오기"
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .editing: "글을 올릴 때 정한 비밀번호를 입력해주세요."
        case .deleting: "글을 올릴 때 정한 비밀번호를 입력하면 글이 지워져요. 되돌릴 수 없어요."
        case .takingOver: "글을 올릴 때 정한 비밀번호를 입력하면 내 글이 돼요. 그 뒤로는 비밀번호를 묻지 않아요."
        }
    }

    fileprivate var submitLabel: String {
        switch self {
        case .editing: "수정하기"
        case .deleting: "삭제하기"
        case .takingOver: "가져오기"
        }
    }
}

extension Alert {
    init(passwordRefusal refusal: Refusal.Reason) {
        switch refusal {
        case .invalid:
            self = Alert(
                .failure, title: "실패",
                lines: [Line("~ 비밀번호를 입력해주세요.", field: "password")])
        case .wrongPassword: self = .wrongPassword
        case .tooManyTries(let wait): self = .tooManyTries(wait: wait)
        case .notFound, .unavailable: self = .cannotCheck
        }
    }
}
