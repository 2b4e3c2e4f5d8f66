/// What the seller of an item has written anew: what of it they left alone stays what it is by the
/// time it is written, whatever others have made of it meanwhile.
public struct ItemEdit: Equatable, Sendable {
    /// What was written.
    public var content: ItemContent
    /// All of them, in the order shown.
    public var photos: [Photo.ID]
    /// How many there were for who wrote it. Where it says as many still, there stay as many as
    /// there are: a dealing may have taken one. Nil takes what it says.
    public var formerStock: Int64?
    /// Whether it says what the item is posted for; else that stays.
    public var namesPurpose: Bool
    /// The modification date of the item as it was for who wrote it; nil takes the place of whatever
    /// the item is by now.
    public var revision: Timestamp?

    /// All of it, unless said otherwise.
    public init(
        _ content: ItemContent, photos: [Photo.ID], formerStock: Int64? = nil,
        namesPurpose: Bool = true, revision: Timestamp? = nil
    ) {
        (self.content, self.photos) = (content, photos)
        (self.formerStock, self.namesPurpose) = (formerStock, namesPurpose)
        self.revision = revision
    }

    /// What becomes of an item.
    /// - Parameter former: what its seller wrote of it before.
    public func content(over former: ItemContent) -> ItemContent {
        var content = content
        if !namesPurpose { content.purpose = former.purpose }
        if content.stock == formerStock { content.stock = former.stock }
        return content
    }

    /// Whether it would undo another edit, which who wrote it has not seen: the item was edited since,
    /// and is not what it says. The same edit sent twice undoes none.
    public func undoesAnother(of item: Item) -> Bool {
        guard let revision, revision != item.dateModified else { return false }
        return content(over: item.content) != item.content || photos != item.photos.map(\.id)
    }

    /// - Throws: `.changedMeanwhile` when it would undo another one.
    public func check(_ item: Item) throws(StorageError) {
        guard !undoesAnother(of: item) else { throw .changedMeanwhile }
    }
}
