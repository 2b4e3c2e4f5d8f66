import Testing

@testable import HTTPServer

struct EndpointTests {
    @Test(arguments: [
        ("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"),
        ("::ffff:192.0.2.1", "http://192.0.2.1:80"),
    ])
    func anAddressIsWrittenAsInABrowser(_ text: String, _ expected: String) throws {
        let bytes = try #require(Address(text)).bytes
        let endpoint = Endpoint.network(try #require(Address(bytes: bytes, port: 80)))
        #expect("\(endpoint)" == expected)
        #expect(endpoint.port == 80)
    }

    @Test func aUnixSocketHasNoPort() {
        let endpoint = Endpoint.unix(path: "/run/jangteo.sock")
        #expect("\(endpoint)" == "unix:/run/jangteo.sock")
        #expect(endpoint.port == 0)
    }
}
