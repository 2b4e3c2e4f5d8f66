/// How a site stands at a moment.
public struct SiteStatistics: Sendable, Equatable {
    /// Costly work of one kind.
    public struct Work: Sendable, Equatable {
        /// How much runs.
        public let running: Int
        /// How much waits for its turn.
        public let waiting: Int
    }

    /// How often a page that may be kept was there when it was asked for, since the start.
    public struct CacheUses: Sendable, Equatable {
        public internal(set) var hits = 0
        /// Not there, or not exact any more.
        public internal(set) var misses = 0
    }

    /// Hashes that are made or compared.
    public let passwords: Work
    /// Photos that are developed.
    public let photos: Work
    /// Texts that are looked for.
    public let searches: Work
    /// Large forms and calls that are read, or whose photos are developed.
    public let forms: Int
    /// None are counted when no pages are kept.
    public let cache: CacheUses
}
