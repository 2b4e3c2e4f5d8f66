import Market
import Testing

@testable import Samples

@Suite struct SamplePictureTests {
    @Test(arguments: Category.allCases)
    func everyCategoryHasEight(_ category: Category) {
        let pictures = category.motifs.flatMap { SamplePicture.all(of: $0, in: category) }
        #expect(Set(pictures).count == 8)
    }

    @Test func aMotifOfAnotherCategoryHasNone() {
        #expect(SamplePicture.all(of: .sofa, in: .games).isEmpty)
    }

    @Test func isTheSamePhotoEachTime() throws {
        let picture = SamplePicture(motif: .mug, view: 0)
        let (first, again) = (try picture.rendered(), try picture.rendered())
        #expect(first.photo == again.photo)
        #expect(first.full == again.full)
    }

    @Test func eachViewIsAPhotoOfItsOwn() throws {
        let ids = try (0..<3).map { view in
            try SamplePicture(motif: .chair, view: view).rendered().photo.id
        }
        #expect(Set(ids).count == 3)
    }

    @Test func everySizeIsAJPEG() throws {
        let photo = try SamplePicture(motif: .plant, view: 1).rendered()
        for size in Photo.Size.allCases {
            #expect(photo.bytes(size).starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }
}
