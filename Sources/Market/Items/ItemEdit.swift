/// A seller's edit of an item. What the seller left as it was stays as it is when the edit is
/// written, even if others have changed it meanwhile.
public struct ItemEdit: Equatable, Sendable {
    /// What was written.
    public var content: ItemContent
    /// All photos of the item, in the order shown.
    public var photos: [Photo.ID]
    /// The stock that the form showed. If the edit has the same number, the present stock stays,
    /// since a dealing may have taken a piece meanwhile. Nil always writes the edit's stock.
    public var formerStock: Int64?
    /// Whether the edit sets the purpose; otherwise the purpose stays.
    public var namesPurpose: Bool
    /// The modification date of the item that the form showed; nil overwrites whatever is there.
    public var revision: Timestamp?

    /// An edit of everything, unless said otherwise.
    public init(
        _ content: ItemContent, photos: [Photo.ID], formerStock: Int64? = nil,
        namesPurpose: Bool = true, revision: Timestamp? = nil
    ) {
        (self.content, self.photos) = (content, photos)
        (self.formerStock, self.namesPurpose) = (formerStock, namesPurpose)
        self.revision = revision
    }

    /// The content of the item once it is edited.
    /// - Parameter former: the content before the edit.
    public func content(over former: ItemContent) -> ItemContent {
        var content = content
        if !namesPurpose { content.purpose = former.purpose }
        if content.stock == formerStock { content.stock = former.stock }
        return content
    }

    /// Whether this edit would undo another one that its author has not seen: the item has been edited
    /// since, and differs from what this edit writes. Sending the same edit twice undoes nothing.
    public func undoesAnother(of item: Item) -> Bool {
        guard let revision, revision != item.dateModified else { return false }
        return content(over: item.content) != item.content || photos != item.photos.map(\.id)
    }

    /// - Throws: `.changedMeanwhile` if it would undo another edit.
    public func check(_ item: Item) throws(StorageError) {
        guard !undoesAnother(of: item) else { throw .changedMeanwhile }
    }
}
