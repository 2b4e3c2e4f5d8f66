import HTTPServer
import Testing

@testable import Web

struct TrustedProxiesTests {
    private func client(
        of peer: String, saying forwarded: [String], trusting proxies: [String] = ["127.0.0.1"]
    ) throws -> String {
        let request = try Request(
            .get, "/", headers: forwarded.map { ("X-Forwarded-For", $0) },
            from: try #require(Address(peer)))
        let trusted = TrustedProxies(addresses: proxies.compactMap { Address($0) })
        return "\(trusted.clientAddress(of: request))"
    }

    @Test func theProxyIsTrusted() throws {
        #expect(try client(of: "127.0.0.1", saying: ["203.0.113.9"]) == "203.0.113.9")
        #expect(try client(of: "127.0.0.1", saying: ["2001:db8::7"]) == "2001:db8::7")
    }

    @Test(arguments: [
        ("203.0.113.9:51234", "203.0.113.9"), ("[203.0.113.9]", "203.0.113.9"),
        ("[203.0.113.9]:80", "203.0.113.9"), ("[2001:db8::7]:51234", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
    ])
    func thePortIsNoPartOfTheAddress(_ said: String, _ address: String) throws {
        #expect(try client(of: "127.0.0.1", saying: [said]) == address)
    }

    @Test func onlyTheAddressTheProxySawCounts() throws {
        let said = ["192.0.2.1, 192.0.2.2", "10.0.0.1 , 203.0.113.9"]
        #expect(try client(of: "127.0.0.1", saying: said) == "203.0.113.9")
    }

    @Test func othersAreNotTrusted() throws {
        #expect(try client(of: "198.51.100.7", saying: ["203.0.113.9"]) == "198.51.100.7")
        #expect(try client(of: "127.0.0.1", saying: ["203.0.113.9"], trusting: []) == "127.0.0.1")
    }

    /// A connection by a Unix socket has no address.
    @Test func aProxyWithoutAnAddressIsTrustedOnlyIfConfigured() throws {
        let peer = "\(Address.unspecified)"
        let said = ["203.0.113.9"]
        #expect(try client(of: peer, saying: said, trusting: [peer]) == "203.0.113.9")
        #expect(try client(of: peer, saying: said) == peer)
        #expect(try client(of: "198.51.100.7", saying: said, trusting: [peer]) == "198.51.100.7")
    }

    @Test(arguments: [
        "", "unknown", "203.0.113.9:1:2", "203.0.113.9:x", "203.0.113.9:", "[",
        "[2001:db8::7", "[2001:db8::7]x", "203.0.113.9.:80", "203.0.113", "::g",
    ])
    func invalidAddressesAreNotTrusted(text: String) throws {
        #expect(try client(of: "127.0.0.1", saying: [text]) == "127.0.0.1")
    }
}
