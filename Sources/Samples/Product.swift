import Market
import Photos

/// A kind of thing that is sold second-hand: a line of `Products.txt`.
struct Product: Sendable {
    let name: String
    /// Sizes, colours and the like.
    let variants: [String]
    /// The usual one second-hand, in won.
    let price: Int64
    let motif: Motif
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
        guard fields.count == 6, let price = Int64(fields[2]),
            let motif = Motif(rawValue: fields[3]), let tone = Tone.named[fields[4]]
        else { return nil }
        (name, variants) = (fields[0], fields[1].split(separator: ", ").map(String.init))
        (self.price, self.motif, self.tone, note) = (price, motif, tone, fields[5])
    }
}

extension SectionedText {
    /// What stands between the bars of each line of the section.
    func fields(of section: String) -> [[String]] {
        self[section].map { $0.split(separator: " | ").map(String.init) }
    }
}
