/// How sellers write about a kind of things: their condition, and why they are sold.
struct Tone: Sendable {
    let conditions: [Condition]
    let reasons: [String]
    /// Whether a seller may have more than one of a thing.
    var mayBeSeveral = false

    /// The state of a thing, as its title and description tell it.
    struct Condition: Sendable {
        /// In the title, before the thing's name.
        var before = ""
        /// In the title, behind the thing's name.
        var after = ""
        /// Of the usual price.
        let percent: Int64
        let note: String

        /// What stands behind the name is about the sale.
        var suitsGifts: Bool { after.isEmpty }
    }
}

extension Tone {
    static let devices = Tone(
        conditions: [
            Condition(
                before: "거의 새것", percent: 115, note: "산 지 두 달 됐고 몇 번 안 써서 거의 새것이에요."),
            Condition(
                before: "상태 좋은", percent: 100, note: "생활 기스 조금 있지만 기능은 모두 정상이에요."),
            Condition(before: "깨끗한", percent: 105, note: "케이스 씌우고 써서 외관 깨끗해요."),
            Condition(after: "풀박스", percent: 110, note: "박스랑 구성품 그대로 다 있어요."),
            Condition(percent: 90, note: "2년 정도 썼는데 고장 난 적 없어요."),
            Condition(
                after: "급처", percent: 75,
                note: "모서리에 작은 찍힘이 있어서 싸게 올려요. 작동은 잘 돼요."),
        ],
        reasons: general)

    static let goods = Tone(
        conditions: [
            Condition(before: "거의 새것", percent: 115, note: "두세 번밖에 안 써서 거의 새것이에요."),
            Condition(before: "상태 좋은", percent: 100, note: "눈에 띄는 흠집 없이 상태 좋아요."),
            Condition(
                before: "깨끗한", percent: 100, note: "깨끗하게 손질해 두었어요. 바로 쓰시면 돼요."),
            Condition(
                before: "사용감 있는", percent: 65, note: "사용감은 있지만 쓰는 데 문제없어요."),
            Condition(after: "팝니다", percent: 90, note: "1년쯤 썼고 관리 잘했어요."),
            Condition(after: "급처", percent: 75, note: "이번 주 안에 정리해야 해서 싸게 올려요."),
        ],
        reasons: general)

    static let clothing = Tone(
        conditions: [
            Condition(
                before: "한 번 입은", percent: 110, note: "딱 한 번 입고 드라이 맡겨 두었어요."),
            Condition(
                before: "택 안 뗀", percent: 125, note: "사이즈가 안 맞아서 택도 안 뗐어요."),
            Condition(before: "깨끗한", percent: 100, note: "보풀이나 얼룩 없이 깨끗해요."),
            Condition(
                before: "편하게 입기 좋은", percent: 65,
                note: "목이나 소매에 사용감은 있지만 편하게 입기 좋아요."),
            Condition(after: "팝니다", percent: 85, note: "작년에 사서 한 철 입었어요."),
        ],
        reasons: [
            "체형이 바뀌어서 안 입게 됐어요.", "옷장 정리하면서 내놓아요.",
            "선물 받았는데 제 취향이 아니라서요.", "비슷한 옷이 많아서 정리합니다.",
            "사놓고 입을 일이 없었어요.",
        ])

    static let sealed = Tone(
        conditions: [
            Condition(before: "미개봉", percent: 100, note: "뜯지 않고 서늘한 곳에 보관했어요."),
            Condition(
                before: "선물 받은", percent: 95, note: "선물 받은 그대로예요. 상자도 있어요."),
            Condition(after: "새상품", percent: 105, note: "뜯지 않은 새상품이에요."),
            Condition(
                after: "싸게 팔아요", percent: 85, note: "인터넷 최저가보다 싸게 올려요."),
        ],
        reasons: [
            "선물이 겹쳐서 내놓아요.", "집에 많아서 다 못 쓸 것 같아요.",
            "취향에 안 맞아서 필요하신 분께 넘겨요.", "집에 같은 게 여러 개 있어서 정리해요.",
        ],
        mayBeSeveral: true)

    static let tickets = Tone(
        conditions: [
            Condition(
                before: "못 가게 된", percent: 100, note: "예매 확인서 보여드리고 넘겨드려요."),
            Condition(
                before: "이벤트 당첨된", percent: 90, note: "이벤트로 받은 거라 그대로 넘겨드려요."),
            Condition(after: "양도합니다", percent: 100, note: "예매 내역 그대로 넘겨드려요."),
            Condition(
                after: "급하게 양도해요", percent: 75, note: "날짜가 얼마 안 남아서 싸게 올려요."),
        ],
        reasons: [
            "그날 갑자기 출장이 잡혔어요.", "일정이 안 맞아서 못 가게 됐어요.",
            "같이 가기로 한 친구가 못 가게 됐어요.", "시간이 안 나서 필요하신 분께 넘겨요.",
        ])

    static let books = Tone(
        conditions: [
            Condition(
                before: "한 번 읽은", percent: 100, note: "한 번 읽고 책장에만 꽂아 두었어요."),
            Condition(
                before: "새 책 같은", percent: 115, note: "접힌 곳이나 낙서 없이 새 책 같아요."),
            Condition(before: "깨끗한", percent: 105, note: "이름 쓴 곳 없이 깨끗해요."),
            Condition(
                after: "팝니다", percent: 80, note: "앞부분에 연필 밑줄이 조금 있어요."),
            Condition(after: "급처", percent: 70, note: "책등이 조금 바래서 싸게 올려요."),
        ],
        reasons: [
            "다 읽어서 다음 분께 넘겨요.", "책장이 넘쳐서 정리해요.",
            "이사 앞두고 책을 줄이고 있어요.", "한동안 볼 일이 없을 것 같아요.",
        ])

    static let plants = Tone(
        conditions: [
            Condition(before: "잘 자란", percent: 110, note: "햇빛 잘 드는 베란다에서 키웠어요."),
            Condition(before: "새순 난", percent: 105, note: "요즘 새순이 올라오고 있어요."),
            Condition(
                before: "분갈이한", percent: 110,
                note: "지난달에 분갈이해서 한동안 그대로 두셔도 돼요."),
            Condition(
                before: "키우기 쉬운", percent: 95,
                note: "물은 2주에 한 번이면 충분해요. 처음 키우시는 분도 괜찮아요."),
            Condition(after: "분양해요", percent: 90, note: "집에서 번식시켜서 튼튼해요."),
        ],
        reasons: [
            "화분이 너무 많아져서 나눠 키우실 분 찾아요.",
            "해가 덜 드는 집으로 이사해서 보내요.", "고양이가 자꾸 잎을 뜯어서 보내기로 했어요.",
            "출장이 잦아서 잘 돌봐 주실 분 찾아요.",
        ],
        mayBeSeveral: true)

    private static let general = [
        "이사 가면서 짐을 줄이려고 내놓아요.", "새로 하나 장만해서 내놓습니다.",
        "같은 걸 선물 받아서 하나 정리해요.", "사놓고 잘 안 쓰게 돼서 필요하신 분께 넘겨요.",
        "집이 좁아서 정리합니다.", "자취 끝내고 본가로 들어가면서 정리해요.",
        "하나씩 비우는 중이에요.",
    ]
}
