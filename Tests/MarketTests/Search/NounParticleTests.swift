import Market
import Testing

struct NounParticleTests {
    @Test(
        arguments: [
            ("의자를", "의자"), ("책상을", "책상"), ("유니콘을", "유니콘"), ("캠핑에서", "캠핑"), ("학교에서", "학교"),
            ("선물용으로", "선물용"), ("아이랑", "아이"), ("책상이랑", "책상"), ("의자가", "의자"), ("책상도", "책상"),
            // The particle does not agree with the letter before it, or the noun is too short.
            ("의자을", nil), ("책상를", nil), ("가을", nil), ("마을", nil), ("책을", nil), ("을", nil),
            // The particle may be part of the word, and the rest is no known name.
            ("고양이", nil), ("스카이", nil), ("유니콘은", nil), ("초콜릿도", nil),
            // It is a known name itself.
            ("어린이", nil), ("오토바이", nil), ("나무도마", nil),
            ("의자", nil), ("iphone을", nil), ("", nil),
        ] as [(String, String?)])
    func aNounIsRecognizedBeforeItsParticle(_ word: String, _ noun: String?) {
        #expect(SearchQuery.noun(in: word) == noun)
    }
}
