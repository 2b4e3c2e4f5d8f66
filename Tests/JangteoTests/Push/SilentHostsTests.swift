import Market
import Testing

@testable import Jangteo

private let noon = Timestamp(seconds: 1_795_260_000)

struct SilentHostsTests {
    private let hosts = SilentHosts()

    @Test func eachPauseIsLongerUpToTheLongest() {
        var now = noon
        for length: Int64 in [60, 120, 240, 480, 600, 600] {
            hosts.record(answered: [], silent: ["https://a.example"], at: now)
            let end = hosts.pauseEnd(of: "https://a.example")
            #expect(end == now + length)
            now = now + length
        }
    }

    @Test func whoAnswersIsAskedAsBefore() {
        hosts.record(answered: [], silent: ["https://a.example", "https://b.example"], at: noon)
        hosts.record(answered: ["https://a.example"], silent: ["https://b.example"], at: noon)
        #expect(hosts.pauseEnd(of: "https://a.example") == nil)
        #expect(hosts.pauseEnd(of: "https://b.example") == noon + 120)
        hosts.record(answered: [], silent: ["https://a.example"], at: noon)
        #expect(hosts.pauseEnd(of: "https://a.example") == noon + 60)
    }

    @Test func itKeepsNoMoreThanAThousand() {
        for number in 0...1_000 {
            hosts.record(
                answered: [], silent: ["https://\(number).example"], at: noon + Int64(number))
        }
        #expect(hosts.pauseEnd(of: "https://0.example") == nil)
        #expect(hosts.pauseEnd(of: "https://1.example") != nil)
        #expect(hosts.pauseEnd(of: "https://1000.example") != nil)
    }
}
