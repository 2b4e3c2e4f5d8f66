import Testing

@testable import HTTPServer

struct AddressTests {
    static let table: [([UInt8], String)] = [
        ([127, 0, 0, 1], "127.0.0.1"),
        ([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "2001:db8::1"),
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 7], "192.0.2.7"),
    ]

    @Test(arguments: table)
    func addressIsWritten(_ bytes: [UInt8], text: String) {
        #expect(Address(bytes: bytes)?.description == text)
    }

    @Test func bytesComeBack() {
        let bytes = AddressTests.table[1].0
        #expect(Address(bytes: bytes)?.bytes == bytes)
        #expect(Address(bytes: [192, 0, 2, 7])?.bytes == [192, 0, 2, 7])
    }

    @Test func otherLengthsAreNoAddress() {
        #expect(Address(bytes: [1, 2, 3]) == nil)
    }
}

struct EndpointTests {
    @Test(arguments: [
        ("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"),
        ("::ffff:192.0.2.1", "http://192.0.2.1:80"),
    ])
    func networkEndpointIsAURL(_ text: String, _ expected: String) throws {
        let bytes = try #require(Address(text)).bytes
        let endpoint = Endpoint.network(try #require(Address(bytes: bytes, port: 80)))
        #expect("\(endpoint)" == expected)
        #expect(endpoint.port == 80)
    }

    @Test func unixSocketHasNoPort() {
        let endpoint = Endpoint.unix(path: "/run/jangteo.sock")
        #expect("\(endpoint)" == "unix:/run/jangteo.sock")
        #expect(endpoint.port == 0)
    }
}
