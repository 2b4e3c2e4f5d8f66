import Market
import Testing

struct LimitsTests {
    @Test func asManyAsThereMayBeAreEnough() throws {
        try Limits.check(0, atMost: Limits.lists)
        try Limits.check(Limits.lists, atMost: Limits.lists)
        #expect(throws: StorageError.limitReached(most: Limits.lists)) {
            try Limits.check(Limits.lists + 1, atMost: Limits.lists)
        }
    }
}
