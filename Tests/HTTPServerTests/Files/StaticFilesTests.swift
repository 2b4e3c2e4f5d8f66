import Foundation
import Testing

@testable import HTTPServer

struct StaticFilesTests {
    private func text(_ response: Response?) -> String? {
        guard let response, case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fields(_ response: Response?) -> String {
        String(decoding: response?.fields.bytes ?? [], as: UTF8.self)
    }

    @Test func fileIsServedWithTypeAndTag() throws {
        try withFolder { folder in
            try write("body{}", to: folder + "/app.css")
            let files = try StaticFiles(folder)
            let response = files.response(to: try Request(.get, "/app.css"))
            #expect(text(response) == "body{}")
            #expect(fields(response).contains("Content-Type: text/css; charset=utf-8\r\n"))
            let tag = try #require(files.etag(of: "/app.css"))
            #expect(fields(response).contains("ETag: \"\(tag)\"\r\n"))
            #expect(fields(response).contains("Cache-Control: no-cache\r\n"))
        }
    }

    @Test func folderBelowIsServedUnderItsPath() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/icons/small", withIntermediateDirectories: true)
            try write("<svg/>", to: folder + "/icons/small/의자.svg")
            let files = try StaticFiles(folder)
            let request = try Request(.get, "/icons/small/%EC%9D%98%EC%9E%90.svg")
            #expect(text(files.response(to: request)) == "<svg/>")
            #expect(text(files.response(to: request, path: "/icons")) == nil)
        }
    }

    @Test func versionedPathIsImmutableOnlyWithTheRightVersion() throws {
        try withFolder { folder in
            try write("x", to: folder + "/a.js")
            let files = try StaticFiles(folder)
            let version = try #require(files.version(of: "/a.js"))
            #expect(version.count == 8)
            let right = files.response(to: try Request(.get, "/a.js?v=\(version)"))
            let wrong = files.response(to: try Request(.get, "/a.js?v=0"))
            let lasting = "Cache-Control: public, max-age=31536000, immutable\r\n"
            #expect(fields(right).contains(lasting))
            #expect(fields(wrong).contains("Cache-Control: no-cache\r\n"))
        }
    }

    @Test func sameTagIsNotModified() throws {
        try withFolder { folder in
            try write("x", to: folder + "/a.js")
            let files = try StaticFiles(folder)
            let tag = try #require(files.etag(of: "/a.js"))
            let request = try Request(.get, "/a.js", headers: [("If-None-Match", "\"\(tag)\"")])
            #expect(files.response(to: request)?.status == .notModified)
        }
    }

    @Test(arguments: [false, true])
    func nothingOutsideOrHiddenIsServed(_ isReloading: Bool) throws {
        try withFolder { outer in
            let folder = outer + "/public"
            try FileManager.default.createDirectory(
                atPath: folder + "/.git", withIntermediateDirectories: true)
            try write("secret", to: outer + "/secret.txt")
            try write("hidden", to: folder + "/.env")
            try write("hidden", to: folder + "/.git/config")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/link.txt", withDestinationPath: outer + "/secret.txt")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/up", withDestinationPath: outer)
            let files = try StaticFiles(folder, reloading: isReloading)
            let request = try Request(.get, "/")
            for path in [
                "/link.txt", "/up/secret.txt", "/../secret.txt", "/x/../../secret.txt", "/.env",
                "/.git/config", "secret.txt", "", "/", "//etc/passwd", "/\0", "/missing", "/up",
            ] {
                #expect(files.response(to: request, path: path) == nil, "\(path)")
            }
        }
    }

    @Test func linkInsideTheFolderIsFollowed() throws {
        try withFolder { folder in
            try write("x", to: folder + "/a.txt")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/b.txt", withDestinationPath: "a.txt")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/loop", withDestinationPath: ".")
            let files = try StaticFiles(folder)
            #expect(text(files.response(to: try Request(.get, "/b.txt"))) == "x")
        }
    }

    @Test func otherMethodsAre405WithAllow() throws {
        try withFolder { folder in
            try write("x", to: folder + "/a.txt")
            let files = try StaticFiles(folder)
            let response = files.response(to: try Request(.post, "/a.txt"))
            #expect(response?.status == .methodNotAllowed)
            #expect(fields(response) == "Allow: GET, HEAD\r\n")
            #expect(files.response(to: try Request(.post, "/none")) == nil)
        }
    }

    @Test func changedFileIsSeenWhenReloadingOnly() throws {
        try withFolder { folder in
            try write("old", to: folder + "/a.txt")
            let fixed = try StaticFiles(folder)
            let reloading = try StaticFiles(folder, reloading: true)
            let old = reloading.etag(of: "/a.txt")
            let oldVersion = reloading.version(of: "/a.txt")
            try write("newer", to: folder + "/a.txt")
            try write("b", to: folder + "/b.txt")
            let request = try Request(.get, "/a.txt")
            #expect(text(fixed.response(to: request)) == "old")
            #expect(text(reloading.response(to: request)) == "newer")
            #expect(reloading.etag(of: "/a.txt") != old)
            #expect(reloading.version(of: "/a.txt") != oldVersion)
            #expect(reloading.etag(of: "/b.txt") != nil)
            #expect(fixed.etag(of: "/b.txt") == nil)
        }
    }

    @Test func largeFileIsSentFromItsDescriptor() throws {
        try withFolder { folder in
            try write("0123456789", to: folder + "/a.txt")
            let files = try StaticFiles(folder, inMemory: 9)
            let request = try Request(.get, "/a.txt", headers: [("Range", "bytes=2-3")])
            guard case .file(let region)? = files.response(to: request)?.body else {
                Issue.record("not a file")
                return
            }
            #expect(region.offset == 2 && region.count == 2)
        }
    }

    private static let rule = String(repeating: ".item { color: #333; }\n", count: 100)

    private func compressing(_ path: String, _ headers: [(String, String)] = []) throws -> Request {
        try Request(.get, path, headers: headers + [("Accept-Encoding", "gzip, br")])
    }

    @Test(arguments: [false, true])
    func textIsAlsoServedCompressed(_ isReloading: Bool) throws {
        try withFolder { folder in
            let names = [
                "a.css", "a.js", "a.mjs", "a.svg", "a.html", "a.txt", "a.json", "a.webmanifest",
                "a.xml",
            ]
            for name in names { try write(Self.rule, to: "\(folder)/\(name)") }
            let files = try StaticFiles(folder, reloading: isReloading)
            for name in names {
                let response = files.response(to: try compressing("/\(name)"))
                guard case .bytes(let bytes)? = response?.body else {
                    Issue.record("no bytes of \(name)")
                    return
                }
                #expect(gunzip(bytes) == Array(Self.rule.utf8))
                #expect(fields(response).contains("Content-Encoding: gzip\r\n"))
                #expect(fields(response).contains("Vary: Accept-Encoding\r\n"))
                let plain = files.response(to: try Request(.get, "/\(name)"))
                #expect(text(plain) == Self.rule)
                #expect(fields(plain).contains("Vary: Accept-Encoding\r\n"))
            }
        }
    }

    @Test func nonTextSmallOrLargeFileIsNotCompressed() throws {
        try withFolder { folder in
            let large = String(repeating: "large ", count: 2000)
            for name in ["a.png", "a.jpg", "a.woff2", "a.bin", "a"] {
                try write(Self.rule, to: "\(folder)/\(name)")
            }
            try write("x", to: folder + "/small.css")
            try write(large, to: folder + "/large.css")
            let files = try StaticFiles(folder, inMemory: 10_000)
            for name in ["a.png", "a.jpg", "a.woff2", "a.bin", "a", "small.css", "large.css"] {
                let response = files.response(to: try compressing("/\(name)"))
                #expect(response?.status == .ok)
                #expect(!fields(response).contains("Content-Encoding"), "\(name)")
                #expect(!fields(response).contains("Vary"), "\(name)")
            }
        }
    }

    @Test func versionIsTheSameForBothCodings() throws {
        try withFolder { folder in
            try write(Self.rule, to: folder + "/a.css")
            let files = try StaticFiles(folder)
            let tag = try #require(files.etag(of: "/a.css"))
            let version = try #require(files.version(of: "/a.css"))
            let answer = fields(files.response(to: try compressing("/a.css?v=\(version)")))
            #expect(answer.contains("ETag: \"\(tag)-gzip\"\r\n"))
            #expect(answer.contains("Cache-Control: public, max-age=31536000, immutable\r\n"))
            let known = [("If-None-Match", "\"\(tag)-gzip\"")]
            let again = files.response(to: try compressing("/a.css", known))
            #expect(again?.status == .notModified)
        }
    }

    @Test func changedFileIsCompressedAnew() throws {
        try withFolder { folder in
            try write(Self.rule, to: folder + "/a.css")
            let files = try StaticFiles(folder, reloading: true)
            try write(Self.rule + "/* new */", to: folder + "/a.css")
            guard case .bytes(let bytes)? = files.response(to: try compressing("/a.css"))?.body
            else {
                Issue.record("no bytes")
                return
            }
            #expect(gunzip(bytes) == Array((Self.rule + "/* new */").utf8))
        }
    }

    @Test func missingFolderIsAnError() {
        #expect(throws: StaticFilesError.notAFolder("/nowhere")) { try StaticFiles("/nowhere") }
    }
}
