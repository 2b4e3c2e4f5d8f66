import Market

extension Offer {
    /// Two to six lines: why it goes, how it is, what is good to know, the deal, the place, a last
    /// word.
    func description(using random: inout Chance) -> String {
        var lines: [String] = []
        if !random.isOne(in: 4) { lines.append(random.pick(ware.manner.reasons)) }
        lines.append(condition.note)
        if !random.isOne(in: 3) { lines.append(ware.note) }
        if let line = dealLine(using: &random) { lines.append(line) }
        lines.append(placeLine(using: &random))
        if let line = lastLine(using: &random) { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private func dealLine(using random: inout Chance) -> String? {
        if deal == .free { return random.pick(Phrases.gifts) }
        if isInDollars { return Phrases.dollars }
        if deal == .discounted { return random.pick(Phrases.discounts) }
        if stock > 1 { return Phrases.plenty }
        return random.isOne(in: 3) ? random.pick(Phrases.bargaining) : nil
    }

    private func placeLine(using random: inout Chance) -> String {
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

    private func lastLine(using random: inout Chance) -> String? {
        if status == .sold { return Phrases.sold }
        return switch random.number(in: 1...6) {
        case ...3: random.pick(Phrases.contact)
        case 4: "\(random.pick(Phrases.quarters)) \(random.pick(Phrases.sellers)) 드림"
        default: nil
        }
    }
}
