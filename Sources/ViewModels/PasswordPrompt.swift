import Market

/// Asks for a listing's password before it is edited or deleted.
public struct PasswordPrompt: Sendable {
    private let storage: any ItemStorage
    private let check: PasswordCheck

    public init(storage: any ItemStorage, check: PasswordCheck) {
        self.storage = storage
        self.check = check
    }

    /// What the password is asked for.
    public enum Purpose: Sendable {
        case editing
        case deleting
    }

    public struct Input: Equatable, Sendable {
        public var id: Item.ID
        public var purpose: Purpose
        public var password: String
        /// Where the try comes from; tries are counted for each address.
        public var address: String

        public init(id: Item.ID, purpose: Purpose, password: String, address: String) {
            self.id = id
            self.purpose = purpose
            self.password = password
            self.address = address
        }
    }

    public struct Output: Sendable {
        public let id: Item.ID
        public let purpose: Purpose
        public let heading: String
        public let itemTitle: String
        public let explanation: String
        public let submitLabel: String
        public let alert: Alert?
        /// What is wrong with the password, beside its field.
        public let passwordFault: String?
    }

    public enum Outcome: Sendable {
        /// The password is right; for `.deleting` the listing is gone.
        case granted
        case refused(Output, Refusal)
    }

    /// - Throws: `.notFound` when there is no such listing.
    public func output(
        for id: Item.ID, purpose: Purpose, refusal: Refusal? = nil
    ) async throws(ViewModelError) -> Output {
        let item = try await reading { () async throws(StorageError) in
            try await storage.item(id)
        }
        let isEditing = purpose == .editing
        return Output(
            id: id, purpose: purpose,
            heading: isEditing ? "글 수정" : "글 삭제",
            itemTitle: item.content.title,
            explanation: isEditing
                ? "글을 올릴 때 정한 비밀번호를 입력해주세요."
                : "글을 올릴 때 정한 비밀번호를 입력하면 글이 지워져요. 되돌릴 수 없어요.",
            submitLabel: isEditing ? "수정하기" : "삭제하기",
            alert: refusal.map { Alert($0) },
            passwordFault: refusal.flatMap(Self.passwordFault))
    }

    /// Checks the password, and for `.deleting` deletes the listing when it is right.
    /// - Throws: `.notFound` when there is no such listing.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(ViewModelError) -> Outcome {
        let refusal: Refusal
        do {
            guard let found = try await self.refusal(of: input, at: now) else {
                return .granted
            }
            refusal = found
        } catch .unavailable {
            refusal = .unavailable
        }
        let output = try await output(
            for: input.id, purpose: input.purpose, refusal: refusal)
        return .refused(output, refusal)
    }

    private static func passwordFault(_ refusal: Refusal) -> String? {
        switch refusal {
        case .invalid: "비밀번호를 입력해주세요."
        case .wrongPassword: "비밀번호가 틀렸습니다."
        case .tooManyTries, .unavailable: nil
        }
    }

    private func refusal(
        of input: Input, at now: Timestamp
    ) async throws(ViewModelError) -> Refusal? {
        guard !input.password.isEmpty else { return .invalid }
        let verdict = try await check.verdict(
            on: input.password, for: input.id, from: input.address, at: now)
        switch verdict {
        case .wrong: return .wrongPassword
        case .tooManyTries(let wait): return .tooManyTries(wait: wait)
        case .right: break
        }
        if input.purpose == .deleting {
            try await reading { () async throws(StorageError) in
                try await storage.delete(input.id)
            }
        }
        return nil
    }
}

extension Alert {
    fileprivate init(_ refusal: Refusal) {
        switch refusal {
        case .invalid:
            self = Alert(
                .failure, title: "실패",
                lines: [Line("~ 비밀번호를 입력해주세요.", field: "password")])
        case .wrongPassword: self = .wrongPassword
        case .tooManyTries(let wait): self = .tooManyTries(wait: wait)
        case .unavailable:
            self = Alert(
                .failure, title: "실패",
                lines: [Line("지금은 확인할 수 없어요. 잠시 뒤에 다시 눌러주세요.")])
        }
    }
}
