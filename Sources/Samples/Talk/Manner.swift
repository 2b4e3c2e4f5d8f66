/// How sellers speak of a kind of things: how they are, and why they go.
struct Manner: Sendable {
    let conditions: [Condition]
    let reasons: [String]
    /// Whether a seller may have more than one of a thing.
    var isPlenty = false

    /// The state of a thing, as its title and description tell.
    struct Condition: Sendable {
        /// In the title, before the thing's name.
        var before = ""
        /// In the title, behind the thing's name.
        var after = ""
        /// Of the usual price.
        let percent: Int64
        let note: String

        /// What stands behind the name speaks of the sale.
        var suitsGifts: Bool { after.isEmpty }
    }
}
