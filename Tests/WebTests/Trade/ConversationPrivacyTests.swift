import Fixtures
import Foundation
import HTTPServer
import Market
import Storage
import Testing

@testable import Web

/// A conversation is visible only to its two people: tries every route of the site with every id,
/// including routes added later.
@Blocking
struct ConversationPrivacyTests {
    /// Occurs in all texts of the two.
    private static let secret = "아무도 모르는"
    /// Occurs in a review that even the other person must not see yet.
    private static let sealed = "아직 봉해둔"

    private let site: ServedSite
    private let routes: [Route]
    private let seller: Visitor
    private let asker: Visitor
    /// Holds the grant for the guest's listing.
    private let guest: Visitor
    private let photos: [ChatMessage.ID]

    /// A person and their browser's cookies.
    private struct Visitor {
        let cookies: String
        /// The key of their feeds.
        var key = "x"

        init(_ client: Client? = nil) throws {
            let names = ["session", "edit"]
            cookies = names.compactMap { name in client?.cookie(name).map { "\(name)=\($0)" } }
                .joined(separator: "; ")
            guard let client, client.cookie("session") != nil else { return }
            let page = try client.get("/my/feeds").page
            let feeds = page.tags("button").compactMap { $0["data-text"] }
            let match = feeds.compactMap { $0.firstMatch(of: /feeds\/([^\/.]+)/) }.first
            key = match.map { String($0.1) } ?? "x"
        }
    }

    /// Conversation 1 is about an account's listing and has an appointment, 2 is about a guest's,
    /// and 3 is closed and has one review.
    init() async throws {
        site = try ServedSite()
        let (seller, asker) = (try site.member("민지"), try site.member("지수"))
        for (owner, number) in [(seller, 1), (nil, 2), (seller, 3)] {
            let item = try owner?.post(.ownLamp.with("stock", "1")) ?? site.post()
            let path = try asker.ask(Self.secret + " 말 \(number)", about: item)
            let photo = FormBody.Part.file(
                "photos", named: "a.jpg", type: "image/jpeg", bytes: Picture.red)
            _ = try asker.post(path + "/messages", .multipart([photo]))
        }
        _ = try seller.press("/chats/1/reservation")
        _ = try asker.post(
            "/chats/1/appointment",
            ["date": "2026-11-23", "time": "15:00", "spot": Self.secret + " 곳"])
        let accept = try #require(try seller.get("/chats/1").page.action(endingWith: "/acceptance"))
        _ = try seller.press(accept)
        _ = try seller.press("/chats/3/closing")
        _ = try asker.post("/chats/3/review", ["rating": "3", "text": Self.sealed + " 말"])
        let guest = try site.visitor()
        _ = try guest.post("/items/2/chats", ["password": "달빛1234"])
        _ = try guest.write(Self.secret + " 답", in: "/items/2/chats/2")
        (self.seller, self.asker) = (try Visitor(seller), try Visitor(asker))
        self.guest = try Visitor(guest)
        photos = try await site.storage.photos(in: 1...2)
        let parts = try Dependencies.overNothing()
        routes = try Site.routes(parts, signIn: SignInScene(parts))
    }

    // MARK: - Requests

    /// The paths of a route for all ids that exist.
    private func paths(_ route: Route, for visitor: Visitor) -> [String] {
        var paths = [route.pattern]
        for segment in route.pattern.split(separator: "/") where segment.hasPrefix(":") {
            let values = values(segment, of: route, for: visitor)
            paths = paths.flatMap { path in
                values.map { path.replacing(segment, with: $0, maxReplacements: 1) }
            }
        }
        return paths
    }

    private func values(
        _ segment: Substring, of route: Route, for visitor: Visitor
    ) -> [String] {
        switch segment {
        case ":conversation": route.pattern.hasPrefix("/chats") ? ["1", "2", "3"] : ["1", "2"]
        case ":message": photos.map(\.description)
        case ":size": ["full.jpg"]
        case ":key": [visitor.key]
        case ":file" where route.pattern == Link.reminderFeed.pattern: [visitor.key + ".atom"]
        case ":file": ["1.atom"]
        default: ["1", "2"]
        }
    }

    /// Has a value for every field of every form and query.
    private var form: FilledForm {
        FilledForm([
            "text": "훔쳐보기", "title": "훔쳐보기", "message": "1", "conversation": "1", "item": "1",
            "before": "9999", "after": "0", "since": "", "q": "훔쳐보기", "price": "1000",
            "date": "2026-11-23", "time": "16:00", "spot": "훔쳐보기", "word": "훔쳐보기",
            "arrival": "met", "rating": "3", "reason": "1", "password": "틀린 비밀번호",
        ])
    }

    private func ask(_ route: Route, _ path: String, as visitor: Visitor) throws -> Answer {
        guard route.method == .get else {
            return try site.request(
                route.method.rawValue, path, ["Cookie": visitor.cookies], form.urlencoded)
        }
        // A search would hide all other conversations from the list.
        let isList = route.pattern == Link.conversations.pattern
        let query = String(decoding: form.urlencoded.bytes, as: UTF8.self)
        return try site.get(isList ? path : path + "?" + query, ["Cookie": visitor.cookies])
    }

    /// Whether an answer contains the text, or a photo of a conversation; no listing here has photos.
    private func tells(_ answer: Answer, _ text: String = secret) throws -> Bool {
        if answer["Content-Type"] == "image/jpeg" { return true }
        guard answer["Content-Type"] == "application/zip" else { return answer.text.contains(text) }
        return try ZipEntry.all(in: answer.body).contains {
            String(decoding: $0.bytes, as: UTF8.self).contains(text)
        }
    }

