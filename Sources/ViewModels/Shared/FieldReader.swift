import Market

/// Reads what was typed field by field, and collects what has to be put right in it.
struct FieldReader {
    private(set) var faults: [FieldFault] = []

    /// One line; line ends become spaces.
    /// - Parameter name: what the field is for, with its particle: `목록 이름을`.
    mutating func line(
        _ typed: String, _ field: String, called name: String, atMost most: Int
    ) -> String {
        checked(typed.trimmedLine, field, name, most)
    }

    mutating func text(
        _ typed: String, _ field: String, called name: String, atMost most: Int
    ) -> String {
        checked(typed.trimmed, field, name, most)
    }

    /// A moment of Korean time; nil when nothing was typed.
    mutating func reminder(_ typed: String) -> Timestamp? {
        let text = typed.trimmed
        guard !text.isEmpty else { return nil }
        let moment = Timestamp(koreanTime: text)
        if moment == nil {
            faults.append(FieldFault("reminder", "알림 시각을 날짜와 시각으로 입력해주세요."))
        }
        return moment
    }

    mutating func icon(_ typed: String) -> Icon {
        if let icon = Icon(rawValue: typed) { return icon }
        faults.append(FieldFault("icon", "아이콘을 골라주세요."))
        return .check
    }

    private mutating func checked(
        _ text: String, _ field: String, _ name: String, _ most: Int
    ) -> String {
        if text.isEmpty {
            faults.append(FieldFault(field, "\(name) 입력해주세요."))
        } else if text.isLonger(than: most) {
            faults.append(
                FieldFault(field, "\(name) \(grouped(Int64(most)))자까지 입력해주세요."))
        }
        return text
    }
}
