import Foundation
import Testing

@testable import HTTPServer

struct FormTests {
    private func request(_ type: String?, _ body: [UInt8]) throws -> Request {
        try Request(.post, "/", headers: type.map { [("Content-Type", $0)] } ?? [], body: body)
    }

    private func encoded(_ text: String) throws -> Request {
        try request("application/x-www-form-urlencoded; charset=UTF-8", Array(text.utf8))
    }

    private func multipart(_ parts: (String, [UInt8])...) throws -> Request {
        var body: [UInt8] = []
        for (disposition, content) in parts {
            body += Array("--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8)
            body += content + Array("\r\n".utf8)
        }
        return try request("multipart/form-data; boundary=\"b\"", body + Array("--b--\r\n".utf8))
    }

    private func failure(_ request: Request, _ limits: FormLimits? = nil) async -> FormError? {
        do throws(FormError) {
            _ = try await request.form(limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func urlencodedFormIsRead() async throws {
        let form = try await encoded("title=%EC%9D%98%EC%9E%90+1&price=&title=2").form()
        #expect(form.texts("title") == ["의자 1", "2"])
        #expect(form.text("price") == "")
        #expect(form.text("none") == nil)
    }

    @Test func multipartFormIsReadInOrder() async throws {
        let form = try await multipart(
            ("name=title", Array("의자".utf8)), ("name=photos; filename=\"a.jpg\"", [1, 2, 3]),
            ("name=photos; filename=\"b.jpg\"", [4])
        ).form()
        #expect(form.entries.map(\.name) == ["title", "photos", "photos"])
        #expect(form.text("title") == "의자")
        #expect(form.files("photos").map(\.filename) == ["a.jpg", "b.jpg"])
        #expect(form.files("photos")[0].upload.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func fileInputLeftEmptyMakesNoEntry() async throws {
        let form = try await multipart(("name=photos; filename=\"\"", [])).form()
        #expect(form.entries.isEmpty)
    }

    @Test func partWithATypeButNoFileNameIsAFileUnlessItIsText() async throws {
        let form = try await multipart(
            ("name=a\r\nContent-Type: image/png", [1]),
            ("name=b\r\nContent-Type: application/json", [50])
        ).form()
        #expect(form.files("a").map(\.contentType) == ["image/png"])
        #expect(form.text("b") == "2")
    }

    @Test(arguments: [
        "name=a", "name=a\r\nContent-Type: text/plain", "name=a\r\nContent-Type: application/json",
        "name=a; filename=\"\"", "name=a; filename=x",
    ])
    func partInFileNamesIsAFileWhateverItsHeader(header: String) async throws {
        var limits = FormLimits()
        limits.fileNames = ["a"]
        let form = try await multipart((header, [0xFF, 0xD8]), ("name=b", [50])).form(limits)
        #expect(form.files("a").map(\.upload.count) == [2])
        #expect(form.text("b") == "2")
    }

    @Test func partInFileNamesHasTheLimitsOfFiles() async throws {
        var limits = FormLimits()
        limits.fileNames = ["a"]
        (limits.field, limits.file) = (2, 4)
        let form = try await multipart(("name=a", [1, 2, 3, 4]), ("name=a", [1, 2, 3, 4, 5]))
            .form(limits)
        #expect(form.files("a").count == 1)
        guard case .tooLarge("") = form.all("a")[1] else {
            Issue.record("not told")
            return
        }
    }

    @Test func unwantedPartIsSkippedWhateverItHolds() async throws {
        var limits = FormLimits()
        limits.names = ["a"]
        (limits.field, limits.file) = (4, 4)
        let long = [UInt8](repeating: 0xFF, count: 100_000)
        let form = try await multipart(
            ("name=b", long), ("name=a", [49]), ("name=c; filename=c", long), ("name=b", [0xFF]),
            ("name=a", [50])
        ).form(limits)
        #expect(form.entries.map(\.name) == ["a", "a"])
        #expect(form.texts("a") == ["1", "2"])
    }

    @Test func unwantedPairIsSkippedButCounted() async throws {
        var limits = FormLimits()
        (limits.names, limits.field, limits.parts) = (["a"], 4, 4)
        let form = try encoded("b=%FF&a=1&%FF=x&b=longer")
        #expect(try await form.form(limits).entries.map(\.name) == ["a"])
        await #expect(throws: FormError.tooManyParts(name: "c")) {
            _ = try await encoded("b=&b=&a=&b=&c=").form(limits)
        }
    }

    @Test(arguments: [
        ("text/plain", "text/plain"), ("Application/JSON ; charset=utf-8", "application/json"),
        ("application/json; charset", "application/json"), ("a/b;;", "a/b"), (";", ""),
        ("a /b", "a /b"),
    ])
    func mediaTypeHasNoParameters(field: String, type: String) throws {
        let request = try Request(.post, "/", headers: [("Content-Type", field)])
        #expect(request.mediaType == type)
    }

    @Test func missingContentTypeHasNoMediaType() throws {
        #expect(try Request(.post, "/").mediaType == nil)
    }

    @Test func unwantedPartCountsTowardTheLimit() async throws {
        var limits = FormLimits()
        (limits.names, limits.parts) = (["a"], 2)
        let request = try multipart(("name=b", []), ("name=b", []), ("name=c", []))
        await #expect(throws: FormError.tooManyParts(name: "c")) {
            _ = try await request.form(limits)
        }
    }

    @Test func largeFileGoesToATemporaryFile() async throws {
        var limits = FormLimits()
        limits.inMemory = 10
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let form = try await multipart(("name=a; filename=x", bytes)).form(limits)
        let upload = try #require(form.files("a").first).upload
        #expect(upload.isInFile)
        #expect(upload.count == bytes.count)
        #expect(upload.withBytes { Array($0) } == bytes)
    }

    @Test func fileUpToTheLimitStaysInMemory() async throws {
        var limits = FormLimits()
        limits.inMemory = 10
        let bytes = [UInt8](repeating: 1, count: 10)
        let form = try await multipart(("name=a; filename=x", bytes)).form(limits)
        #expect(form.files("a").first?.upload.isInFile == false)
    }

    @Test func fileThatIsTooLargeKeepsItsNameAndTheRest() async throws {
        var limits = FormLimits()
        limits.file = 10
        let bytes = [UInt8](repeating: 1, count: 11)
        let form = try await multipart(
            ("name=a; filename=big.jpg", bytes), ("name=b", [51])
        ).form(limits)
        guard case .tooLarge("big.jpg") = form.all("a")[0] else {
            Issue.record("not told")
            return
        }
        #expect(form.files("a").isEmpty)
        #expect(form.text("b") == "3")
    }

    @Test func tooManyPartsAreRefused() async throws {
        var limits = FormLimits()
        limits.parts = 1
        let error = FormError.tooManyParts(name: "b")
        #expect(await failure(try encoded("a=1&b=2"), limits) == error)
        #expect(await failure(try multipart(("name=a", []), ("name=b", [])), limits) == error)
        #expect(await failure(try encoded("a=1"), limits) == nil)
    }

    @Test func theFirstPartThatIsTooManyIsNamed() async throws {
        var limits = FormLimits()
        limits.parts = 2
        let files = try multipart(
            ("name=a; filename=x", [1]), ("name=b", []), ("name=\"의자[]\"; filename=x", [1]),
            ("name=d", []))
        #expect(await failure(files, limits) == .tooManyParts(name: "의자[]"))
        let pairs = try encoded("a=1&&b=2&%EC%9D%98%EC%9E%90=3&d=4")
        #expect(await failure(pairs, limits) == .tooManyParts(name: "의자"))
    }

    @Test func fieldThatIsTooLargeIsNamed() async throws {
        var limits = FormLimits()
        limits.field = 2
        let error = FormError.fieldTooLarge(name: "a")
        #expect(await failure(try encoded("a=123"), limits) == error)
        #expect(await failure(try multipart(("name=a", [49, 50, 51])), limits) == error)
        #expect(await failure(try multipart(("name=a", [49, 50])), limits) == nil)
    }

    @Test func textsTogetherHaveALimitToo() async throws {
        var limits = FormLimits()
        limits.memory = 5
        let error = FormError.fieldTooLarge(name: "b")
        let form = try multipart(("name=a", [49, 50, 51]), ("name=b", [49, 50, 51]))
        #expect(await failure(form, limits) == error)
        #expect(await failure(try multipart(("name=a", [49, 50, 51])), limits) == nil)
    }

    @Test func smallFilesGoToDiskOnceTheMemoryOfTheFormIsUsedUp() async throws {
        var limits = FormLimits()
        limits.memory = 5
        let form = try await multipart(
            ("name=a; filename=1", [1, 2, 3]), ("name=a; filename=2", [1, 2, 3])
        ).form(limits)
        #expect(form.files("a").map(\.upload.isInFile) == [false, true])
        #expect(form.files("a").map(\.upload.count) == [3, 3])
    }

    @Test func emptyPairsAreIgnored() async throws {
        let pairs = String(repeating: "&", count: 1_000_000)
        #expect(try await encoded(pairs).form().entries.isEmpty)
    }

    @Test func textThatIsNotUTF8IsRefused() async throws {
        let error = FormError.notUTF8(name: "a")
        #expect(await failure(try encoded("a=%C0%80")) == error)
        #expect(await failure(try multipart(("name=a", [255]))) == error)
    }

    @Test func textThatIsNotUTF8IsRepairedWhereThatIsSaid() async throws {
        var limits = FormLimits()
        limits.repairedNames = ["a"]
        let form = try await encoded("a=1%C0%802&b=3").form(limits)
        #expect(form.text("a") == "1\u{FFFD}\u{FFFD}2")
        #expect(form.text("b") == "3")
        let parts = try await multipart(("name=a", [49, 255])).form(limits)
        #expect(parts.text("a") == "1\u{FFFD}")
        #expect(await failure(try encoded("a=%FF&b=%FF"), limits) == .notUTF8(name: "b"))
    }

    @Test func wholeBodyHasItsLimit() async throws {
        var limits = FormLimits()
        limits.body = 20
        limits.encodedBody = 3
        let error = FormError.body(.tooLarge)
        #expect(await failure(try multipart(("name=a", [1])), limits) == error)
        #expect(await failure(try encoded("a=12"), limits) == error)
    }

    @Test(arguments: [nil, "text/plain", "multipart/mixed; boundary=b", "application/json"])
    func otherMediaTypesAreRefused(_ type: String?) async throws {
        #expect(await failure(try request(type, [1])) == .unsupportedMediaType)
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=\"\r\""])
    func missingBoundaryIsMalformed(_ type: String) async throws {
        guard let request = try? request(type, [1]) else { return }
        let error = await failure(request)
        guard case .malformed = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test func missingTemporaryFolderIsAnError() async throws {
        var limits = FormLimits()
        limits.inMemory = 0
        limits.temporaryFolder = "/nowhere/at/all"
        let request = try multipart(("name=a; filename=x", [1]))
        #expect(await failure(request, limits) == .storage(ENOENT))
    }
}
