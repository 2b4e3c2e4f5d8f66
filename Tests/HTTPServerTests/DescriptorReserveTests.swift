import Foundation
import Testing

@testable import HTTPServer

struct DescriptorReserveTests {
    @Test func theHighestNumbersAreInIt() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let (most, reserve) = (Int32(clamping: limit.rlim_cur), DescriptorReserve())
        #expect(reserve.holds(most - 1))
        #expect(reserve.holds(most - min(most / 4, 64)))
        #expect(!reserve.holds(most - min(most / 4, 64) - 1))
        #expect(!reserve.holds(0))
    }

    @Test func whatCannotBeCopiedCountsAsNothingLeft() {
        #expect(DescriptorReserve().isAllThatIsLeft(copying: -1))
        #expect(!DescriptorReserve().isAllThatIsLeft(copying: STDERR_FILENO))
    }
}
