import HTTPServer
import Market

/// One request on its way through the site.
struct Visit: Sendable {
    let request: Request
    let now: Timestamp
    /// Where the visitor is, as far as can be known.
    let remoteAddress: Address
    /// Who is signed in; known on the way to pages only.
    var member: Member?
    /// The market's count of changes before anything of it was read.
    var changes: UInt64 = 0
    /// What stood in the variable segments of the route's path, in their order.
    var parameters: [Substring] = []

    /// Whether a program calls, which reads JSON and has no session.
    var isCall: Bool { Call.isCall(request.path) }

    /// The listing that the path names.
    /// - Throws: `.notFound` when that is no number, or not written as links write it.
    var itemID: Item.ID {
        get throws(SiteError) { try id() }
    }

    /// What the path names.
    /// - Throws: `.notFound` when that is no number, or not written as links write it.
    func id<Noun>() throws(SiteError) -> Identifier<Noun> {
        guard let text = parameters.first, let id = Identifier<Noun>(digits: text), "\(id)" == text
        else {
            throw .notFound
        }
        return id
    }

    /// The account signed in to, for what nobody else may see or do. Ask before reading the form:
    /// the one of somebody whose session has ended is carried through the sign-in.
    /// - Throws: `.signedOut`, which leads to the sign-in and back here.
    var account: Account.ID {
        get throws(SiteError) {
            try signedIn.account.id
        }
    }

    /// As `account`, with what else is known of it.
    /// - Throws: `.signedOut`.
    var signedIn: Member {
        get throws(SiteError) {
            guard let member else { throw .signedOut(carrying: nil) }
            return member
        }
    }

    /// Where the visitor comes from, as tries are counted: an IPv6 subscriber has 2^64 addresses.
    var address: String {
        let bytes = remoteAddress.bytes
        return bytes.prefix(bytes.count == 16 ? 8 : 4).map(String.init).joined(separator: ".")
    }
}
