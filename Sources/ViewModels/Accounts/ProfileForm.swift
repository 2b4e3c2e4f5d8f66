import Localization
import Market

/// The form of an account's public profile, language and neighbourhood.
public struct ProfileForm: Sendable {
    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let reserved: ReservedNicknames

    /// - Parameters:
    ///   - storage: holds the accounts, and the items to count.
    ///   - reserved: nicknames that can be neither taken nor given up.
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
        /// The nickname, as typed.
        public var nickname: String
        /// The text about themselves, as typed.
        public var about: String
        /// The pictures sent; the last one counts, and without any the account has no picture.
        public var pictures: [PhotoEntry]
        /// The language to read; nil for the one that the browser asks for.
        public var language: Language?
        /// The number of a neighbourhood, or empty for none; nil leaves it as it is.
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

        fileprivate var picture: Photo.ID? { pictures.compactMap(\.id).last }

        /// Nil if none is chosen, or the value is not among the choices.
        fileprivate func chosenNeighbourhood(in places: PlaceDirectory) -> Neighbourhood? {
            places.entries.map(\.neighbourhood).first { $0.id.description == neighbourhood }
        }
    }

    /// The form, with what else the page shows of the account.
    public struct Output: FormOutput {
        /// With this many recovery codes or fewer left, it is time for new ones.
        private static let fewCodes = 2

        /// The nickname, as typed.
        public let nickname: String
        /// The text about themselves, as typed.
        public let about: String
        /// The last picture sent with the form, or the saved one.
        public let picture: Photo.ID?
        /// The chosen language; nil for the one that the browser asks for.
        public let language: Language?
        /// The neighbourhoods to choose from; empty if the operator lists none.
        public let neighbourhoods: [NeighbourhoodChoice]
        /// The number of recovery codes that are not used up.
        public let codesLeft: Int
        /// When the account was opened.
        public let dateJoined: Moment
        /// The number of offered items of each status, in order.
        public let itemCounts: [OwnItems.Stage]
        /// The number of wanted items of each status; empty while there are none.
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

    /// Saves the profile, or refuses with the form as typed.
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

    /// The chosen neighbourhood or, if the form has no row for it, the present one.
    private func neighbourhood(
        _ input: Input, of account: Account, in places: PlaceDirectory
    ) -> Neighbourhood? {
        guard input.neighbourhood == nil else { return input.chosenNeighbourhood(in: places) }
        return account.neighbourhood.flatMap { places.neighbourhood($0) }
    }

    /// Only the picture's owner is told that a hidden item shows it.
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
