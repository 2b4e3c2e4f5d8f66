import Market
import Testing

struct TypedStockTests {
    @Test(
        arguments: [
            ("0", 0), ("2", 2), ("1,000", 1_000), ("2개", 2), ("2 개", 2), ("２개", 2), ("두 개", 2),
            ("두개", 2), ("세 벌", 3), ("한 켤레", 1), ("네 권", 4), ("다섯 병", 5), ("열 장", 10),
            ("열두 개", 12), ("스무 장", 20), ("스물한 개", 21), ("아흔아홉 개", 99), ("둘", 2), ("열둘", 12),
            ("스물", 20), ("삼십 개", 30), ("이십오 권", 25), ("백 장", 100), ("1,000개", 1_000),
            ("3만 장", 30_000), ("한 세트", 1), ("2대", 2), ("세 대", 3), ("3 pcs", 3), ("2 Pairs", 2),
            ("품절", 0), ("없음", 0), ("Sold out", 0),
        ] as [(String, Int64)])
    func countsAreReadAsPeopleWriteThem(text: String, count: Int64) {
        #expect(Int64(typedStock: text) == count)
    }

    @Test(arguments: [
        "", "개", "세트", "많이", "네", "한", "스무", "-1", "-1개", "+2", "1.5", "1.5개", "2개 이상", "2~3개",
        "서너 개",
        "개 2", "2개개", "두두 개", "열열 개", "둘열", "2 두 개", "이이 개", "1e9", "٣", "99999999999999999999개",
        "99999999999999999999", "9223372036854775807억 개", "2\u{0}개", "<b>2개", "' OR 1=1",
        String(repeating: "1", count: 250_000), String(repeating: "개", count: 80_000),
    ])
    func anInvalidCountIsNil(text: String) { #expect(Int64(typedStock: text) == nil) }

    @Test func nonsenseIsNilOrNotNegative() {
        let pieces = [
            "9", "0", ",", "만", "억", "열", "스물", "한", "두", "셋", "개", "대", "세트", " ", "-", "９", "삼",
            "십", "\u{301}",
            "999999999999999999",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...6, using: &random))
                .compactMap { _ in pieces.randomElement(using: &random) }.joined()
            #expect(Int64(typedStock: text) ?? 0 >= 0, "\(text)")
        }
    }
}
