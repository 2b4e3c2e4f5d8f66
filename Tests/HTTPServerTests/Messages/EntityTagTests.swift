import Testing

@testable import HTTPServer

struct EntityTagTests {
    @Test(arguments: ["a\"b", "a b", "a\nb", "\u{7F}"])
    func tagWithForbiddenBytesIsNil(_ value: String) {
        #expect(EntityTag(value) == nil)
    }

    @Test func digestIsFNV1aOf128Bits() {
        let tag = EntityTag(digestOf: Array("a".utf8))
        #expect(tag.value == "d228cb696f1a8caf78912b704e4a8964")
    }

    @Test func weakTagsMatchWeaklyOnly() throws {
        let strong = try #require(EntityTag("a"))
        let weak = try #require(EntityTag("a", isWeak: true))
        #expect(strong.matchesStrongly(strong))
        #expect(!strong.matchesStrongly(weak) && !weak.matchesStrongly(weak))
        #expect(strong.matchesWeakly(weak))
    }

    @Test func commaInsideATagIsPartOfIt() {
        #expect(EntityTag.list("\"a,b\" ,W/\"c\", bad, \"d\"").map(\.value) == ["a,b", "c"])
    }
}
