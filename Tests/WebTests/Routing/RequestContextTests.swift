import HTTPServer
import Market
import Testing

@testable import Web

struct RequestContextTests {
    private func address(_ bytes: [UInt8]) throws -> String {
        let address = try #require(Address(bytes: bytes))
        let request = try Request(.get, "/", from: address)
        return RequestContext(request: request, now: Timestamp(seconds: 0), remoteAddress: address)
            .address
    }

    @Test func everyIPv4AddressCountsByItself() throws {
        #expect(try address([192, 0, 2, 1]) != address([192, 0, 2, 2]))
    }

    @Test func addressesOfOneIPv6SubscriberCountTogether() throws {
        let network: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 1]
        let other: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 2]
        let (low, high) = ([UInt8](repeating: 1, count: 8), [UInt8](repeating: 9, count: 8))
        #expect(try address(network + low) == address(network + high))
        #expect(try address(network + low) != address(other + low))
    }

    @Test func anIPv4AddressCountsAsOneHoweverItCame() throws {
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1]
        #expect(try address(mapped) == address([192, 0, 2, 1]))
    }
}
