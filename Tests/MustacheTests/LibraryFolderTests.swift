import Foundation
import Testing

@testable import Mustache

@Suite
struct LibraryFolderTests {
    @Test func templatesAreCalledByTheirPath() throws {
        try withFolder { folder in
            let bytes = try Library(folder: folder.path).template("home", for: Chrome.self)
                .render(Chrome())
            #expect(String(decoding: bytes, as: UTF8.self) == "장터: <b>처음</b>\n")
        }
    }

    @Test func otherAndHiddenFilesAreLeftOut() throws {
        try withFolder { folder in
            try write("{{#", to: "notes.txt", in: folder)
            try write("{{#", to: ".home.mustache", in: folder)
            #expect(throws: Never.self) { try Library(folder: folder.path) }
        }
    }

    @Test func missingFolderIsAnError() {
        let errors = #expect(throws: TemplateErrors.self) {
            try Library(folder: "/nowhere/at/all")
        }
        #expect(errors?.description == "/nowhere/at/all: No such file or directory")
    }

    @Test func errorsNameTheFileInItsFolder() throws {
        try withFolder { folder in
            try write("\n{{#x}}", to: "parts/bad.mustache", in: folder)
            let errors = #expect(throws: TemplateErrors.self) {
                try Library(folder: folder.path)
            }
            #expect(errors?.description == "parts/bad.mustache:2:1: “x” is not closed")
        }
    }

    @Test func untouchedFolderHasNotChanged() throws {
        try withFolder { folder in
            let library = try Library(folder: folder.path)
            #expect(!library.hasChanged)
        }
    }

    @Test func writtenFileIsAChange() throws {
        try withFolder { folder in
            let library = try Library(folder: folder.path)
            try write("다른 글", to: "parts/name.mustache", in: folder)
            #expect(library.hasChanged)
        }
    }

    @Test func newFileIsAChange() throws {
        try withFolder { folder in
            let library = try Library(folder: folder.path)
            try write("", to: "new.mustache", in: folder)
            let later = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: 60)]
            try FileManager.default.setAttributes(later, ofItemAtPath: folder.path)
            #expect(library.hasChanged)
        }
    }

    @Test func removedFileIsAChange() throws {
        try withFolder { folder in
            let library = try Library(folder: folder.path)
            try FileManager.default.removeItem(at: folder.appending(path: "home.mustache"))
            #expect(library.hasChanged)
        }
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "templates-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("{{site}}: {{>parts/name}}\n", to: "home.mustache", in: folder)
        try write("<b>{{title}}</b>", to: "parts/name.mustache", in: folder)
        try body(folder)
    }

    private func write(_ text: String, to path: String, in folder: URL) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
