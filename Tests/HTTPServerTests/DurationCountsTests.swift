import Testing

@testable import HTTPServer

struct DurationCountsTests {
    private static let places: [(nanoseconds: Int64, bound: Int64)] = [
        (0, 500_000), (499_999, 500_000), (500_000, 500_000), (500_001, 1_000_000),
        (10_000_000_000, 10_000_000_000), (10_000_000_001, .max), (.max, .max),
    ]

    @Test(arguments: places)
    func aDurationIsInTheLeastBucketThatHoldsIt(_ nanoseconds: Int64, bound: Int64) {
        var durations = DurationCounts()
        durations.count(nanoseconds)
        let filled = durations.buckets.filter { $0.count > 0 }
        #expect(filled.map(\.bound) == [bound])
        #expect(filled.map(\.count) == [1])
    }

    @Test func boundsGrowAndEndWithAllThereIs() {
        let bounds = DurationCounts().buckets.map(\.bound)
        #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
        #expect(bounds.first == 500_000)
        #expect(bounds.suffix(2) == [10_000_000_000, .max])
    }

    @Test func sumsAreAdded() {
        var (first, second) = (DurationCounts(), DurationCounts())
        first.count(100)
        second.count(200)
        second.count(7_000_000)
        first.add(second)
        #expect(first.sum == 7_000_300)
        #expect(first.buckets.first?.count == 2)
        #expect(first.buckets.reduce(0) { $0 + $1.count } == 3)
    }
}
