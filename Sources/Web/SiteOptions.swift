import HTTPServer
import Market
import Secrets
import ViewModels

/// The site's settings.
public struct SiteOptions: Sendable {
    /// The folder that contains `Templates` and `Public`.
    public var root: String
    /// Whether changed templates are used from the next request on, and their errors shown on the page.
    public var isDevelopment = false
    /// Whether visitors connect by TLS, terminated in front of this server; cookies are then marked `Secure`.
    public var isBehindTLS = false
    /// The site's own origin, such as `https://market.example`; empty to take it from each request.
    public var publicURL = ""
    /// The time zone of dates and times on pages and in forms.
    public var timeZone = MarketTimeZone.seoul
    /// The text at the foot of every page: who runs the site and how to reach them; empty for none.
    public var operatorText = ""
    /// The origins whose pages may call the API, such as `https://shop.example`; `*` allows every origin.
    public var apiOrigins: [String] = []
    /// How the API's second generation writes dates.
    public var apiDates = APIDateStyle.fraction
    /// The same for requests to a certain host name, in lower case, or to a certain port.
    public var apiHosts: [String: APIDateStyle] = [:]
    /// The reverse proxies whose `X-Forwarded-For` is believed.
    public var proxies: [Address] = []
    /// The folder for uploads that are too large to be held in memory.
    public var temporaryFolder = "/tmp"
    /// The largest photo file, in MB (2^20 bytes).
    public var mostPhotoMegabytes = 10
    /// How many forms of more than 16 KB are read at once, each with up to 1 MB in memory and the
    /// rest in `temporaryFolder`; an address may send a quarter of what the others leave.
    public var mostForms = 64
    /// How many open pages receive live events at once; an address may have a quarter of what the others leave.
    public var mostStreams = HTTPServer.Limits().streams
    /// How many photos an address may send a minute; 0 for no limit.
    public var photosPerMinute = 60
    /// How many items, and how many accounts, an address may make a minute; 0 for no limit.
    public var postsPerMinute = 20
    /// How many conversations an account less than a week old may begin an hour; 0 for no limit.
    public var newcomerConversationsPerHour = 10
    /// How many messages with a link such an account may send a day; 0 for no limit.
    public var newcomerLinksPerDay = 3
    /// How many items such an account may post a day; 0 for no limit.
    public var newcomerItemsPerDay = 20
    /// How many people an account may send the same text to in an hour; 0 for no limit.
    public var sameTextsPerHour = 5
    /// How many reports somebody may send an hour; 0 for no limit.
    public var reportsPerHour = 10
    /// The operators' accounts, which see what others report.
    public var operators: Set<Account.ID> = []
    /// The operators' nicknames, and those kept for operators who have no account yet.
    public var reservedNicknames = ReservedNicknames()
    /// How many messages somebody may send a minute; 0 for no limit.
    public var messagesPerMinute = 30
    /// How many times a minute an address may try an item's or an account's password.
    public var passwordTries = 10
    /// The cost of a password hash.
    public var passwordHash = PasswordHash()
    /// How many pages are cached, each about 30 KB with its compressed form; 0 disables the cache.
    /// Any commit makes all of them outdated, so caching more than the popular pages gains little.
    public var cachedPages = 200
    /// The number of the server's event loops, each of which remembers its own answers. Must be the
    /// actual number: `jangteo serve` has replaced 0 by the number of cores.
    public var loops = 1
    /// How many password hashes, and how many photos, are computed at once; others wait. The actual
    /// number, as for `loops`.
    public var workers = 2

    /// The program's version, for operators.
    public var version = ""

    /// The settings of push notifications; nil for a site that sends none.
    public var push: PushOptions?

    public init(root: String) {
        self.root = root
    }
}

/// What browsers and the site agree on for push notifications.
public struct PushOptions: Sendable {
    /// The site's public key, in the form that `PushManager.subscribe` takes.
    public var key: String
    /// The push services that are accepted.
    public var services: PushServices

    /// Makes the options for a site with this key.
    public init(key: String, services: PushServices) {
        self.key = key
        self.services = services
    }
}
