import Archives
import Fixtures
import Foundation
import Testing

struct ZipWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What another program reads from an archive written by `body`.
    private func entries(
        _ body: (ZipWriter) throws -> Void
    ) throws -> (entries: [ZipEntry], count: Int, size: Int) {
        let path = try folder.write([], to: "all.zip")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        let writer = try ZipWriter(to: file.fileDescriptor)
        try body(writer)
        let count = try writer.finish()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        return (try ZipEntry.all(in: Array(bytes)), count, bytes.count)
    }

    @Test func filesComeOutAsTheyWentIn() throws {
        let photo = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let archive = try entries { writer in
            try writer.begin("data.json", modified: 1_795_260_000)
            try writer.write(Array("{\"닉네임\":".utf8))
            try writer.write(Array("\"하늘이네\"}".utf8))
            try writer.store(photo, as: "photos/7-1.jpg", modified: 1_795_260_000)
        }
        #expect(archive.entries.map(\.name) == ["data.json", "photos/7-1.jpg"])
        #expect(archive.entries[0].bytes == Array("{\"닉네임\":\"하늘이네\"}".utf8))
        #expect(archive.entries[1].bytes == photo)
        #expect(archive.entries.allSatisfy { $0.modified == 1_795_260_000 })
    }

    @Test func theReturnedCountIsTheFileSize() throws {
        let archive = try entries { writer in
            try writer.store([1, 2, 3], as: "three", modified: 0)
        }
        #expect(archive.count == archive.size)
    }

    @Test func textIsCompressedAndPhotosAreNot() throws {
        let plain = [UInt8](repeating: 65, count: 100_000)
        let text = try entries { writer in
            try writer.begin("text", modified: 0)
            try writer.write(plain)
        }
        let photo = try entries { writer in try writer.store(plain, as: "photo", modified: 0) }
        #expect(text.size < 2_000)
        #expect((100_000...101_000).contains(photo.size))
    }

    @Test func emptyFilesAreFiles() throws {
        let archive = try entries { writer in
            try writer.begin("empty", modified: 0)
            try writer.write([])
            try writer.store([], as: "nothing", modified: 0)
        }
        #expect(archive.entries.map(\.bytes) == [[], []])
    }

    @Test func aDescriptorThatTakesNothingThrows() throws {
        let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        let writer = try ZipWriter(to: full.fileDescriptor)
        #expect(throws: ArchiveError.self) {
            try writer.store([UInt8](repeating: 1, count: 1_000_000), as: "photo", modified: 0)
            _ = try writer.finish()
        }
    }

    @Test func anInvalidDescriptorThrows() throws {
        #expect(throws: ArchiveError.self) {
            let writer = try ZipWriter(to: -1)
            _ = try writer.finish()
        }
    }
}
