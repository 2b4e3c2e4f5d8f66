import Market
import Testing

struct ItemOffsetQueryTests {
    @Test(arguments: [(-1, 0), (.min, 0), (0, 0), (7, 7), (.max, .max)] as [(Int64, Int64)])
    func nothingIsNewerThanTheNewest(_ offset: Int64, _ expected: Int64) {
        #expect(ItemOffsetQuery(offset: offset, limit: 20).offset == expected)
    }

    @Test(arguments: [(-1, 1), (.min, 1), (0, 1), (1, 1), (20, 20), (.max, .max)] as [(Int, Int)])
    func aPageHasRoomForOneAtLeast(_ limit: Int, _ expected: Int) {
        #expect(ItemOffsetQuery(limit: limit).limit == expected)
    }
}
