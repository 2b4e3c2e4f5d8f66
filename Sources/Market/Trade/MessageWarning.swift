/// What the reader of a message should beware of, worst first. Fraud among neighbours begins by luring
/// somebody away from the market: to a page that takes the money, to another messenger, to the telephone.
public enum MessageWarning: CaseIterable, Sendable {
    /// A page for paying: `안전결제` and the like.
    case payment
    /// Another messenger.
    case messenger
    /// A telephone number.
    case phone

    /// - Returns: nil if the text contains nothing of the kind.
    public init?(_ text: String) {
        guard let warning = Self.allCases.first(where: { $0.isGiven(by: text) }) else { return nil }
        self = warning
    }

    private func isGiven(by text: String) -> Bool {
        switch self {
        case .payment:
            let text = text.withoutSpaces
            return Self.escrows.contains(where: text.contains)
                || text.hasAddress && Self.payments.contains(where: text.contains)
        case .messenger:
            let text = text.withoutSpaces
            return Self.messengers.contains(where: text.contains)
        case .phone: return text.hasPhoneNumber
        }
    }

    /// The market has no such service, so a message about one means another page.
    private static let escrows = ["안전결제", "안전거래", "안심결제", "에스크로", "escrow"]
    private static let payments = ["결제", "페이", "송금", "입금", "pay", "bank", "payment"]
    private static let messengers = [
        "카톡", "카카오톡", "오픈채팅", "오픈톡", "텔레그램", "라인아이디", "라인id", "위챗", "왓츠앱", "kakao",
        "telegram", "whatsapp", "wechat", "lineid", "t.me/", "wa.me/", "line.me/",
    ]
}

extension String {
    /// Whether it contains a web address.
    public var hasAddress: Bool {
        let text = lowercased()
        return ["http://", "https://", "www.", ".com/", ".kr/", ".net/", ".shop/", ".me/"]
            .contains(where: text.contains)
    }

    /// In lower case and without spaces: `카 톡` is `카톡`.
    fileprivate var withoutSpaces: String {
        String(lowercased().unicodeScalars.filter { !$0.properties.isWhitespace })
    }

    /// Whether it contains a Korean telephone number, also with digits as they are spoken (`공일공`)
    /// and with the separators that people write.
    fileprivate var hasPhoneNumber: Bool {
        var digits = ""
        var gap = 0
        for scalar in unicodeScalars {
            if let digit = scalar.phoneDigit {
                if gap > 3 { digits = "" }
                gap = 0
                digits.append(digit)
                if digits.endsInPhoneNumber { return true }
            } else {
                // Letters and thousands separators do not occur between the parts of one number.
                gap += scalar.properties.isAlphabetic || scalar == "," ? 4 : 1
            }
        }
        return false
    }

    /// Mobile numbers: 010 and eight digits, 82 10 and eight, 011 or 016 to 019 and seven or eight.
    private var endsInPhoneNumber: Bool {
        [
            ("010", 11), ("8210", 12), ("011", 10), ("016", 10), ("017", 10), ("018", 10),
            ("019", 10),
        ]
        .contains { start, count in suffix(count).count == count && suffix(count).hasPrefix(start) }
    }
}

extension Unicode.Scalar {
    /// The digit 0 to 9 of a Latin, full-width or spoken form.
    fileprivate var phoneDigit: Character? {
        switch self {
        case "0"..."9": Character(self)
        case "０"..."９": Character(Unicode.Scalar(UInt8(value - 0xFF10 + 0x30)))
        case "공", "영": "0"
        case "일": "1"
        case "이": "2"
        case "삼": "3"
        case "사": "4"
        case "오": "5"
        case "육": "6"
        case "칠": "7"
        case "팔": "8"
        case "구": "9"
        default: nil
        }
    }
}
