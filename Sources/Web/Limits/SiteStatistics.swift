/// The state of a site at one moment.
public struct SiteStatistics: Sendable, Equatable {
    /// The load of one kind of costly work.
    public struct Work: Sendable, Equatable {
        /// How many pieces of work are running.
        public let running: Int
        /// How many are waiting for their turn.
        public let waiting: Int
    }

    /// How often a cacheable page was found in the cache, since the start.
    public struct CacheUses: Sendable, Equatable {
        public internal(set) var hits = 0
        /// The page was not cached, or was outdated.
        public internal(set) var misses = 0
    }

    /// Password hashes being made or compared.
    public let passwords: Work
    /// Photos being processed.
    public let photos: Work
    /// Searches.
    public let searches: Work
    /// Large forms and calls being read, or whose photos are being processed.
    public let forms: Int
    /// Counts nothing if the cache is disabled.
    public let cache: CacheUses
}
