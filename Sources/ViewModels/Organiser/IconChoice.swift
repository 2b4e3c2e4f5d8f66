import Market

/// An icon among those to choose from.
public struct IconChoice: Equatable, Sendable {
    public let icon: Icon
    public let name: String
    public let isSelected: Bool

    static func all(selected: String) -> [IconChoice] {
        Icon.allCases.map { icon in
            IconChoice(icon: icon, name: icon.name, isSelected: icon.rawValue == selected)
        }
    }
}

extension Icon {
    /// What it shows, for those who do not see it.
    var name: String {
        switch self {
        case .check: "체크"
        case .cart: "장바구니"
        case .card: "카드"
        case .heart: "하트"
        case .mask: "가면"
        case .eye: "눈"
        case .ear: "귀"
        case .pulse: "맥박"
        case .alarm: "알람 시계"
        case .scissors: "가위"
        case .brush: "붓"
        case .tortoise: "거북이"
        case .shirt: "셔츠"
        case .plane: "비행기"
        case .car: "자동차"
        case .ferry: "배"
        case .fuel: "주유기"
        case .gamepad: "게임기"
        case .headphones: "헤드폰"
        case .tv: "텔레비전"
        case .magazine: "잡지"
        case .sun: "해"
        case .envelope: "편지"
        }
    }
}
