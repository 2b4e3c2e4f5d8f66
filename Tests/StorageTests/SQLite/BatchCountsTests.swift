import Testing

@testable import Storage

struct BatchCountsTests {
    @Test(arguments: [
        (0, 1), (1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (513, 1_024), (1_024, 1_024),
        (1_025, Int.max), (1 << 40, Int.max),
    ])
    func aTransactionCountsUnderTheLeastPowerOfTwo(writes: Int, bound: Int) {
        var counts = BatchCounts()
        counts.count(writes)
        #expect(counts.buckets.filter { $0.count > 0 }.map(\.bound) == [bound])
    }

    @Test func theBoundsDoubleUntilAllAbove() {
        let bounds = BatchCounts().buckets.map(\.bound)
        #expect(bounds == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, .max])
    }
}
