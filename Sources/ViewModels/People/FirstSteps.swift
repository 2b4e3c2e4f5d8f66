import Market

/// What whoever runs a new market does first. Nothing is stored for it: what the market shows by itself
/// tells what is done.
public struct FirstSteps: Sendable {
    /// Whether every page says who runs the market.
    public typealias Input = Bool

    /// All steps; none once those are done of which the market knows.
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

        /// Whether it is done. No market knows of its backups, so that this step is never done.
        public var isDone: Bool { hint == nil }

        fileprivate init(_ kind: Kind, isDone: Bool) {
            self.kind = kind
            name = kind.name
            hint = isDone ? nil : kind.hint
        }
    }

    /// The steps, in the order in which they are taken.
    public enum Kind: CaseIterable, Sendable {
        /// To say how the operator is reached.
        case contact
        /// To name the neighbourhoods.
        case places
        /// To write a first announcement.
        case announcement
        /// To have the market backed up.
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