    /// All data of the two, as stored.
    private func everything() async throws -> [String] {
        var all: [String] = []
        for (number, reader) in [
            (1, Conversation.Reader.account(1)), (2, .guest(2)), (3, .account(1)),
            (1, .account(2)), (2, .account(2)), (3, .account(2)),
        ] {
            let id = Conversation.ID(rawValue: Int64(number))
            let (storage, now) = (site.storage, site.clock.now)
            all.append("\(try await storage.conversation(id, of: reader))")
            all.append("\(try await storage.messages(in: id, of: reader, before: nil, limit: 99))")
            all.append("\(try await storage.reviews(in: id, of: reader, at: now))")
        }
        return all
    }

    // MARK: - Reading

    /// The patterns of the routes by which a visitor reads any of it.
    private func telling(_ visitor: Visitor) throws -> Set<String> {
        var telling: Set<String> = []
        for route in routes where route.method == .get {
            for path in paths(route, for: visitor) {
                let answer = try ask(route, path, as: visitor)
                guard try tells(answer) else { continue }
                telling.insert(route.pattern)
                let control = answer["Cache-Control"] ?? ""
                #expect(control.contains("private") || control == "no-store", "\(path): \(control)")
            }
        }
        return telling
    }

    /// Proves that the walk finds what others must not see.
    @Test func theTwoSeeItAndNoCacheMayKeepIt() throws {
        let member: Set = [
            Link.conversation.pattern, Link.messagePhoto.pattern,
            Link.export.pattern, Link.reminders.pattern, Link.schedule.pattern,
            Link.reminderFeed.pattern, Link.reminderCalendar.pattern,
        ]
        // The seller's conversations end with steps, whose excerpts contain no text.
        let askers = member.union([Link.conversations.pattern])
        for (visitor, patterns) in [(seller, member), (asker, askers)] {
            let missing = try patterns.subtracting(telling(visitor))
            #expect(missing.isEmpty, "\(missing)")
        }
        let guests: Set = [
            Link.itemConversations.pattern, Link.itemConversation.pattern,
            Link.itemMessagePhoto.pattern,
        ]
        #expect(try guests.subtracting(telling(guest)) == [])
    }

    @Test(arguments: ["stranger", "guest with another's grant", "nobody"])
    func nobodyElseSeesOrChangesAnything(_ who: String) async throws {
        // All pages that can be cached are cached before others ask.
        for visitor in [seller, asker, guest] { _ = try telling(visitor) }
        let before = try await everything()
        let others = try site.post()
        for (number, route) in routes.enumerated() {
            // Some routes end the session.
            let visitor = try other(who, number, others)
            for path in paths(route, for: visitor) {
                let answer = try ask(route, path, as: visitor)
                #expect(try !tells(answer), "\(route.method) \(path)")
                #expect(try !tells(answer, Self.sealed), "\(route.method) \(path)")
                try checkIsAsNever(answer, route, path, visitor)
            }
        }
        #expect(try await everything() == before)
    }

    /// - Parameter item: another guest's item, for which the visitor holds the grant.
    private func other(_ who: String, _ number: Int, _ item: String) throws -> Visitor {
        switch who {
        case "stranger": return try Visitor(site.member("낯선 이웃 \(number)"))
        case "nobody": return try Visitor()
        default:
            let client = try site.visitor()
            _ = try client.post(item + "/chats", ["password": "달빛1234"])
            return try Visitor(client)
        }
    }

    /// The answer must not even reveal whether the conversation exists.
    private func checkIsAsNever(
        _ answer: Answer, _ route: Route, _ path: String, _ visitor: Visitor
    ) throws {
        guard route.pattern.contains("/chats/:conversation") else { return }
        let never = try ask(
            route, path.replacing(/\/chats\/\d+/, with: "/chats/9999"), as: visitor)
        #expect(answer.status == never.status, "\(route.method) \(path)")
    }

    /// Until both have written one, only the writer sees a review.
    @Test func theOtherDoesNotSeeASealedReview() throws {
        for route in routes where route.method == .get {
            for path in paths(route, for: seller) where !path.contains("/photos/") {
                #expect(try !tells(try ask(route, path, as: seller), Self.sealed), "\(path)")
            }
        }
    }

    // MARK: - Streams

    @Test func noStreamOfOthersTellsThatSomethingWasWritten() throws {
        let stranger = try site.member("낯선 이웃")
        let streams = try [stranger, nil].map { client in
            let stream = try Client(port: site.port)
            let cookie = client?.cookie("session").map { "Cookie: session=\($0)\r\n" } ?? ""
            let path = client == nil ? "/live?since=" : "/my/live?since="
            let since = try site.get("/").page.tags("main").first?["data-live"] ?? ""
            let version = since.split(separator: "=").last ?? ""
            try stream.send("GET \(path)\(version) HTTP/1.1\r\nHost: \(site.host)\r\n\(cookie)\r\n")
            #expect(try stream.readAnswer().status == 200)
            return stream
        }
        let answer = try site.request(
            "POST", "/chats/1/messages", ["Cookie": asker.cookies], ["text": Self.secret])
        #expect(answer.status == 303)
        _ = try stranger.press("/signout")
        #expect(try streams[0].readEvent() == "")
        #expect(streams[1].staysSilent(milliseconds: 300))
    }
}

extension ConversationStorage {
    /// The messages that are photos.
    fileprivate func photos(in numbers: ClosedRange<Int64>) async throws -> [ChatMessage.ID] {
        var photos: [ChatMessage.ID] = []
        for number in numbers {
            let messages = try await self.messages(
                in: Conversation.ID(rawValue: number), of: .account(2), before: nil, limit: 99)
            photos += messages.filter { if case .photo = $0.kind { true } else { false } }
                .map(\.id)
        }
        return photos
    }
}
