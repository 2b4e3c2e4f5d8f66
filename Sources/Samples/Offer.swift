import Market
import Photos

/// What is sold, in which condition and on what terms; title, price and description follow from it.
struct Offer {
    enum Deal {
        case usual, discounted, free, open
    }

    let product: Product
    private let variant: Product.Variant
    let condition: Tone.Condition
    let deal: Deal
    let isInDollars: Bool
    let stock: Int64
    let status: Item.Status

    init(in category: Category, using random: inout SplitMix64) {
        let deal = Self.deal(using: &random)
        let products = Product.all(in: category)
        let product = random.pick(deal == .free ? products.filter(\.isCheap) : products)
        let conditions = product.tone.conditions
        self.deal = deal
        self.product = product
        variant = random.pick(product.variants)
        condition = random.pick(deal == .free ? conditions.filter(\.suitsGifts) : conditions)
        isInDollars =
            [.usual, .discounted].contains(deal) && Self.mayBeInDollars(product, category)
            && random.isOne(in: 12)
        (stock, status) = Self.stock(of: product, using: &random)
    }

    /// Whether people plausibly bring such things home from abroad.
    private static func mayBeInDollars(_ product: Product, _ category: Category) -> Bool {
        switch category {
        case .digital, .games, .womensFashion, .beauty, .mensFashion: !product.isCheap
        default: false
        }
    }

    /// A twelfth is given away, an eighth has a lowered price, one in 24 is open to offers.
    private static func deal(using random: inout SplitMix64) -> Deal {
        switch random.number(in: 1...24) {
        case ...2: .free
        case ...5: .discounted
        case 6: .open
        default: .usual
        }
    }

    /// One in fifteen is sold out, and most of these are marked as sold.
    private static func stock(
        of product: Product, using random: inout SplitMix64
    ) -> (Int64, Item.Status) {
        if random.isOne(in: 15) { return (0, random.isOne(in: 6) ? .selling : .sold) }
        let isMany = product.tone.mayBeSeveral && random.isOne(in: 2)
        let stock = isMany ? random.number(in: 2...6) : 1
        return (stock, random.isOne(in: 12) ? .reserved : .selling)
    }
}

// MARK: - Price

extension Offer {
    private static let wonPerDollar: Int64 = 1_400

    /// - Throws: `.price`.
    func price(using random: inout SplitMix64) throws(SamplesError) -> Price {
        if deal == .open { return .open() }
        guard deal != .free else { return try price(0) }
        let usual = product.price * condition.percent / 100
        let amount = rounded(usual * random.number(in: 90...110) / 100)
        guard deal == .discounted else { return try price(amount) }
        let lowered = rounded(amount * random.number(in: 65...92) / 100)
        return try price(amount, discountedTo: min(lowered, amount - step(at: amount)))
    }

    /// Rounds as people do: to 500 won below 10,000, to 1,000 below 100,000, to 5,000 above; a price in dollars to
    /// whole dollars.
    private func rounded(_ won: Int64) -> Int64 {
        let step = step(at: won)
        return max(2 * step, (won + step / 2) / step * step)
    }

    private func step(at won: Int64) -> Int64 {
        if isInDollars { return Self.wonPerDollar }
        return switch won {
        case ..<10_000: 500
        case ..<100_000: 1_000
        default: 5_000
        }
    }

    private func price(
        _ won: Int64, discountedTo discounted: Int64? = nil
    ) throws(SamplesError) -> Price {
        do {
            guard isInDollars else { return try Price(won, discountedTo: discounted) }
            return try Price(
                cents(won), discountedTo: discounted.map(cents), currency: .usd)
        } catch {
            throw .price(error)
        }
    }

    private func cents(_ won: Int64) -> Int64 {
        won / Self.wonPerDollar * 100
    }
}

// MARK: - Title and description

extension Offer {
    private var phrases: Phrases { product.tone.isEnglish ? .english : .korean }

