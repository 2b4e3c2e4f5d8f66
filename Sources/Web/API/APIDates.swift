import HTTPServer
import Market
import ViewModels

/// How the second generation writes a day. Of its clients some read one form, the others the other,
/// and none both.
public enum APIDateStyle: String, CaseIterable, Sendable {
    /// `2022-10-18T00:00:00.00`.
    case fraction
    /// `2022-10-18T00:00:00`.
    case plain

    /// A day, as its first moment without a zone.
    func day(_ moment: Timestamp, in zone: MarketTimeZone) -> String {
        zone.day(of: moment) + (self == .fraction ? "T00:00:00.00" : "T00:00:00")
    }

    /// Tells what is kept of one from what is kept of the other.
    var variant: String { self == .fraction ? "json" : "json-plain" }
}

/// Which form of dates a call is answered with: all clients ask the same paths, so that the host or
/// the port which they ask has to tell them apart.
struct APIDates: Sendable {
    let usual: APIDateStyle
    /// By a host's name in lower case, or by a port; the name counts more.
    let hosts: [String: APIDateStyle]

    func style(for request: Request) -> APIDateStyle {
        guard !hosts.isEmpty else { return usual }
        let authority = request.host.lowercased()
        // The colons of an IPv6 address are within its brackets.
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let name = String(authority[..<(colon ?? authority.endIndex)])
        let port = colon.map { String(authority[authority.index(after: $0)...]) }
        return hosts[name] ?? port.flatMap { hosts[$0] } ?? usual
    }
}
