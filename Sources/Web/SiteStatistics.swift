/// How a site stands at a moment.
public struct SiteStatistics: Sendable, Equatable {
    /// Costly work of one kind.
    public struct Work: Sendable, Equatable {
        /// How much runs.
        public let running: Int
        /// How much waits for its turn.
        public let waiting: Int
    }

    /// Hashes that are made or compared.
    public let passwords: Work
    /// Photos that are developed.
    public let photos: Work
}
