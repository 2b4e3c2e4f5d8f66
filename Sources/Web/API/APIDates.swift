import HTTPServer
import Market
import ViewModels

/// How the second generation writes a day. Some of its clients read only the one form, some only the other.
public enum APIDateStyle: String, CaseIterable, Sendable {
    /// `2022-10-18T00:00:00.00`.
    case fraction
    /// `2022-10-18T00:00:00`.
    case plain

    /// A day, as its first moment without a time zone.
    func day(_ moment: Timestamp, in zone: MarketTimeZone) -> String {
        zone.day(of: moment) + (self == .fraction ? "T00:00:00.00" : "T00:00:00")
    }

    /// Keeps cached answers of the two styles apart.
    var variant: String { self == .fraction ? "json" : "json-plain" }
}

/// Chooses the form of dates for a call. All clients request the same paths, so only the host or
/// the port that they use can tell them apart.
struct APIDates: Sendable {
    let usual: APIDateStyle
    /// By host name in lower case, or by port; a match by name takes precedence.
    let hosts: [String: APIDateStyle]

    func style(for request: Request) -> APIDateStyle {
        guard !hosts.isEmpty else { return usual }
        let authority = request.host.lowercased()
        // An IPv6 address has colons, too, but inside its brackets.
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let name = String(authority[..<(colon ?? authority.endIndex)])
        let port = colon.map { String(authority[authority.index(after: $0)...]) }
        return hosts[name] ?? port.flatMap { hosts[$0] } ?? usual
    }
}
