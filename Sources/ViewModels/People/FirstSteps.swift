import Market

/// What the operator of a new market should do first. Nothing is stored about the steps: whether one is done
/// follows from what the market contains.
public struct FirstSteps: Sendable {
    /// Whether every page says who runs the market.
    public typealias Input = Bool

    /// All steps; empty once every step that the market can check is done.
    public typealias Output = [Step]

    private let storage: any PlaceStorage & AnnouncementStorage

    /// Reads from `storage`.
    public init(storage: any PlaceStorage & AnnouncementStorage) {
        self.storage = storage
    }

    /// One of the steps.
    public struct Step: Equatable, Sendable {
        /// Which one.
        public let kind: Kind
        /// What to do.
        public let name: Phrase
        /// How to do it; nil once it is done.
        public let hint: Phrase?

        /// Whether it is done. The market cannot tell whether it is backed up, so that step never is.
        public var isDone: Bool { hint == nil }

        fileprivate init(_ kind: Kind, isDone: Bool) {
            self.kind = kind
            name = kind.name
            hint = isDone ? nil : kind.hint
        }
    }

    /// The steps, in the order in which they are taken.
    public enum Kind: CaseIterable, Sendable {
        /// Saying how to reach the operator.
        case contact
        /// Naming the neighbourhoods.
        case places
        /// Writing a first announcement.
        case announcement
        /// Having the market backed up.
        case backup
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for hasContact: Input) async throws(StorageError) -> Output {
        let hasPlaces = try await !storage.places().entries.isEmpty
        let isDone: [Kind: Bool] = [
            .contact: hasContact, .places: hasPlaces,
            .announcement: !storage.announcementBoard.isEmpty,
        ]
        guard isDone.values.contains(false) else { return [] }
        return Kind.allCases.map { Step($0, isDone: isDone[$0] ?? false) }
    }
}

extension FirstSteps.Kind {
    fileprivate var name: Phrase {
        switch self {
        case .contact: Phrase(.stepContact)
        case .places: Phrase(.stepPlaces)
        case .announcement: Phrase(.stepAnnouncement)
        case .backup: Phrase(.stepBackup)
        }
    }

    fileprivate var hint: Phrase {
        switch self {
        case .contact: Phrase(.setUpContact)
        case .places: Phrase(.setUpPlaces)
        case .announcement: Phrase(.setUpAnnouncement)
        case .backup: Phrase(.setUpBackup)
        }
    }
}
