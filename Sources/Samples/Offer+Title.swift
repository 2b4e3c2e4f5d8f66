extension Offer {
    /// `거의 새것 전기 포트 1.7L`, `스팀덱 256GB 풀박스`, `[나눔] 뚝배기 대`.
    func title(using random: inout Chance) -> String {
        guard deal == .free else { return words(condition.before, name, condition.after) }
        return switch random.number(in: 1...4) {
        case 1: words("[나눔]", condition.before, name)
        case 2: words("[나눔]", name)
        case 3: words(name, "나눔해요")
        default: words(name, "가져가실 분")
        }
    }

    private func words(_ words: String...) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
