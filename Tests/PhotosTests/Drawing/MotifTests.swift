import Testing

@testable import Photos

@Suite struct MotifTests {
    @Test(arguments: Motif.allCases)
    func everyMotifIsDrawn(_ motif: Motif) throws {
        let room = try drawing()
        var drawn = try drawing()
        drawn.draw(motif)
        #expect(try jpeg(drawn) != jpeg(room))
    }

    @Test(arguments: Motif.allCases)
    func everyMotifShowsItsColor(_ motif: Motif) throws {
        let magenta: Int32 = 0xC81FA0
        let jpeg = try motif.jpeg(color: magenta, seed: 9)
        let picture = try #require(Picture(jpeg: jpeg))
        let size = try readHeader(jpeg).size
        let shown = stride(from: 0, to: size.height, by: 8).reduce(0) { sum, y in
            sum
                + stride(from: 0, to: size.width, by: 8).count { x in
                    isMagenta(Color(hex: picture[x, y]))
                }
        }
        let share = Double(shown) / Double(size.width * size.height / 64)
        #expect(share > 0.01, "\(share)")
    }

    private func isMagenta(_ color: Color) -> Bool {
        color.red - color.green > 0.25 && color.blue - color.green > 0.2
            && color.red > color.blue
    }

    @Test(arguments: Motif.allCases)
    func everyLineOfAMotifIsRead(_ motif: Motif) throws {
        var reader = MotifReader(try drawing().palette)
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
        "4x turn 90 circle 1 2 3 main", "oak = moss", "oak = wood main", "mirror", "", "like moon",
        "like",
    ])
    func malformedLineDrawsNothing(_ line: String) throws {
        var reader = MotifReader(try drawing().palette)
        #expect(reader.read(line[...]) == nil)
    }

    @Test func sameNumbersGiveTheSamePicture() throws {
        #expect(try mug(seed: 3, shot: .near) == mug(seed: 3, shot: .near))
    }

    @Test func colorSeedAndShotChangeThePicture() throws {
        let first = try mug(seed: 3)
        #expect(try mug(seed: 4) != first)
        #expect(try mug(seed: 3, shot: .elsewhere) != first)
        #expect(try Motif.mug.jpeg(color: 0xD23B3B, seed: 3) != first)
    }

    @Test func shotsOfAThingAreOfAllShapes() throws {
        let shots: [Shot] = [.first, .elsewhere, .near]
        for seed in [0, 1, UInt64.max] {
            let sizes = try shots.map { shot in try readHeader(mug(seed: seed, shot: shot)).size }
            #expect(Set(sizes.map { $0.width.signum(comparedTo: $0.height) }) == [-1, 0, 1])
        }
    }

    @Test func avatarIsSmallAndSquare() throws {
        let size = try readHeader(Motif.cat.jpeg(seed: .max, shot: .avatar)).size
        #expect(size == PixelSize(width: 480, height: 480))
    }

    @Test func canBeProcessed() throws {
        let jpeg = try Motif.sofa.jpeg(seed: 1)
        #expect(failure(jpeg) == nil)
    }

    @Test func photoIsOfTheSizeOfThePicture() throws {
        let photo = try Motif.sofa.photo(color: 0xD0393B, seed: 1, shot: .first)
        let size = try readHeader(Motif.sofa.jpeg(seed: 1)).size
        #expect(PixelSize(width: photo.width, height: photo.height) == size)
        #expect(try readHeader(photo.full).size == size)
    }

    private func jpeg(_ drawing: consuming Drawing) throws -> [UInt8] {
        try drawing.finished().jpeg(quality: 85, progressive: false)
    }

    private func drawing() throws -> Drawing {
        try Drawing(main: .white, seed: 7, shot: .first)
    }

    private func mug(seed: UInt64, shot: Shot = .first) throws -> [UInt8] {
        try Motif.mug.jpeg(seed: seed, shot: shot)
    }
}

extension Int {
    /// 1 if it is larger than the other, -1 if it is smaller.
    fileprivate func signum(comparedTo other: Int) -> Int { (self - other).signum() }
}
