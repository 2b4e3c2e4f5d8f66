/// One sending of the form of a new item. The same submission makes an item only once, however
/// often it is sent.
public struct Submission: Equatable, Sendable {
    /// The key of the form.
    public var form: String
    /// A fingerprint of what was typed, to tell it from other content in the same form.
    public var content: String
    /// Whether it makes another item even though the form has made one.
    public var makesAnother: Bool

    /// A submission of a form that has made nothing else, unless said otherwise.
    public init(form: String, content: String, makesAnother: Bool = false) {
        self.form = form
        self.content = content
        self.makesAnother = makesAnother
    }

    /// The key under which the storage keeps it with the item that it makes.
    public var key: String { "\(form).\(content)" }

    /// An item that the same form has made before.
    public struct Earlier: Equatable, Sendable {
        /// The item.
        public let item: Item.ID
        /// The key of the submission that made it.
        public let key: String
        /// The account that owns it by now; nil for a guest's.
        public let seller: Account.ID?

        /// An item that a submission with this key has made.
        public init(item: Item.ID, key: String, seller: Account.ID?) {
            (self.item, self.key, self.seller) = (item, key, seller)
        }
    }

    /// The item that this submission has made before; nil if it is to make one.
    /// - Parameter seller: the account that sends it; items that the form has made for other
    ///   accounts are ignored.
    /// - Throws: `.postedBefore` if the form has made another item, and the sender has not asked for one more.
    public func item(
        among earlier: [Earlier], by seller: Account.ID?
    ) throws(StorageError) -> Item.ID? {
        if let same = earlier.first(where: { $0.key == key }) { return same.item }
        let own = earlier.filter { $0.seller == nil || $0.seller == seller }
        if !makesAnother, let last = own.map(\.item).max() { throw .postedBefore(last) }
        return nil
    }
}
