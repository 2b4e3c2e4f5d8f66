import Market
import Photos

/// A kind of thing that is sold second-hand: a line of `Products.txt`.
struct Product: Sendable {
    let name: String
    let variants: [Variant]
    /// The usual second-hand price, in won.
    let price: Int64
    let tone: Tone
    /// A sentence about this thing that is good to know.
    let note: String

    /// Whether it is cheap enough to be given away.
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

    /// One of the product's sizes, colours or similar.
    struct Variant: Sendable {
        /// The product's name followed by the variant's.
        let name: String
        /// In the colour that the name mentions, otherwise in the product's.
        let pictures: [SamplePicture]

        fileprivate init(_ name: String, _ look: Look) {
            self.name = name
            pictures = SamplePicture.all(
                of: look.motif, NamedColor(spokenIn: name) ?? look.color)
        }
    }

    /// All pictures that may be used for any product.
    static let allPictures = Set(
        byCategory.values.joined().flatMap(\.variants).flatMap(\.pictures))
}

/// A motif in a colour, such as `sofa gray`.
struct Look: Sendable {
    let motif: Motif
    let color: NamedColor

    /// Nil if there is no such motif or colour.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let motif = Motif(rawValue: words[0]),
            let color = NamedColor.named[words[1]]
        else { return nil }
        (self.motif, self.color) = (motif, color)
    }
}

extension SectionedText {
    /// The fields of each line of the section, which are separated by bars.
    func fields(of section: String) -> [[String]] {
        self[section].map { $0.split(separator: " | ").map(String.init) }
    }
}
