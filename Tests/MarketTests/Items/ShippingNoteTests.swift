import Market
import Testing

struct ShippingNoteTests {
    @Test(arguments: [
        ("3만원 택포", "3만원", "택포"), ("3만원(택포)", "3만원", "택포"), ("택포 3만", "3만", "택포"),
        ("(무료배송) 30,000원", "30,000원", "무료배송"), ("3만 원, 택배비 포함", "3만 원", "택배비 포함"),
        ("3만 배송비포함 네고", "3만 네고", "배송비포함"), ("3만 (택포, 네고 가능)", "3만 네고 가능", "택포"),
        ("$30 + Free Shipping", "$30", "free shipping"), ("３만 택포", "3만", "택포"),
        ("3만원. 택포", "3만원", "택포"), ("3만원 택포!", "3만원", "택포"), ("3만-택포", "3만", "택포"),
        ("택포: 3만", "3만", "택포"), ("3만원 택포요", "3만원", "택포"), ("3만(택포!)", "3만", "택포"),
        ("3만, 배송비 포함입니다.", "3만", "배송비 포함"), ("택포 -3만", "-3만", "택포"), ("택포 .5만", ".5만", "택포"),
        ("30000 won, free shipping!", "30000 won", "free shipping"),
        ("삼만원 택포", "삼만원", "택포"), ("3만 택포 불가", "3만 불가", "택포"),
    ])
    func itStandsBesideAPrice(_ text: String, _ price: String, _ words: String) throws {
        let note = try #require(ShippingNote(text))
        #expect((note.price, note.words) == (price, words))
    }

    @Test(arguments: [
        "", "30000", "3만원", "택포", "택포 가능", "3만 택포 3만5천", "3만 배송비 별도", "3만 택배", "()", "택포택포",
        String(repeating: "(", count: 10_000) + "택포",
    ])
    func otherTextsSayNothingOfIt(_ text: String) { #expect(ShippingNote(text) == nil) }
}
