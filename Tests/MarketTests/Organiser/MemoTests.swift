import Market
import Testing

struct MemoTests {
    @Test(arguments: [
        ("42cm", "42cm"), ("", ""), (" \n ", ""), ("\n  첫 줄 \n둘째 줄", "첫 줄 "), ("가\r\n나", "가"),
        ("가\u{2028}나", "가"),
        (String(repeating: "가", count: 101), String(repeating: "가", count: 100)),
    ])
    func theFirstLineThatSaysSomethingIsTheTitle(_ text: String, _ title: String) {
        #expect(MemoContent(text: text).title == title)
    }
}
