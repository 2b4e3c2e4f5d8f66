import Market
import Photos
import Secrets

/// One of the drawn pictures that sample items share: eight a category, so 88 in all.
public struct SamplePicture: Hashable, Sendable {
    static let countPerCategory = 8
    /// From this seed of the drawings on, the colours within a category are far apart.
    private static let firstSeed = 8_416

    let motif: Motif
    /// Two show the same thing in two rooms, the next two the same kind of thing in other colours.
    let view: Int

    /// The pictures of a motif; none when the category does not have it.
    static func all(of motif: Motif, in category: Category) -> [SamplePicture] {
        let motifs = category.motifs
        guard let index = motifs.firstIndex(of: motif) else { return [] }
        return stride(from: index, to: countPerCategory, by: motifs.count).map { place in
            SamplePicture(motif: motif, view: place / motifs.count)
        }
    }

    /// Draws and scales it, always to the same bytes; takes a good part of a tenth of a second.
    /// - Throws: `.cannotDraw`.
    public func rendered() throws(SamplesError) -> DevelopedPhoto {
        do throws(PhotoError) {
            let jpeg = try motif.jpeg(seed: colors, shot: view % 2)
            let renditions = try PhotoProcessor().process(jpeg.span)
            guard let id = Photo.ID(Digest.blake2b(renditions.full)) else { throw .unreadable }
            return DevelopedPhoto(
                photo: Photo(id: id, width: renditions.width, height: renditions.height),
                thumbnail: renditions.thumbnail, medium: renditions.medium, full: renditions.full)
        } catch {
            throw .cannotDraw
        }
    }

    /// The drawing's seed: other motifs and other pairs of views have other colours.
    private var colors: UInt64 {
        let motif = Motif.allCases.firstIndex(of: motif) ?? 0
        return UInt64(Self.firstSeed + motif * Self.countPerCategory + view / 2)
    }
}

extension Category {
    /// What its sample photos show.
    var motifs: [Motif] {
        switch self {
        case .digital: [.laptop, .phone, .camera, .headphones]
        case .games: [.gamepad, .handheld]
        case .sports: [.ball, .bicycle, .dumbbell]
        case .children: [.teddyBear, .blocks, .duck]
        case .womensFashion: [.handbag, .dress]
        case .beauty: [.lipstick, .perfume]
        case .mensFashion: [.shirt, .watch]
        case .household: [.pot, .mug]
        case .furniture: [.sofa, .chair, .lamp, .drawers]
        case .hobbies: [.books, .tickets, .guitar]
        case .other: [.giftBox, .plant, .carton]
        }
    }
}
