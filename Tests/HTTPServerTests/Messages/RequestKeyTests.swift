import Testing

@testable import HTTPServer

struct RequestKeyTests {
    private func key(
        _ target: String = "/", _ fields: [(String, String)] = []
    ) throws -> RequestKey {
        RequestKey(
            of: try Request(.get, target, headers: fields), fields: ["Cookie", "Accept-Language"])
    }

    @Test func theSameLineAndFieldsAreOneKey() throws {
        let one = try key("/a?b", [("Cookie", "a=1"), ("Accept", "x")])
        let other = try key("/a?b", [("Accept", "y"), ("cookie", "a=1"), ("DNT", "1")])
        #expect(one == other && one.hashValue == other.hashValue)
    }

    @Test func namedFieldsTellRequestsApart() throws {
        let keys = [
            try key(), try key("/a"), try key("/?a"), try key("/", [("Cookie", "a")]),
            try key("/", [("Accept-Language", "a")]),
            try key("/", [("Cookie", "a"), ("Cookie", "b")]),
            try key("/", [("Cookie", "a"), ("Accept-Language", "b")]),
            try key("/", [("Cookie", "ab")]), try key("/", [("Cookie", "")]),
        ]
        #expect(Set(keys).count == keys.count)
    }
}
