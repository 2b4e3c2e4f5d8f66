import HTTPServer

/// The servers in front of this one that are believed when they say for whom they ask.
struct TrustedProxies: Sendable {
    let addresses: [Address]

    /// The address that the proxy itself saw: the last of `X-Forwarded-For`, since the ones before
    /// it are what the visitor said. Without a proxy it is whoever is at the other end.
    func clientAddress(of request: Request) -> Address {
        let peer = request.remoteAddress
        guard addresses.contains(where: { $0.bytes == peer.bytes }),
            let last = request.headers.all("X-Forwarded-For").last?.split(separator: ",").last
        else { return peer }
        let text = last.drop { $0 == " " }.prefix { $0 != " " }
        return Address(String(text)) ?? peer
    }
}
