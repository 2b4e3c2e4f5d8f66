import Market
import Photos

/// What is sold, in which condition and on what terms; title, price and description follow from it.
struct Offer {
    enum Deal {
        case usual, discounted, free, open
    }

    let product: Product
    /// With its size, colour or the like.
    let name: String
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
        name = "\(product.name) \(random.pick(product.variants))"
        condition = random.pick(deal == .free ? conditions.filter(\.suitsGifts) : conditions)
        isInDollars =
            [.usual, .discounted].contains(deal) && Self.mayBeInDollars(product, category)
            && random.isOne(in: 12)
        (stock, status) = Self.stock(of: product, using: &random)
    }

    /// Such things people bring home from abroad.
    private static func mayBeInDollars(_ product: Product, _ category: Category) -> Bool {
        switch category {
        case .digital, .games, .womensFashion, .beauty, .mensFashion: !product.isCheap
        default: false
        }
    }

    /// A twelfth is given away, an eighth is lowered in price, one in 24 waits for offers.
    private static func deal(using random: inout SplitMix64) -> Deal {
        switch random.number(in: 1...24) {
        case ...2: .free
        case ...5: .discounted
        case 6: .open
        default: .usual
        }
    }

    /// One in fifteen is sold out, and most of these are marked so.
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

    /// As people round: to 500 won below 10,000, to 1,000 from there on, to 5,000 from 100,000 on,
    /// and to whole dollars' worth.
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

// MARK: - Title

extension Offer {
    /// `거의 새것 전기 포트 1.7L`, `스팀덱 256GB 풀박스`, `[나눔] 뚝배기 대`.
    func title(using random: inout SplitMix64) -> String {
        guard deal == .free else { return condition.title(of: name) }
        return switch random.number(in: 1...4) {
        case 1: "[나눔] \(condition.title(of: name))"
        case 2: "[나눔] \(name)"
        case 3: "\(name) 나눔해요"
        default: "\(name) 가져가실 분"
        }
    }
}

// MARK: - Description

extension Offer {
    /// Two to six lines: why it goes, how it is, what is good to know, the deal, the place, a last
    /// word.
    func description(using random: inout SplitMix64) -> String {
        var lines: [String] = []
        if !random.isOne(in: 4) { lines.append(random.pick(product.tone.reasons)) }
        lines.append(condition.note)
        if !random.isOne(in: 3) { lines.append(product.note) }
        if let line = dealLine(using: &random) { lines.append(line) }
        lines.append(placeLine(using: &random))
        if let line = lastLine(using: &random) { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private func dealLine(using random: inout SplitMix64) -> String? {
        if deal == .free { return random.pick(Phrases.gifts) }
        if deal == .open { return random.pick(Phrases.offers) }
        if isInDollars { return "해외에서 사 온 거라 달러로 받고 싶어요." }
        if deal == .discounted { return random.pick(Phrases.discounts) }
        if stock > 1 { return "여러 개 있으니 필요한 수량을 말씀해 주세요." }
        return random.isOne(in: 3) ? random.pick(Phrases.bargaining) : nil
    }

    private func placeLine(using random: inout SplitMix64) -> String {
        let place = random.pick(Phrases.places)
        let time = random.pick(Phrases.times)
        return switch random.number(in: 1...5) {
        case 1: "직거래는 \(place)에서 해요."
        case 2: "\(place)에서 \(time) 직거래 가능해요."
        case 3: "직거래 장소: \(place) (\(time))"
        case 4: "\(time) \(place)로 와주시면 돼요."
        default: "\(place)에서 만나요. 시간은 \(time)이 좋아요."
        }
    }

    private func lastLine(using random: inout SplitMix64) -> String? {
        if status == .sold { return "거래 완료됐어요. 관심 주셔서 감사합니다!" }
        return switch random.number(in: 1...6) {
        case ...3: random.pick(Phrases.contact)
        case 4: "\(random.pick(Phrases.quarters)) \(random.pick(Phrases.sellers)) 드림"
        default: nil
        }
    }
}

/// What sellers write whatever they offer: the sections of `Phrases.txt`.
private enum Phrases {
    static let places = lines("places")
    static let times = lines("times")
    static let quarters = lines("quarters")
    static let sellers = lines("sellers")
    static let contact = lines("contact")
    static let bargaining = lines("bargaining")
    static let gifts = lines("gifts")
    static let discounts = lines("discounts")
    static let offers = lines("offers")

    private static let text = SectionedText(PackageResources.Phrases_txt)

    private static func lines(_ section: String) -> [String] { text[section].map(String.init) }
}
