import Testing

@testable import Photos

@Suite struct OrientationTests {
    @Test(arguments: Orientation.allCases, [ByteOrder.little, .big])
    func isReadInBothByteOrders(_ orientation: Orientation, _ order: ByteOrder) {
        let block = Container.exif(orientation.rawValue, order)
        #expect(Orientation(exif: block.span) == orientation)
    }

    @Test func isReadWithoutThePrefix() {
        let block = Container.exif(6, .big, prefixed: false)
        #expect(Orientation(exif: block.span) == .right)
    }

    @Test(arguments: [0, 9, 0xFFFF])
    func isNilForANumberThatIsNone(_ number: Int) {
        #expect(Orientation(exif: Container.exif(number, .little).span) == nil)
    }

    @Test func isNilForABlockCutBeforeItsValue() {
        let block = Container.exif(6, .little)
        let valueEnd = 6 + 8 + 2 + 10
        for count in 0..<valueEnd {
            #expect(Orientation(exif: Array(block.prefix(count)).span) == nil)
        }
        #expect(Orientation(exif: Array(block.prefix(valueEnd)).span) == .right)
    }

    @Test func isNilWhenTheDirectoryLiesBeyondTheBlock() {
        var block = Container.exif(6, .little)
        block.replaceSubrange(10..<14, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(Orientation(exif: block.span) == nil)
    }

    @Test func isNilWhenMoreEntriesAreClaimedThanThereAre() {
        var block = Container.exif(6, .little)
        block.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0x00, 0x01])
        #expect(Orientation(exif: block.span) == nil)
    }

    @Test func isNilForAValueOfAnotherType() {
        var block = Container.exif(6, .little)
        block[18] = 4
        #expect(Orientation(exif: block.span) == nil)
    }
}
