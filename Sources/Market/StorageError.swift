/// Why a storage did not do what it was asked; nothing is half done then.
public enum StorageError: Error, Equatable, Sendable {
    case itemNotFound
    case photoNotFound
    /// Another process holds it; asking again later may work.
    case busy
    /// The disk is full, or the file cannot grow.
    case full
    /// Not ours, newer than this program, damaged or not writable: in words for the operator.
    case unusable(String)
    /// Anything else, in the storage's own words, for the log.
    case failed(String)
}
