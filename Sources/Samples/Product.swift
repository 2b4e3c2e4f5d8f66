import Market
import Photos

/// A kind of thing that is sold second-hand: a line of `Products.txt`.
struct Product: Sendable {
    let name: String
    let variants: [Variant]
    /// The usual one second-hand, in won.
    let price: Int64
    let tone: Tone
    /// What is good to know about this thing.
    let note: String

    /// Whether it may be given away.
    var isCheap: Bool { price <= 16_000 }

    static func all(in category: Category) -> [Product] {
        byCategory[category] ?? []
    }

    private static let byCategory: [Category: [Product]] = {
        let table = SectionedText(PackageResources.Products_txt)
        return Category.allCases.reduce(into: [:]) { products, category in
            products[category] = table.fields(of: "\(category)").compactMap(Product.init)
        }
    }()

    /// Nil for a malformed line.
    init?(_ fields: [String]) {
        guard fields.count == 6, let price = Int64(fields[2]), let look = Look(fields[3]),
            let tone = Tone.named[fields[4]]
        else { return nil }
        name = fields[0]
        variants = fields[1].split(separator: ", ").map { Variant("\(fields[0]) \($0)", look) }
        (self.price, self.tone, note) = (price, tone, fields[5])
    }

    /// One of its sizes, colours or the like.
    struct Variant: Sendable {
        /// The product's with what is its own.
        let name: String
        /// In the colour that the name says, else in the product's.
        let pictures: [SamplePicture]

        fileprivate init(_ name: String, _ look: Look) {
            self.name = name
            pictures = SamplePicture.all(
                of: look.motif, NamedColor(spokenIn: name) ?? look.color)
        }
    }

    /// What may be shown of anything that is sold.
    static let allPictures = Set(
        byCategory.values.joined().flatMap(\.variants).flatMap(\.pictures))
}

/// A motif in a colour, as `sofa gray`.
struct Look: Sendable {
    let motif: Motif
    let color: NamedColor

    /// Nil when there is no such motif or colour.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let motif = Motif(rawValue: words[0]),
            let color = NamedColor.named[words[1]]
        else { return nil }
        (self.motif, self.color) = (motif, color)
    }
}

extension SectionedText {
    /// What stands between the bars of each line of the section.
    func fields(of section: String) -> [[String]] {
        self[section].map { $0.split(separator: " | ").map(String.init) }
    }
}
