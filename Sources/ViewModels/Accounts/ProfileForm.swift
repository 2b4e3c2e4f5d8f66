import Localization
import Market

/// What others see of an account, and the language that it reads, shown to be changed.
public struct ProfileForm: Sendable {
    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let reserved: ReservedNicknames

    /// - Parameters:
    ///   - storage: holds accounts, and the items that are counted.
    ///   - reserved: nicknames that are neither taken nor given up.
    public init(
        storage: any MarketStorage, zone: MarketTimeZone,
        reserved: ReservedNicknames = ReservedNicknames()
    ) {
        self.storage = storage
        self.zone = zone
        self.reserved = reserved
    }

    /// What was typed.
    public struct Input: Equatable, Sendable {
        /// As it was typed.
        public var nickname: String
        /// As it was typed.
        public var about: String
        /// The last one counts; with none the account has no picture.
        public var pictures: [PhotoEntry]
        /// Nil for what the browser asks for.
        public var language: Language?
        /// The number of one, or nothing for none; nil leaves it as it is.
        public var neighbourhood: String?

        /// A sent form.
        public init(
            nickname: String, about: String, pictures: [PhotoEntry] = [],
            language: Language? = nil, neighbourhood: String? = nil
        ) {
            self.nickname = nickname
            self.about = about
            self.pictures = pictures
            self.language = language
            self.neighbourhood = neighbourhood
        }

        fileprivate var picture: Photo.ID? {
            pictures.compactMap(\.id).last
        }

        /// Nil when none is chosen, and for what is none to choose.
        fileprivate func chosenNeighbourhood(in places: PlaceDirectory) -> Neighbourhood? {
            places.entries.map(\.neighbourhood).first { $0.id.description == neighbourhood }
        }
    }

    /// The form, with what else the page tells of the account.
    public struct Output: FormOutput {
        /// As many recovery codes, or fewer, are to be replaced before the last is used up.
        private static let fewCodes = 2

        /// As it was typed.
        public let nickname: String
        /// As it was typed.
        public let about: String
        /// The last one that came with the form, or is saved.
        public let picture: Photo.ID?
        /// The one chosen; nil for what the browser asks for.
        public let language: Language?
        /// Those that the operator names; none where there are none.
        public let neighbourhoods: [NeighbourhoodChoice]
        /// Recovery codes that are not used up yet.
        public let codesLeft: Int
        /// When the account was opened.
        public let dateJoined: Moment
        /// Of what it offers one of each status, in their order.
        public let itemCounts: [OwnItems.Stage]
        /// The same of what it wants; empty while it has none of these.
        public let wantedCounts: [OwnItems.Stage]
        /// Why it was not saved; nil before anything was typed.
        public let refusal: Refusal?

        /// Whether it is time for new recovery codes.
        public var hasFewCodes: Bool { codesLeft <= Self.fewCodes }
    }

    /// The profile as it is saved.
    /// - Throws: `.notFound` when the account is gone.
    public func output(for id: Account.ID) async throws(StorageError) -> Output {
        let account = try await storage.account(id)
        let profile = account.profile
        let saved = Input(
            nickname: profile.nickname.text, about: profile.about,
            pictures: profile.picture.map { [.stored($0)] } ?? [],
            language: account.language)
        return try await output(saved, of: account)
    }

    /// Saves the profile, or refuses with the form as it was typed.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, of id: Account.ID
    ) async throws(StorageError) -> FormResult<Void, Output> {
        var input = input
        let refusal: Refusal
        let account = try await storage.account(id)
        let places = try await storage.places()
        switch profile(input, account.profile.nickname, in: places) {
        case .failure(let found): refusal = found
        case .success(let profile):
            do throws(StorageError) {
                try await storage.updateProfile(
                    profile, language: input.language,
                    neighbourhood: neighbourhood(input, of: account, in: places)?.id, of: id)
                return .saved(())
            } catch .nicknameTaken {
                refusal = .nicknameTaken
            } catch .photoNotFound {
                refusal = try await self.refusal(ofLost: input.picture)
                input.pictures = []
            } catch .suspended {
                refusal = .suspended
            } catch .busy, .full {
                refusal = .unavailable
            }
        }
        return .refused(try await output(input, of: account, refusal))
    }

    /// The one that is chosen, or that was, where the form has no row for it.
    private func neighbourhood(
        _ input: Input, of account: Account, in places: PlaceDirectory
    ) -> Neighbourhood? {
        guard input.neighbourhood == nil else { return input.chosenNeighbourhood(in: places) }
        return account.neighbourhood.flatMap { places.neighbourhood($0) }
    }

    /// Nobody else is told that a hidden item shows it.
    private func refusal(ofLost picture: Photo.ID?) async throws(StorageError) -> Refusal {
        guard let picture, try await storage.hasPhoto(picture) else { return .pictureDeleted }
        return .pictureUnusable
    }

    private func profile(
        _ input: Input, _ current: Nickname, in places: PlaceDirectory
    ) -> Result<Profile, Refusal> {
        var fields = FieldReader()
        let nickname = fields.nickname(input.nickname, current: current)
        for case .refused(let name, let fault) in input.pictures {
            fields.add("picture", fault.message(for: name))
        }
        let about = input.about.trimmed
        if about.isLonger(than: Limits.about) {
            fields.add(
                "about", Phrase(.tooLong, .phrase(Phrase(.about)), .number(Int64(Limits.about))))
        }
        let isNamed = input.chosenNeighbourhood(in: places) != nil
        if !isNamed, input.neighbourhood?.isEmpty == false {
            fields.add("neighbourhood", Phrase(.neighbourhoodIsUnknown))
        }
        if let nickname, nickname.key != current.key {
            if reserved.contains(current) {
                fields.add("nickname", Phrase(.operatorKeepsNickname))
            } else if reserved.hasOneLike(nickname) {
                fields.add("nickname", Phrase(.nicknameTaken))
            }
        }
        guard let nickname, fields.refusal == nil else {
            return .failure(Refusal(fields.faults, photos: input.pictures))
        }
        return .success(Profile(nickname: nickname, about: about, picture: input.picture))
    }

    private func output(
        _ input: Input, of account: Account, _ refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let counts = try await storage.itemCounts(of: account.id)
        let places = try await storage.places()
        let chosen = neighbourhood(input, of: account, in: places)
        return Output(
            nickname: input.nickname, about: input.about, picture: input.picture,
            language: input.language,
            neighbourhoods: NeighbourhoodChoice.all(chosen: chosen, in: places),
            codesLeft: try await storage.recoveryCodeCount(of: account.id),
            dateJoined: Moment(account.dateJoined, in: zone),
            itemCounts: counts.stages(of: .offer), wantedCounts: counts.stages(of: .request),
            refusal: refusal)
    }
}

extension Refusal {
    fileprivate static let pictureDeleted = Refusal([Fault("picture", Phrase(.pictureGone))])
    fileprivate static let pictureUnusable = Refusal([Fault("picture", Phrase(.photoUnusable))])
}
