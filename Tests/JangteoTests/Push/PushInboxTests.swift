import Market
import Testing

@testable import Jangteo

private let noon = Timestamp(seconds: 1_795_260_000)

/// Which accounts have news, and since when.
struct PushInboxTests {
    private let clock = ManualClock(at: noon)
    private let inbox: PushInbox

    init() {
        inbox = PushInbox { [clock] in clock.now }
    }

    @Test func eachAccountIsTakenOnceWithItsFirstChange() {
        inbox.add([.organiser(1), .items, .organiser(2)])
        clock.advance(by: 9)
        inbox.add([.organiser(2), .organiser(3), .conversation(4)])
        #expect(inbox.take() == [1: noon, 2: noon, 3: noon + 9])
        #expect(inbox.take().isEmpty)
        inbox.add([.organiser(1)])
        #expect(inbox.take() == [1: noon + 9])
    }

    @Test func changesBeyondTheLimitAreCounted() {
        let all = (1...Int64(PushInbox.capacity) + 5).map {
            Change.organiser(Account.ID(rawValue: $0))
        }
        inbox.add(all)
        #expect(inbox.dropped == 5)
        #expect(inbox.take().count == PushInbox.capacity)
    }

    @Test func changesOfPublicDataTakeNoRoom() {
        inbox.add(Array(repeating: .items, count: PushInbox.capacity) + [.organiser(1)])
        inbox.add([.organiser(2), .items])
        #expect(inbox.dropped == 0)
        #expect(inbox.take().count == 2)
    }
}
