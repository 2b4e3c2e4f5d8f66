import HTTPServer
import Market
import Secrets
import ViewModels

/// What can be set of the site.
public struct SiteOptions: Sendable {
    /// The folder that holds `Templates` and `Public`.
    public var root: String
    /// Shows changed templates at the next request, and their errors on the page.
    public var isDevelopment = false
    /// Whether visitors come by TLS, ended in front of this server; cookies are marked secure then.
    public var isBehindTLS = false
    /// Where visitors find the site, as `https://market.example`; empty when it is as they ask for
    /// it.
    public var publicURL = ""
    /// What the times on its pages and in its forms are of.
    public var timeZone = MarketTimeZone.seoul
    /// What stands at the foot of every page: who runs the site, and how to reach them; empty for
    /// nothing.
    public var operatorText = ""
    /// The web sites whose pages may call the API, as `https://shop.example`; `*` is every one.
    public var apiOrigins: [String] = []
    /// How the API's second generation writes its dates.
    public var apiDates = APIDateStyle.fraction
    /// The same for those who ask a host of that name, in lower case, or of that port.
    public var apiHosts: [String: APIDateStyle] = [:]
    /// Servers in front of this one, believed when they say for whom they ask.
    public var proxies: [Address] = []
    /// Where uploads wait that are too large to be held in memory.
    public var temporaryFolder = "/tmp"
    /// The largest photo file, in MB (2^20 bytes).
    public var mostPhotoMegabytes = 10
    /// Forms of more than 16 KB read at once, each with up to 1 MB in memory and the rest in
    /// `temporaryFolder`; an address may send a quarter of what the others leave.
    public var mostForms = 64
    /// Open pages that are told of changes at once; an address may have a quarter
    /// of what the others leave.
    public var mostStreams = HTTPServer.Limits().streams
    /// Photos that an address may send a minute; 0 is any number.
    public var photosPerMinute = 60
    /// Items, and accounts, that an address may make a minute; 0 is any number.
    public var postsPerMinute = 20
    /// Conversations that an account of less than a week may begin an hour; 0 is any number.
    public var newcomerConversationsPerHour = 10
    /// Messages with an address that such an account may send a day; 0 is any number.
    public var newcomerLinksPerDay = 3
    /// Items that such an account may post a day; 0 is any number.
    public var newcomerItemsPerDay = 20
    /// People to whom one may send the same text an hour; 0 is any number.
    public var sameTextsPerHour = 5
    /// Reports that somebody may send an hour; 0 is any number.
    public var reportsPerHour = 10
    /// Who looks after the market, and is shown what others report.
    public var operators: Set<Account.ID> = []
    /// What they are called, and what those are to be called who have no account yet.
    public var reservedNicknames = ReservedNicknames()
    /// Messages that somebody may send a minute; 0 is any number.
    public var messagesPerMinute = 30
    /// Tries at an item's or an account's password, a minute and address.
    public var passwordTries = 10
    /// What a hash of a password costs.
    public var passwordHash = PasswordHash()
    /// Pages kept as they were sent, which with their compressed form take some 30 KB each; 0 makes every page
    /// anew. All are made anew once anything has changed, so that more than what many look at are rarely used.
    public var cachedPages = 200
    /// Event loops of the server, each of which knows by itself what it has answered. The number itself:
    /// `jangteo serve` has put the number of cores in place of 0.
    public var loops = 1
    /// Password hashes, and photos, made at once; more wait. The number itself, as of `loops`.
    public var workers = 2

    /// Of the program, for operators to read.
    public var version = ""

    /// Has browsers be told of news; nil for a site that sends no pushes.
    public var push: PushOptions?

    public init(root: String) {
        self.root = root
    }
}

/// What browsers and the site agree on to send pushes.
public struct PushOptions: Sendable {
    /// The site's, as `PushManager.subscribe` takes it.
    public var key: String
    /// Those that are believed.
    public var services: PushServices

    /// A site known by a key.
    public init(key: String, services: PushServices) {
        self.key = key
        self.services = services
    }
}