    /// `거의 새것 전기 포트 1.7L`, `스팀덱 256GB 풀박스`, `[나눔] 라면 냄비 1인용`, or just `짐볼`.
    func title(using random: inout SplitMix64) -> String {
        let name = variant.name
        if deal == .free { return random.pick(phrases.giftTitles).replacing("*", with: name) }
        return random.isOne(in: 9) ? product.name : condition.title(of: name)
    }

    /// The pictures that may be used for the thing.
    var pictures: [SamplePicture] { variant.pictures }

    /// One short line, or two to seven: why it is sold, its condition, good to know, the deal, the meeting
    /// place, a closing line.
    /// - Parameter isSigned: whether the closing line may be a signature.
    /// - Returns: the text, and the spot that it names; nil if it names none.
    func description(
        isSigned: Bool, using random: inout SplitMix64
    ) -> (text: String, spot: String?) {
        if random.isOne(in: 9), status != .sold { return (random.pick(phrases.brief), nil) }
        var lines: [String] = []
        if !random.isOne(in: 4) { lines.append(random.pick(product.tone.reasons)) }
        lines.append(condition.note)
        if !random.isOne(in: 3) { lines.append(product.note) }
        if !product.tone.details.isEmpty, random.isOne(in: 4) {
            lines.append(random.pick(product.tone.details))
        }
        if let line = dealLine(using: &random) { lines.append(line) }
        let meeting = random.pick(phrases.meetings)
        lines.append(meeting.text)
        if let line = lastLine(isSigned: isSigned, using: &random) { lines.append(line) }
        return (lines.joined(separator: "\n"), meeting.spot)
    }

    /// A wanted post for such a thing, at the price before any discount.
    func wish(like content: ItemContent) -> ItemContent {
        var wish = content
        wish.purpose = .request
        wish.stock = 1
        let price = content.price
        if let whole = try? Price(price.amount, currency: price.currency), !price.isOpen {
            wish.price = whole
        }
        wish.title = phrases.wishTitle.replacing("*", with: product.name)
        let place =
            (content.title.utf8.count + content.description.utf8.count) % phrases.wishes.count
        wish.description = phrases.wishes[place]
        return wish
    }

    private func dealLine(using random: inout SplitMix64) -> String? {
        if deal == .free { return random.pick(phrases.gifts) }
        if deal == .open { return random.pick(phrases.offers) }
        if isInDollars { return random.pick(phrases.abroad) }
        if deal == .discounted { return random.pick(phrases.discounts) }
        if stock > 1 { return random.pick(phrases.several) }
        return random.isOne(in: 3) ? random.pick(phrases.bargaining) : nil
    }

    private func lastLine(isSigned: Bool, using random: inout SplitMix64) -> String? {
        if status == .sold { return random.pick(phrases.sold) }
        return switch random.number(in: 1...6) {
        case ...3: random.pick(phrases.contact)
        case 4 where isSigned: random.pick(phrases.signatures)
        default: nil
        }
    }
}

/// What sellers write about any kind of thing: the sections of `Phrases.txt`.
private struct Phrases: Sendable {
    let giftTitles, brief, contact, signatures, wishes: [String]
    let wishTitle: String
    /// Each phrase combined with every place and time.
    let meetings: [(text: String, spot: String)]
    let bargaining, gifts, discounts, offers, several, abroad, sold: [String]

    static let korean = Phrases()
    static let english = Phrases("english ")

    private init(_ language: String = "") {
        let text = SectionedText(PackageResources.Phrases_txt)
        func lines(_ section: String) -> [String] { text[language + section].map(String.init) }
        giftTitles = lines("gift titles")
        brief = lines("brief")
        wishes = lines("wishes")
        wishTitle = lines("wish title").joined()
        (contact, signatures) = (lines("contact"), lines("signatures"))
        meetings = lines("meetings").flatMap { meeting in
            lines("places").flatMap { place in
                lines("times").map { time in
                    let text = meeting.replacing("{place}", with: place)
                    return (text.replacing("{time}", with: time), place)
                }
            }
        }
        (bargaining, gifts) = (lines("bargaining"), lines("gifts"))
        (discounts, offers) = (lines("discounts"), lines("offers"))
        (several, abroad, sold) = (lines("several"), lines("abroad"), lines("sold"))
    }
}
