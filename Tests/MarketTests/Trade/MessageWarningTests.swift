import Market
import Testing

struct MessageWarningTests {
    @Test(arguments: [
        "안전결제로 할게요", "안전 결제 하실래요?", "안심결제 보내드릴게요", "에스크로 어때요",
        "여기서 결제해 주세요 https://market-pay.example/pay/123", "www.naverpay.example 에서 입금 부탁해요",
        "Please use ESCROW", "bank page: http://a.example/bank",
    ])
    func paymentPagesAreWarnedAbout(_ text: String) { #expect(MessageWarning(text) == .payment) }

    @Test(arguments: [
        "카톡으로 얘기해요", "카 톡 아이디 있으세요", "오픈채팅 들어오세요", "텔레그램 abc123", "라인 아이디 abc",
        "KakaoTalk: abc", "https://open.kakao.com/o/abc", "t.me/abc", "WhatsApp 가능해요",
    ])
    func otherMessengersAreWarnedAbout(_ text: String) {
        #expect(MessageWarning(text) == .messenger)
    }

    @Test(arguments: [
        "010-1234-5678", "01012345678 로 연락 주세요", "010 1234 5678", "010.1234.5678",
        "(010) 1234-5678",
        "+82 10-1234-5678", "０１０-１２３４-５６７８", "공일공 일이삼사 오육칠팔", "제 번호는 010-일이삼사-5678 이에요",
        "016-123-4567",
    ])
    func phoneNumbersAreWarnedAbout(_ text: String) { #expect(MessageWarning(text) == .phone) }

    @Test(arguments: [
        "", "아직 있나요?", "3만원에 가능할까요?", "10,000원", "2026년 11월 22일 14시 30분", "가격 1,010,123,456,780원",
        "모델명 WH-1000XM4 시리얼 0104", "010", "결제는 만나서 할게요", "https://ko.wikipedia.org/wiki/의자 이런 의자예요",
        "오이 이구아나 삼겹살 사오세요", "라인이 예뻐요", "페이지가 찢어졌나요?", "\u{0}\u{FFFF}010", "010010010",
    ])
    func ordinaryMessagesAreNotWarnedAbout(_ text: String) { #expect(MessageWarning(text) == nil) }

    @Test func theWorstWarningIsNamed() {
        #expect(MessageWarning("010-1234-5678 카톡 안전결제") == .payment)
        #expect(MessageWarning("010-1234-5678 카톡") == .messenger)
    }

    @Test(arguments: [
        ("https://a.example", true), ("WWW.a.example", true), ("a.com/b", true), ("그림.jpg", false),
        ("아직 있나요?", false),
    ])
    func addressesAreKnown(_ text: String, _ hasAddress: Bool) {
        #expect(text.hasAddress == hasAddress)
    }
}
