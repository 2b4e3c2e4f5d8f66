import Fixtures
import Testing

@Blocking
struct FooterTests {
    private nonisolated static let paths = ["/", "/categories", "/signin", "/nothing", "/api"]

    private func footer(_ answer: Answer) throws -> Page {
        let footers = answer.text.stretches(from: "<footer class=\"site\">", to: "</footer>")
        #expect(footers.count == 1)
        return Page(html: ">" + (try #require(footers.first)))
    }

    @Test(arguments: paths)
    func everyPageSaysWhatThisIs(path: String) throws {
        let footer = try footer(ServedSite().get(path))
        #expect(footer.texts.first == "우리 동네 중고 장터. 가까운 이웃과 사고팔고 나눠요.")
        #expect(footer.tags("a").map { $0["href"] } == ["/rules", "/privacy", "/api"])
        #expect(footer.html.stretches(from: "<p>", to: "</p>").count == 1)
    }

    @Test(arguments: paths)
    func theOperatorsTextStandsThereAsItIs(path: String) throws {
        let text = "<b>햇살마을</b> & 운영자 02-123-4567 \"문의\" {{words}}"
        let site = try ServedSite { $0.operatorText = text }
        let footer = try footer(site.get(path))
        #expect(footer.texts.contains(text))
        #expect(footer.tags("p").map { $0["lang"] } == ["ko"])
        #expect(footer.tags("b").isEmpty && !footer.html.contains("<b>"))
    }
}
