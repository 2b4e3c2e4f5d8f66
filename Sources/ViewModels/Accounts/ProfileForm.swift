import Market

/// What others see of an account, shown to be changed.
public struct ProfileForm: Sendable {
    private let storage: any MarketStorage

    /// Reads and writes in `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// Whose profile it is, and what was typed.
    public struct Input: Equatable, Sendable {
        /// The account that is signed in.
        public var account: Account.ID
        /// As it was typed.
        public var nickname: String
        /// As it was typed; at most `Limits.about` letters are saved.
        public var about: String
        /// The last one counts; with none the account has no picture.
        public var pictures: [PhotoEntry]

        /// - Parameter account: alone it asks for the profile as it is saved.
        public init(
            account: Account.ID, nickname: String = "", about: String = "",
            pictures: [PhotoEntry] = []
        ) {
            self.account = account
            self.nickname = nickname
            self.about = about
            self.pictures = pictures
        }

        fileprivate var picture: Photo.ID? {
            pictures.reversed().lazy.compactMap { entry in
                if case .kept(let id) = entry { id } else { nil }
            }
            .first
        }
    }

    /// The form, with what else the page tells of the account.
    public struct Output: FormOutput {
        /// As it was typed.
        public let nickname: String
        /// As it was typed.
        public let about: String
        /// The saved one, or the one sent with the form; nil for none.
        public let picture: Photo.ID?
        /// When the account was opened.
        public let dateJoined: Moment
        /// One for each status, in the order of `Item.Status`, also where it counts none.
        public let itemCounts: [ItemCount]
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// How many items of a status somebody has.
    public struct ItemCount: Equatable, Sendable {
        /// Which of the account's items are counted.
        public let status: Item.Status
        /// 0 when none has the status.
        public let count: Int
    }

    /// The profile as it is saved.
    /// - Throws: `.notFound` when the account is gone.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let account = try await storage.account(input.account)
        let profile = account.profile
        let saved = Input(
            account: input.account, nickname: profile.nickname.text, about: profile.about,
            pictures: profile.picture.map { [.kept($0)] } ?? [])
        return try await output(saved, of: account)
    }

    /// Saves the profile, or refuses with the form as it was typed.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input
    ) async throws(StorageError) -> FormResult<Account.ID, Output> {
        var input = input
        let refusal: Refusal
        switch profile(input) {
        case .failure(let found): refusal = found
        case .success(let profile):
            do throws(StorageError) {
                try await storage.updateProfile(profile, of: input.account)
                return .saved(input.account)
            } catch .nicknameTaken {
                refusal = .nicknameTaken
            } catch .photoNotFound {
                input.pictures = []
                refusal = .pictureDeleted
            } catch .busy, .full {
                refusal = .unavailable
            }
        }
        let account = try await storage.account(input.account)
        return .refused(try await output(input, of: account, refusal))
    }

    private func profile(_ input: Input) -> Result<Profile, Refusal> {
        var fields = FieldReader()
        let nickname = fields.nickname(input.nickname)
        for case .refused(let name, let fault) in input.pictures {
            fields.add("picture", fault.message(for: name))
        }
        let about = input.about.trimmed
        if about.isLonger(than: Limits.about) {
            fields.add("about", "소개를 \(Limits.about)자까지 입력해주세요.")
        }
        guard let nickname, fields.refusal == nil else {
            let later = input.pictures.lazy.compactMap(\.refusal).first { $0 != .invalid }
            return .failure(Refusal(fields.faults, later ?? .invalid))
        }
        return .success(Profile(nickname: nickname, about: about, picture: input.picture))
    }

    private func output(
        _ input: Input, of account: Account, _ refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let counts = try await storage.itemCounts(of: account.id)
        return Output(
            nickname: input.nickname, about: input.about, picture: input.picture,
            dateJoined: Moment(account.dateJoined),
            itemCounts: Item.Status.allCases.map { status in
                ItemCount(status: status, count: counts[status] ?? 0)
            },
            refusal: refusal)
    }
}

extension Refusal {
    fileprivate static let pictureDeleted = Refusal([
        Fault("picture", "오래되어 지워진 사진을 다시 올려주세요.")
    ])
}
