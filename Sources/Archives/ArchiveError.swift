/// Why an archive could not be written.
public enum ArchiveError: Error, Equatable, Sendable {
    /// In the words of the library, for the log: the disk is full, mostly.
    case failed(String)
}
