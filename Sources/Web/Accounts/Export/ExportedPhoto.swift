import Market

/// A photo and where it is in the archive. It is not named by its digest: the case of letters tells
/// digests apart, and not every disk tells letters apart by their case.
struct ExportedPhoto: Equatable, Sendable {
    let id: Photo.ID
    let path: String

    init(profile id: Photo.ID) {
        self.id = id
        path = "photos/profile.jpg"
    }

    private init(_ id: Photo.ID, _ item: Item.ID, _ number: Int) {
        self.id = id
        path = "photos/\(item)-\(number).jpg"
    }

    /// Numbered from 1 in their order.
    static func all(of item: Item) -> [ExportedPhoto] {
        item.photos.enumerated().map { index, photo in
            ExportedPhoto(photo.id, item.id, index + 1)
        }
    }
}
