import Market

/// What others see of an account, shown to be changed.
public struct ProfileForm: Sendable {
    private let storage: any MarketStorage

    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        public var nickname: String
        public var about: String
        /// The last one counts; with none the account has no picture.
        public var pictures: [PhotoEntry]

        public init(nickname: String, about: String, pictures: [PhotoEntry]) {
            self.nickname = nickname
            self.about = about
            self.pictures = pictures
        }
    }

    public struct Output: Sendable {
        /// As it was typed.
        public let nickname: String
        /// As it was typed.
        public let about: String
        public let picture: Photo.ID?
        public let dateJoined: Moment
        public let itemCounts: [ItemCount]
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// How many listings of a status somebody has.
    public struct ItemCount: Equatable, Sendable {
        public let status: Item.Status
        public let count: Int
    }

    public typealias Outcome = FormOutcome<Account.ID, Output>

    /// - Throws: `.notFound` when the account is gone.
    public func filled(with id: Account.ID) async throws(StorageError) -> Output {
        let profile = try await account(id).profile
        let input = Input(
            nickname: profile.nickname.text, about: profile.about,
            pictures: profile.picture.map { [.stored($0)] } ?? [])
        return try await output(input, of: id)
    }

    /// Saves the profile, or refuses with the form as it was typed.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, of id: Account.ID
    ) async throws(StorageError) -> Outcome {
        let (nickname, fault) = Nickname.checked(input.nickname)
        var faults = [fault].compactMap { $0 } + input.pictureFaults
        let about = input.about.trimmed
        if about.isLonger(than: Limits.about) {
            faults.append(Fault("about", "소개를 \(Limits.about)자까지 입력해주세요."))
        }
        guard let nickname, faults.isEmpty else {
            let later = input.pictures.lazy.compactMap(\.refusal).first { $0 != .invalid }
            return .refused(try await output(input, of: id, faults), later ?? .invalid)
        }
        let profile = Profile(nickname: nickname, about: about, picture: input.picture)
        do {
            try await storage.updateProfile(profile, of: id)
            return .saved(id)
        } catch .nicknameTaken {
            return .refused(try await output(input, of: id, [.nicknameTaken]), .invalid)
        } catch .photoNotFound {
            var input = input
            input.pictures = []
            return .refused(try await output(input, of: id, [.pictureGone]), .invalid)
        } catch .busy, .full {
            return .refused(
                try await output(input, of: id, alert: .unavailable), .unavailable)
        }
    }

    private func output(
        _ input: Input, of id: Account.ID, _ faults: [Fault] = [], alert: Alert? = nil
    ) async throws(StorageError) -> Output {
        let account = try await account(id)
        let counts = try await storage.itemCounts(of: id)
        return Output(
            nickname: input.nickname, about: input.about, picture: input.picture,
            dateJoined: Moment(account.dateJoined),
            itemCounts: Item.Status.allCases.map { status in
                ItemCount(status: status, count: counts[status] ?? 0)
            },
            faults: faults, alert: alert ?? Alert(faults))
    }

    private func account(_ id: Account.ID) async throws(StorageError) -> Account {
        try await storage.account(id)
    }
}

extension Fault {
    fileprivate static let pictureGone = Fault("picture", "오래되어 지워진 사진을 다시 올려주세요.")
}

extension ProfileForm.Input {
    var picture: Photo.ID? {
        pictures.reversed().lazy.compactMap { entry in
            if case .stored(let id) = entry { id } else { nil }
        }
        .first
    }

    fileprivate var pictureFaults: [Fault] {
        pictures.compactMap { entry in
            guard case .refused(let name, let fault) = entry else { return nil }
            return Fault("picture", fault.message(for: name))
        }
    }
}
