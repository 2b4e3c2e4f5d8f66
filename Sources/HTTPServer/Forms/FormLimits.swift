/// The limits of one submitted form. A number is in bytes unless its comment says otherwise.
public struct FormLimits: Sendable {
    /// The whole multipart body; above it 413.
    public var body = 64 * 1024 * 1024
    /// The whole body of an urlencoded form; above it 413.
    public var encodedBody = 1024 * 1024
    /// Number of fields and files together; above it 413.
    public var parts = 100
    /// The header of one part; above it 413.
    public var partHeader = 4 * 1024
    /// One text field; above it 413.
    public var field = 256 * 1024
    /// One file; a larger one is dropped and its entry is `.tooLarge`.
    public var file = 16 * 1024 * 1024
    /// The texts and small files of one form held in memory; above it a text gives 413, a file goes to disk.
    public var memory = 1024 * 1024
    /// A file up to this size stays in memory, a larger one goes to a temporary file.
    public var inMemory = 256 * 1024
    /// Names of the parts to read; others are skipped, whatever they hold. Nil reads all.
    public var names: Set<String>?
    /// Names of parts that are files even without a file name and type.
    public var fileNames: Set<String> = []
    /// Names of text fields in which bytes that are not UTF-8 become U+FFFD, for handlers that tell the user so
    /// beside the field. Any other text that is not UTF-8 is refused.
    public var repairedNames: Set<String> = []
    /// The folder for temporary files.
    public var temporaryFolder = "/tmp"

    /// The defaults above.
    public init() {}
}

extension FormLimits {
    /// The text in a control of that name.
    /// - Throws: `.notUTF8`.
    func text(_ bytes: [UInt8], of name: String) throws(FormError) -> String {
        if let text = String(validating: bytes) { return text }
        guard repairedNames.contains(name) else { throw .notUTF8(name: name) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
