import Archives
import HTTPServer
import Market
import ViewModels

/// Puts all that an account has into one zip archive: a text that tells what is in it, the data as
/// JSON, the photos as they are. Neither the archive nor any long list in it is in memory at once.
struct ExportArchive: Sendable {
    /// Bytes of JSON that are gathered before they go into the archive.
    private static let chunk = 64 << 10

    let export: AccountExport
    let temporaryFolder: String

    /// Blocks while the disk does, in between the reading.
    /// - Returns: the whole of a file without a name.
    /// - Throws: `ArchiveError`, `StorageError`; `SiteError.failed` without a temporary file.
    func write(of account: Account, at now: Timestamp) async throws -> FileRegion {
        guard let file = OpenFile.temporary(in: temporaryFolder) else {
            throw SiteError.failed("no file for an export can be made in \(temporaryFolder)")
        }
        let zip = try ZipWriter(to: file.descriptor)
        try zip.begin("README.txt", modified: now.seconds)
        try zip.write(Array(ExportText.readme.utf8))
        try zip.begin("data.json", modified: now.seconds)
        let photos = try await writeData(of: account, at: now, to: zip)
        for photo in photos {
            guard let bytes = try await export.photo(photo.id) else { continue }
            try zip.store(bytes, as: photo.path, modified: now.seconds)
        }
        return FileRegion(file, count: try zip.finish())
    }

    /// - Returns: the photos that the data names, in their order.
    private func writeData(
        of account: Account, at now: Timestamp, to zip: ZipWriter
    ) async throws -> [ExportedPhoto] {
        let id = account.id
        var json = JSONWriter()
        var photos = account.profile.picture.map { [ExportedPhoto(profile: $0)] } ?? []
        json.beginObject()
        json.field("format", "jangteo-export-1")
        json.field("exported_at", now)
        json.field("profile", ExportedAccount(account: account))
        json.key("listings")
        json.beginArray()
        for status in Item.Status.allCases {
            for try await item in export.items(of: id, status) {
                photos += ExportedPhoto.all(of: item)
                try write(item, &json, to: zip)
            }
        }
        json.endArray()
        try await write(export.lists(of: id), as: "lists", &json, to: zip)
        try await write(export.memos(of: id), as: "memos", &json, to: zip)
        try await write(export.interests(of: id), as: "interests", &json, to: zip)
        json.field("reminders", try await export.reminders(of: id))
        json.field("trash", try await export.deletions(of: id, at: now))
        json.field("checklist", try await export.checklist(of: id))
        json.endObject()
        try zip.write(json.take())
        return photos
    }

    private func write<Element: JSONValue, Key>(
        _ elements: Paged<Element, Key>, as name: StaticString, _ json: inout JSONWriter,
        to zip: ZipWriter
    ) async throws {
        json.key(name)
        json.beginArray()
        for try await element in elements { try write(element, &json, to: zip) }
        json.endArray()
    }

    private func write(
        _ value: some JSONValue, _ json: inout JSONWriter, to zip: ZipWriter
    ) throws {
        json.value(value)
        if json.bytes.count >= Self.chunk { try zip.write(json.take()) }
    }
}
