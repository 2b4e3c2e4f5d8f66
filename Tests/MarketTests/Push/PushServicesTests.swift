import Testing

@testable import Market

struct PushServicesTests {
    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/dpH5:APA91b-_x", "https://fcm.googleapis.com"),
        (
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
            "https://updates.push.services.mozilla.com"
        ),
        ("https://web.push.apple.com/QGu3", "https://web.push.apple.com"),
        (
            "https://wns2-pn1p.notify.windows.com/w/?token=BQYAAAC%2f",
            "https://wns2-pn1p.notify.windows.com"
        ),
    ])
    func browserPushServicesAreTrusted(_ address: String, _ origin: String) {
        let endpoint = PushServices.usual.endpoint(address)
        #expect(endpoint?.text == address)
        #expect(endpoint?.origin == origin)
    }

    @Test(arguments: [
        "", "https://", "https://fcm.googleapis.com", "https://fcm.googleapis.com/",
        "http://fcm.googleapis.com/a", "HTTPS://fcm.googleapis.com/a", "//fcm.googleapis.com/a",
        "https://FCM.googleapis.com/a", "https://fcm.googleapis.com:443/a",
        "https://fcm.googleapis.com:8443/a", "https://fcm.googleapis.com:/a",
        "https://fcm.googleapis.com./a", "https://a.fcm.googleapis.com/a",
        "https://me@fcm.googleapis.com/a", "https://fcm.googleapis.com@evil.example/a",
        "https://evil.example/fcm.googleapis.com/", "https://evil.example#@fcm.googleapis.com/",
        "https://evil.example\\@fcm.googleapis.com/a", "https://fcm.googleapis.com%2Fa/b",
        "https://push.apple.com/a", "https://.push.apple.com/a", "https://a..push.apple.com/a",
        "https://evilpush.apple.com/a", "https://web.push.apple.com.evil.example/a",
        "https://127.0.0.1/a", "https://[::1]/a", "https://localhost/a", "http://127.0.0.1:80/a",
        "https://169.254.169.254/latest", "file:///etc/passwd", "gopher://fcm.googleapis.com/a",
        "https://fcm.googleapis.com/a b", "https://fcm.googleapis.com/a\"",
        "https://fcm.googleapis.com/\n",
        "https://fcm.googleapis.com/a\r\nurl = file", "https://fcm.googleapis.com/a\\b",
        "https://fcm.googleapis.com/a#b", "https://fcm.googleapis.com/{a,b}",
        "https://fcm.googleapis.com/[1-9]", "https://fcm.googleapis.com/한",
        "https://fcm.googleapis.com/a\u{0}",
        "https://fcm.googleapis.com/\u{301}", "https:/\u{301}/fcm.googleapis.com/a",
        " https://fcm.googleapis.com/a",
    ])
    func anythingElseIsNot(_ address: String) {
        #expect(PushServices.usual.endpoint(address) == nil)
    }

    @Test func addressesAreAcceptedUpToTheLimit() {
        let start = "https://fcm.googleapis.com/"
        func address(_ bytes: Int) -> String {
            start + String(repeating: "a", count: bytes - start.utf8.count)
        }
        #expect(PushServices.usual.endpoint(address(PushEndpoint.longest)) != nil)
        #expect(PushServices.usual.endpoint(address(PushEndpoint.longest + 1)) == nil)
    }

    @Test func theOperatorNamesOthers() throws {
        let services = try #require(
            PushServices("push.example,*.deep.example:8443,http://127.0.0.1:9000"))
        let believed = [
            "https://push.example/a", "https://a.b.deep.example:8443/a", "http://127.0.0.1:9000/a",
        ]
        for address in believed { #expect(services.endpoint(address) != nil, "\(address)") }
        let refused = [
            "https://fcm.googleapis.com/a", "http://push.example/a", "https://a.deep.example/a",
            "https://deep.example:8443/a", "https://127.0.0.1:9000/a", "http://127.0.0.1:9001/a",
            "http://127.0.0.1/a", "http://localhost:9000/a",
        ]
        for address in refused { #expect(services.endpoint(address) == nil, "\(address)") }
        let endpoint = services.endpoint("https://a.deep.example:8443/x")
        #expect(endpoint?.origin == "https://a.deep.example:8443")
        #expect(endpoint?.service == "*.deep.example:8443")
        #expect(services.names == ["push.example", "*.deep.example:8443", "http://127.0.0.1:9000"])
    }

    @Test(arguments: [
        "", ",", "push.example,", "*", "*.", "localhost", "push..example", "https://push.example",
        "push.example/a", "push.example:0", "push.example:80443", "push.example:+80",
        "push.example:08", "http://10.0.0.1:80", "http://127.0.0.1", "http://127.0.0.1:80/a",
        "a.*.example", "PUSH.example", "push.example, other.example",
    ])
    func malformedServicesAreRefused(_ text: String) { #expect(PushServices(text) == nil) }

    @Test func theUsualServicesCanBeNamed() {
        #expect(PushServices(PushServices.usual.text) == PushServices.usual)
    }
}
