import Testing

@testable import HTTPServer

struct ResponseTests {
    private func head(_ response: Response, keepsAlive: Bool = true, is10: Bool = false) -> String {
        var head: [UInt8] = []
        response.writeHead(
            into: &head, date: Array("D".utf8), common: Array("Common: c\r\n".utf8),
            delivery: .init(keepsAlive: keepsAlive, isVersion10: is10))
        return String(decoding: head, as: UTF8.self)
    }

    @Test func headIsWritten() {
        var response = Response(.ok, body: .bytes([1, 2, 3]))
        response.append("X", "y")
        #expect(
            head(response)
                == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\nCommon: c\r\nX: y\r\n\r\n")
    }

    @Test func emptyAnswerHasALength() {
        #expect(head(Response(.seeOther)).contains("\r\nContent-Length: 0\r\n"))
    }

    @Test(arguments: [Status.noContent, .notModified])
    func bodilessAnswerHasNoLength(_ status: Status) {
        #expect(!head(Response(status)).contains("Content-Length"))
    }

    @Test func connectionIsToldWhenItMatters() {
        #expect(head(Response(.ok), keepsAlive: false).contains("\r\nConnection: close\r\n"))
        #expect(head(Response(.ok), is10: true).contains("\r\nConnection: keep-alive\r\n"))
        #expect(!head(Response(.ok)).contains("Connection"))
    }

    @Test(arguments: ["a\r\nSet-Cookie: x", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}"])
    func controlBytesInAValueAreInvalid(_ value: String) {
        #expect(Response.redirect(to: value).fields.invalidName == "Location")
    }

    @Test(
        arguments: ["", "a b", "a:", "Date", "content-length", "Transfer-Encoding", "CONNECTION"]
            as [StaticString])
    func badOrReservedNamesAreInvalid(_ name: StaticString) {
        var block = FieldLines()
        block.append(name, "x")
        #expect(block.invalidName != nil)
    }

    @Test func ordinaryFieldsAreValid() {
        var block = FieldLines()
        block.append("X-Name", "값\tvalue")
        #expect(block.invalidName == nil)
        #expect(block.bytes == Array("X-Name: 값\tvalue\r\n".utf8))
    }

    @Test func invalidNameSurvivesAppending() {
        var bad = FieldLines()
        bad.append("X", "a\nb")
        var block = FieldLines()
        block.append(bad)
        #expect(block.invalidName == "X")
    }

    @Test(arguments: [(0, 1, "0"), (7, 2, "07"), (123, 2, "123"), (1_000_000, 1, "1000000")])
    func decimalsAreWritten(_ number: Int, width: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(decimal: number, width: width)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
extension StaticString: @retroactive CustomTestStringConvertible {
    public var testDescription: String { description }
}
