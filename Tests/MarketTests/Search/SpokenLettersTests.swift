import Market
import Testing

struct SpokenLettersTests {
    @Test(
        arguments: [
            ("에스22", "s22"), ("에스22울트라", "s22 울트라"), ("에이포용지", "a4 용지"), ("유에스비허브", "usb 허브"),
            ("피에스파이브", "ps5"), ("엠1", "m1"), ("비비크림", "bb 크림"), ("에이치디", "hd"), ("쥐7", "g7"),
        ])
    func lettersAreReadByTheirNames(_ word: String, _ text: String) {
        #expect(SpokenLetters.reading(of: word)?.text == text)
    }

    @Test(arguments: [("씨디", true), ("유에스비", true), ("에스22", false), ("유에스비허브", false)])
    func lettersAloneMayBeAPartOfMuch(_ word: String, _ isDoubtful: Bool) {
        #expect(SpokenLetters.reading(of: word)?.isDoubtful == isDoubtful)
    }

    @Test(arguments: ["의자", "이", "비누", "유모차", "디지털", "아이스박스", "피아노", "22", "usb", "", "포", "1에스"])
    func otherWordsAreNoLetters(_ word: String) {
        #expect(SpokenLetters.reading(of: word) == nil)
    }
}
