import Fixtures
import Foundation
import Testing

@testable import Jangteo

/// The operator's list of vendors, read at the start.
@Blocking
final class VendorsFileTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("market.sqlite")
    }

    private func start(_ vendors: String) throws -> Program {
        let file = try folder.write(Array(vendors.utf8), to: "vendors.txt")
        return try Program(database: database, options: ["--api-vendors", file])
    }

    /// The API's answer with the only item.
    private func listing(_ program: Program) throws -> String {
        try program.client().get("/api/products").text
    }

    private func post(by identifier: String, to program: Program) throws {
        let params = """
            {"name": "의자", "description": "튼튼해요.", "price": 1, "currency": "KRW", "secret": "달빛1234"}
            """
        let picture = try Data(
            contentsOf: URL(fileURLWithPath: Program.packageRoot + "/Public/no-photo.png"))
        var body = "--x\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n\(params)\r\n"
        body += "--x\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.png\"\r\n\r\n"
        let bytes = Array(body.utf8) + picture + Array("\r\n--x--\r\n".utf8)
        let head = """
            POST /api/products HTTP/1.1\r\nHost: a\r\nidentifier: \(identifier)\r
            Content-Type: multipart/form-data; boundary=x\r\nContent-Length: \(bytes.count)\r\n\r\n
            """
        let client = try program.client()
        try client.send(Array(head.utf8) + bytes)
        let answer = try client.readAnswer()
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// An identifier that is not listed keeps the number of its first post, whatever the list said
    /// in between.
    @Test func numbersAndNamesAreThoseOfTheListAtEachStart() throws {
        var program = try Program(database: database)
        try post(by: "cd706a3e-66db", to: program)
        #expect(try listing(program).contains(#""vendor_id":1000000,"vendorName":"비회원""#))
        for (vendors, answer) in [
            ("cd706a3e-66db 29 초록 상점\n", #""vendor_id":29,"vendorName":"초록 상점""#),
            ("other 29 민지네\ncd706a3e-66db 6 파랑", #""vendor_id":6,"vendorName":"파랑""#),
            ("other 29 민지네\n", #""vendor_id":1000000,"vendorName":"비회원""#),
        ] {
            program.end()
            program = try start(vendors)
            #expect(try listing(program).contains(answer))
        }
        program.end()
    }

    @Test(arguments: [
        ("", 0), ("\n\n", 0), ("# nobody", 0), ("  # nobody\n\t\n", 0), ("a 1 가", 1),
        ("a\t1\t가\r\nb 2 나\r\n", 2), ("  a   999999   두 낱말의 이름  ", 1), ("a 01 가", 1),
        ("a 1 #1 가게", 1), ("a 1 가\n# b 1 가", 1), ("a 1 같은 이름\nb 2 같은 이름", 2),
    ])
    func aListIsRead(vendors: String, count: Int) throws {
        let file = try folder.write(Array(vendors.utf8), to: "vendors.txt")
        #expect(try VendorsFile.read(file).count == count)
    }

    struct Fault: Sendable {
        let vendors: String
        let line: Int
        let reason: String

        init(_ vendors: String, _ line: Int, _ reason: String) {
            (self.vendors, self.line, self.reason) = (vendors, line, reason)
        }
    }

    nonisolated static let faults = [
        Fault("a 1 가\nb 1 나", 2, "number 1 stands in line 1 already"),
        Fault("a 1 가\n\n# c\nb 001 나", 4, "number 1 stands in line 1 already"),
        Fault("a 1 가\nb 2 나\na 3 다", 3, "a stands in line 1 already"),
        Fault("a 1 가\na 1 가", 2, "a stands in line 1 already"),
        Fault("a", 1, "IDENTIFIER NUMBER NAME"), Fault("\n\na 1", 3, "IDENTIFIER NUMBER NAME"),
        Fault("a 1 ", 1, "IDENTIFIER NUMBER NAME"), Fault("a,1,가", 1, "IDENTIFIER NUMBER NAME"),
        Fault("a 가 1", 1, "‘가’"), Fault("a 0 가", 1, "‘0’"), Fault("a -1 가", 1, "‘-1’"),
        Fault("a +1 가", 1, "‘+1’"), Fault("a 1.0 가", 1, "‘1.0’"), Fault("a １ 가", 1, "‘１’"),
        Fault("a 1000000 가", 1, "1 to 999999"),
        Fault("a 99999999999999999999 가", 1, "1 to 999999"),
        Fault("민지 1 가", 1, "an identifier is"), Fault("\u{FEFF}a 1 가", 1, "an identifier is"),
        Fault(String(repeating: "a", count: 129) + " 1 가", 1, "an identifier is"),
        Fault("a 1 " + String(repeating: "가", count: 51), 1, "a name has 1 to 50 letters"),
        Fault("a 1 가\u{7}", 1, "a name has"), Fault("a 1 가\u{0}", 1, "a name has"),
    ]

    @Test(arguments: faults)
    func aFaultIsNamedByItsLine(_ fault: Fault) throws {
        let file = try folder.write(Array(fault.vendors.utf8), to: "vendors.txt")
        try expectRefusal(file, naming: "\(file):\(fault.line): ", fault.reason)
    }

    @Test func anInvalidListIsNamed() throws {
        try expectRefusal(folder.file("missing.txt"), naming: folder.file("missing.txt"), "No such")
        try expectRefusal(folder.path, naming: folder.path, "directory")
        let binary = try folder.write([0x61, 0x20, 0x31, 0x20, 0xFF, 0xFE], to: "binary")
        try expectRefusal(binary, naming: binary, "UTF-8")
        let comment = Array("# much\n".utf8)
        let huge = try folder.write(
            (0..<200_000).flatMap { _ in comment }, to: "huge.txt")
        try expectRefusal(huge, naming: huge, "1048576 bytes")
        // No file was created for a market that did not start.
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    private func expectRefusal(
        _ file: String, naming part: String, _ reason: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try Program.run(
            Program.serving(database: database, ["--api-vendors", file]))
        #expect(outcome.exit == .code(1), sourceLocation: location)
        #expect(outcome.errors.hasPrefix("jangteo: "), sourceLocation: location)
        #expect(outcome.errors.contains(part), "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.errors.split(separator: "\n").count == 1, sourceLocation: location)
    }
}
