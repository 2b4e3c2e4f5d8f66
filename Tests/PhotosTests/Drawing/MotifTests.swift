import Testing

@testable import Photos

@Suite struct MotifTests {
    @Test(arguments: Motif.allCases)
    func everyMotifIsDrawn(_ motif: Motif) throws {
        let room = try Drawing(seed: 7, shot: 0)
        var drawn = try Drawing(seed: 7, shot: 0)
        drawn.draw(motif)
        #expect(try drawn.canvas.jpeg() != room.canvas.jpeg())
    }

    @Test(arguments: Motif.allCases)
    func everyLineOfAMotifIsRead(_ motif: Motif) throws {
        var reader = MotifReader(try Drawing(seed: 7, shot: 0).palette)
        for line in MotifReader.motifs[motif.rawValue] {
            #expect(reader.read(line) != nil, "\(line)")
        }
    }

    @Test func everySectionIsAMotif() {
        #expect(Set(MotifReader.motifs.sections.keys) == Set(Motif.allCases.map(\.rawValue)))
    }

    @Test(arguments: [
        "circle 1 2 main", "circle 1 2 3", "circle 1 2 3 moss", "circle 1 2 3 main ink paper",
        "circle 1 2 3 main+dark", "circle 1 2 3 #GG0000", "circle 1 2 3 50%", "polygon 1,2 3 main",
        "star 1 2 3 main", "3x circle 1 2 3 main", "0x 1,2 circle 1 2 3 main", "turn 10 ink",
        "4x turn 90 circle 1 2 3 main", "oak = moss", "oak = wood main", "mirror", "",
    ])
    func malformedLineDrawsNothing(_ line: String) throws {
        var reader = MotifReader(try Drawing(seed: 7, shot: 0).palette)
        #expect(reader.read(line[...]) == nil)
    }

    @Test func sameNumbersGiveTheSamePicture() throws {
        #expect(try Motif.mug.jpeg(seed: 3, shot: 1) == Motif.mug.jpeg(seed: 3, shot: 1))
    }

    @Test func seedAndShotChangeThePicture() throws {
        let first = try Motif.mug.jpeg(seed: 3)
        #expect(try Motif.mug.jpeg(seed: 4) != first)
        #expect(try Motif.mug.jpeg(seed: 3, shot: 1) != first)
    }

    @Test(arguments: [Int.min, -1, Int.max])
    func anyShotCanBeDrawn(_ shot: Int) throws {
        let jpeg = try Motif.phone.jpeg(seed: .max, shot: shot)
        #expect(try readHeader(jpeg).size == PixelSize(width: 960, height: 720))
    }

    @Test func canBeProcessed() throws {
        let jpeg = try Motif.sofa.jpeg(seed: 1)
        #expect(failure(jpeg) == nil)
    }
}
