import Market
import Photos
import Secrets

/// One of the drawn pictures that sample items and their sellers share.
public struct SamplePicture: Hashable, Sendable {
    let motif: Motif
    let color: NamedColor
    let shot: Shot

    /// The pictures of a thing in one colour: the first shot and, for one in four, also the shots elsewhere and
    /// from near. Not for all of them, since each takes time to draw.
    static func all(of motif: Motif, _ color: NamedColor) -> [SamplePicture] {
        let first = SamplePicture(motif: motif, color: color, shot: .first)
        guard first.seed.isMultiple(of: 4) else { return [first] }
        return [Shot.first, .elsewhere, .near].map {
            SamplePicture(motif: motif, color: color, shot: $0)
        }
    }

    /// Draws and scales the picture, always to the same bytes; takes a few hundredths of a second.
    /// - Throws: `.cannotDraw`.
    public func rendered() throws(SamplesError) -> DevelopedPhoto {
        do throws(PhotoError) {
            let renditions = try motif.photo(color: color.code, seed: seed, shot: shot)
            guard let id = Photo.ID(Digest.blake2b(renditions.full)) else { throw .unreadable }
            return DevelopedPhoto(
                photo: Photo(id: id, width: renditions.width, height: renditions.height),
                thumbnail: renditions.thumbnail, medium: renditions.medium, full: renditions.full)
        } catch {
            throw .cannotDraw
        }
    }

    /// The seed of the drawing: other motifs and other colours get other rooms.
    private var seed: UInt64 {
        let motif = Motif.allCases.firstIndex(of: motif) ?? 0
        return UInt64(motif) &* 0x1_0001 &+ UInt64(UInt32(bitPattern: color.code))
    }
}
