import Foundation
import Testing

@testable import Web

struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func objectsAndArraysNestWithCommasBetween() {
        let text = written { json in
            json.object { json in
                json.field("a", 1)
                json.field("b", ["x", "y"])
                json.key("c")
                json.object { $0.field("d", true) }
                json.field("e", [Int]())
                json.field("f", nil as String?)
                json.key("g")
                json.object { _ in }
                json.field("h", false)
            }
        }
        #expect(text == #"{"a":1,"b":["x","y"],"c":{"d":true},"e":[],"f":null,"g":{},"h":false}"#)
    }

    @Test(arguments: [Int64.min, -1, 0, 9_007_199_254_740_993, .max])
    func numbersAreWhole(number: Int64) {
        #expect(written { $0.value(number) } == "\(number)")
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (165, "165"), (-1, "-1"), (1e15, "1000000000000000"),
            (9_007_199_254_740_992, "9007199254740992"), (12.5, "12.5"), (9.99, "9.99"),
            (0.1, "0.1"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func fractionsAreAsShortAsTheyCanBe(number: Double, expected: String) {
        #expect(written { $0.value(number) } == expected)
    }

    @Test(arguments: [
        1e19, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1 / 3, 0.1 + 0.2, 1e-7,
    ])
    func everyFractionReadsAsItWas(number: Double) throws {
        let text = written { $0.value(number) }
        #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)) == number)
    }

    @Test(arguments: ["", "\"", "\\", "\n", "의자", "a\0b"])
    func namesOfMembersAreEscapedToo(name: String) throws {
        let text = written { json in
            json.object { json in
                json.key(name)
                json.value(1)
                json.key("next")
                json.literal("null")
            }
        }
        #expect(try JSON(Array(text.utf8)) == .object([name: 1, "next": nil]))
    }

    @Test func nestedValuesComeBackAsTheyWere() throws {
        let rows: [[String?]] = [[], ["a", nil, "b"], [nil], ["", "\"\\"]]
        let text = String(decoding: JSONWriter.bytes(of: rows), as: UTF8.self)
        #expect(text == #"[[],["a",null,"b"],[null],["","\"\\"]]"#)
        let read = try JSONDecoder().decode([[String?]].self, from: Data(text.utf8))
        #expect(read == rows)
    }

    @Test(arguments: [
        ("", #""""#), ("의자 🪑", #""의자 🪑""#), ("\"\\/", #""\"\\/""#),
        ("\u{0}\u{1F}", #""\u0000\u001f""#), ("a\tb\r\nc", #""a\tb\r\nc""#),
        ("\u{8}\u{C}", #""\u0008\u000c""#), ("\u{2028}\u{7F}", "\"\u{2028}\u{7F}\""),
        ("</script>]]>", #""</script>]]>""#),
    ])
    func stringsAreEscapedAsSection7Says(text: String, expected: String) {
        #expect(written { $0.string(text) } == expected)
    }

    @Test func nothingEndsTheScriptElementAroundIt() {
        let text = "</script><!--"
        let bytes = JSONWriter.bytes(of: text, isInMarkup: true)
        #expect(String(decoding: bytes, as: UTF8.self) == #""\u003c/script>\u003c!--""#)
    }

    /// Another parser reads back every text of three critical characters, and each of these
    /// characters at every position of a long text, which the writer scans in words of eight bytes.
    @Test func hostileTextComesBackAsItWas() throws {
        let controls = (UInt8(0)..<0x22).map { Unicode.Scalar($0) }
        let letters = controls + ["\\", "/", "<", "=", "\u{7F}", "가", "🪑"]
        var texts: [String] = [""]
        for one in letters {
            for other in letters { texts.append("\(one)\(other)\(one)") }
            for place in 0..<20 {
                texts.append(
                    String(repeating: "a", count: place) + "\(one)"
                        + String(repeating: "가", count: 20 - place))
            }
        }
        for isInMarkup in [false, true] {
            let bytes = JSONWriter.bytes(of: texts, isInMarkup: isInMarkup)
            #expect(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String] == texts)
            #expect(bytes.contains(UInt8(ascii: "<")) != isInMarkup)
        }
    }

    @Test func whatIsTakenAwayInPiecesIsOneText() {
        var json = JSONWriter()
        var bytes: [UInt8] = []
        json.beginArray()
        for number in 1...3 {
            json.object { $0.field("n", number) }
            bytes += json.take()
            #expect(json.bytes.isEmpty)
        }
        json.endArray()
        bytes += json.take()
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"n":1},{"n":2},{"n":3}]"#)
    }
}
