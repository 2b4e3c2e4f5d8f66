/// One sending of the form of a new item: the same one makes an item once, however often it comes.
public struct Submission: Equatable, Sendable {
    /// The key of the form.
    public var form: String
    /// Tells what was typed from anything else typed into the same form.
    public var content: String
    /// Whether it makes an item although the form has made another.
    public var makesAnother: Bool

    /// Of a form that has made nothing else, unless said otherwise.
    public init(form: String, content: String, makesAnother: Bool = false) {
        self.form = form
        self.content = content
        self.makesAnother = makesAnother
    }

    /// Names it, as the storage keeps it with the item that it makes.
    public var key: String { "\(form).\(content)" }

    /// An item that the same form has made.
    public struct Earlier: Equatable, Sendable {
        /// Which item.
        public let item: Item.ID
        /// Of the submission that has made it.
        public let key: String
        /// Whose it is by now.
        public let seller: Account.ID?

        /// What a submission of this key has made.
        public init(item: Item.ID, key: String, seller: Account.ID?) {
            (self.item, self.key, self.seller) = (item, key, seller)
        }
    }

    /// The item that it has made before, so that it makes none; nil when it makes one.
    /// - Parameter seller: who sends it; what the form has made for others is nothing to them.
    /// - Throws: `.postedBefore` where the form has made another, and nobody has said that it is to make
    ///   one more.
    public func item(
        among earlier: [Earlier], by seller: Account.ID?
    ) throws(StorageError) -> Item.ID? {
        if let same = earlier.first(where: { $0.key == key }) { return same.item }
        let own = earlier.filter { $0.seller == nil || $0.seller == seller }
        if !makesAnother, let last = own.map(\.item).max() { throw .postedBefore(last) }
        return nil
    }
}
