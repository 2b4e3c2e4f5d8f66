import Testing
import ViewModels

@testable import Web

struct APIFieldsTests {
    @Test(arguments: [
        ("165", "165"), ("165.0", "165"), ("165.00", "165"), ("12.50", "12.50"),
        ("12.5.0", "12.5.0"), (".0", ".0"), ("165.", "165."), (".", "."), ("1e3", "1e3"),
        ("비싸요", "비싸요"), ("", ""),
    ])
    func aWholeNumberMayBeWrittenAsAFraction(text: String, number: String) {
        var fields = APIFields([.price: .text(text)])
        #expect(fields.number(.price) == .typed(number))
    }

    @Test func onlyKnownMembersAreLookedAt() throws {
        var json = (0..<20_000).map { "\"\($0)\":[]," }.joined()
        json = "{" + json + "\"name\":\"의자\",\"price\":165.5,\"stock\":[],\"secret\":null}"
        var fields = try APIFields(json: Array(json.utf8))
        #expect(fields.text(.name) == "의자")
        #expect(fields.number(.price) == .number(165.5))
        #expect(fields.text(.secret) == nil)
        try fields.check()
        #expect(fields.number(.stock) == nil)
        #expect(throws: APIError.self) { try fields.check() }
    }
}
