import Testing

@testable import ViewModels

struct ShortTextTests {
    @Test func literalsKeepTheirText() {
        let text: ShortText = "잔여수량: "
        #expect(text.description == "잔여수량: ")
        #expect(text.count == 14)
        #expect(ShortText().description == "")
    }

    @Test(arguments: [0, 7, 10, 999, 1_000, 12_345, -1, -1_234, .max, .min] as [Int64])
    func numbersReadAsTheirDigits(number: Int64) {
        var text = ShortText()
        text.append(number)
        #expect(text.description == String(number))
        var parted = ShortText()
        parted.append(number, grouped: true)
        #expect(parted.description.filter { $0 != "," } == String(number))
    }

    @Test(arguments: [(0, "00"), (7, "07"), (59, "59"), (99, "99")] as [(Int64, String)])
    func pairsHaveTwoDigits(number: Int64, digits: String) {
        var text: ShortText = "T"
        text.append(twoDigits: number)
        #expect(text.description == "T" + digits)
    }

    @Test func overlongTextIsCutAtALetter() {
        var text = ShortText()
        for _ in 0..<20 { text.append("가") }
        #expect(text.description == String(repeating: "가", count: ShortText.capacity / 3))
        var mixed: ShortText = "1234567890"
        for _ in 0..<20 { mixed.append("나") }
        #expect(mixed.count <= ShortText.capacity)
        #expect(mixed.description == "1234567890" + String(repeating: "나", count: 9))
    }

    @Test func builtTextIsWrittenAsItIs() {
        var text: ShortText = "12"
        text.append("원")
        #expect(text == "12원")
        #expect(text != "12")
    }

    @Test func pairsAreOnlyPutInside() {
        var text: ShortText = "00"
        text.put(twoDigits: 42, at: 0)
        text.put(twoDigits: 17, at: -1)
        text.put(twoDigits: 17, at: ShortText.capacity - 1)
        #expect(text == "42")
    }
}
