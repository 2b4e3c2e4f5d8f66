import Fixtures
import Foundation
import HTTPServer
import Market
import Secrets
import Testing

@testable import Web

@Blocking
final class SessionsTests: SiteSuite {
    private func attributes(_ answer: Answer) -> [String] {
        let cookie = answer.all("Set-Cookie").first { $0.contains("session=") } ?? ""
        return Array(cookie.components(separatedBy: "; ").dropFirst())
    }

    private func isSignedIn(_ token: String?, on path: String = "/") throws -> Bool {
        let answer = try site.get(path, ["Cookie": "session=\(token ?? "")"])
        return answer.page.texts.contains("하늘이네")
    }

    @Test func theCookieIsForThisSiteAlone() throws {
        let answer = try site.post("/signup", ServedSite.credentials())
        #expect(attributes(answer) == ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"])
    }

    @Test func behindTLSTheCookieIsSecureAndCannotBePlanted() throws {
        let site = try ServedSite { $0.isBehindTLS = true }
        let answer = try site.post("/signup", ServedSite.credentials())
        let cookie = try #require(answer.all("Set-Cookie").first)
        #expect(cookie.hasPrefix("__Host-session="))
        #expect(attributes(answer).contains("Secure"))
        let token = cookie.prefix { $0 != ";" }.dropFirst("__Host-".count)
        let planted = try site.get("/", ["Cookie": String(token)])
        #expect(!planted.page.texts.contains("하늘이네"))
        let own = try site.get("/", ["Cookie": "__Host-" + token])
        #expect(own.page.texts.contains("하늘이네"))
    }

    @Test func theTokenIsLongAndItsDigestAloneIsKept() async throws {
        let token = try #require(try site.member().cookie("session"))
        #expect(token.utf8.count == 43)
        let file = try Data(contentsOf: URL(fileURLWithPath: site.database))
        let log = try Data(contentsOf: URL(fileURLWithPath: site.database + "-wal"))
        #expect((file + log).range(of: Data(token.utf8)) == nil)
    }

    @Test func everySignInMakesANewToken() throws {
        let member = try site.member()
        let first = member.cookie("session")
        _ = try member.post("/signin", ServedSite.credentials())
        let second = member.cookie("session")
        #expect(first != second)
        #expect(try !isSignedIn(first))
        #expect(try isSignedIn(second))
    }

    @Test func theMarkOfTheLastMemberDoesNotFollowFromTheirNumber() throws {
        // A database in memory is made anew, with a key of its own; files are copies of one file.
        let (member, elsewhere) = (try site.member(), try ServedSite(.memory))
        let mark = try #require(member.cookie("writer"))
        // Both have the number 1.
        #expect(try elsewhere.member().cookie("writer") != mark)
        _ = try member.post("/signin", ServedSite.credentials())
        #expect(member.cookie("writer") == mark)
    }

    /// Like a sign-in that is still in progress when the password is changed elsewhere.
    @Test func aPasswordThatIsAnotherByNowOpensNoSession() async throws {
        let member = try site.member()
        let nickname = try #require(Nickname("하늘이네"))
        let known = try #require(try await site.storage.credentials(of: nickname))
        try await site.storage.setPasswordHash(
            "other", of: known.account, replacing: known.passwordHash, keeping: nil)
        let context = RequestContext(
            request: try Request(.post, "/signin"), now: site.clock.now,
            remoteAddress: .unspecified)
        let sessions = Sessions(
            storage: site.storage, cookies: CookieJar(areSecure: false), signer: Signer(),
            operators: [], zone: .seoul)
        let answer = try await sessions.begin(known, for: context) { _ in
            Response(.noContent)
        } outdated: {
            Response(.forbidden)
        }
        #expect(answer.status == .forbidden)
        #expect(try !isSignedIn(member.cookie("session")))
    }

    /// If several processes share a database, only few requests may wait for another process's write.
    @Test func forgedCommitCookiesAreNotWaitedFor() async throws {
        let storage = FollowingStorage()
        let (cookies, signer) = (CookieJar(areSecure: false), Signer())
        let sessions = Sessions(
            storage: storage, cookies: cookies, signer: signer, operators: [], zone: .seoul)
        let other = Sessions(
            storage: storage, cookies: cookies, signer: Signer(), operators: [], zone: .seoul)
        let signed = sessions.signed(7)
        let forged = [
            "7", "8", "7.", "8\(signed.dropFirst())", "\(signed)A", other.signed(7), "", ".",
            "-1.x", "99999999999999999999.x",
        ]
        for text in forged + [signed] {
            let request = try Request(.get, "/", headers: [("Cookie", "commit=\(text)")])
            await sessions.waitForOwnWrite(
                of: RequestContext(
                    request: request, now: site.clock.now, remoteAddress: .unspecified))
        }
        #expect(storage.waits.lines == ["7"])
    }

    @Test func aTokenPlantedBeforeTheSignInOpensNothing() throws {
        _ = try site.member()
        let planted = String(repeating: "A", count: 43)
        let answer = try site.post(
            "/signin", ServedSite.credentials(), ["Cookie": "session=\(planted)"])
        #expect(answer.status == 303)
        #expect(try !isSignedIn(planted))
    }

    @Test func signingOutEndsTheSessionItself() throws {
        let member = try site.member()
        let token = member.cookie("session")
        let answer = try member.press("/signout")
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/")
        #expect(answer["Clear-Site-Data"] == "\"cache\"")
        #expect(member.cookie("session") == nil)
        #expect(try !isSignedIn(token))
        #expect(try member.get("/").page.alert?.title == "로그아웃했어요")
    }

    @Test func signingOutEverywhereEndsAllSessions() throws {
        let phone = try site.member()
        let laptop = try site.visitor()
        _ = try laptop.post("/signin", ServedSite.credentials())
        let tokens = [phone.cookie("session"), laptop.cookie("session")]
        #expect(try laptop.press("/my/sessions/deletion").status == 303)
        for token in tokens { #expect(try !isSignedIn(token)) }
    }

    @Test func aSessionEndsAfterThirtyDaysWithoutAVisit() throws {
        let token = try site.member().cookie("session")
        site.clock.advance(by: 30 * 86_400)
        #expect(try !isSignedIn(token))
    }

    @Test func aTokenIsReplacedAfterADayAndTheOldOneIsGoodForAMomentMore() throws {
        let member = try site.member()
        let first = member.cookie("session")
        site.clock.advance(by: 86_399)
        #expect(try member.get("/").all("Set-Cookie").isEmpty)
        site.clock.advance(by: 1)
        let answer = try member.get("/nothing")
        #expect(attributes(answer).contains("Max-Age=2592000"))
        let second = member.cookie("session")
        #expect(second != first)
        // Another request of the same page, sent with the old token.
        let late = try site.get("/", ["Cookie": "session=\(first ?? "")"])
        #expect(late.page.texts.contains("하늘이네"))
        #expect(late.all("Set-Cookie").isEmpty)
        site.clock.advance(by: Session.grace)
        #expect(try !isSignedIn(first))
        #expect(try isSignedIn(second))
    }

    @Test func aVisitADayKeepsTheSessionForEver() throws {
        let member = try site.member()
        for _ in 0..<40 {
            site.clock.advance(by: 86_400)
            #expect(try member.get("/").page.texts.contains("하늘이네"))
        }
    }

    @Test func sharedCacheableFilesNeitherReadNorRenewASession() throws {
        let member = try site.member()
        let path = try site.post(.lamp.with(photo: Picture.red))
        let photo = try #require(
            try site.get(path).page.tags("img").compactMap { $0["src"] }
                .first { $0.hasPrefix("/photos/") })
        site.clock.advance(by: 2 * 86_400)
        for file in [photo, "/app.css", "/icon.svg"] {
            let answer = try member.get(file)
            #expect(answer.status == 200)
            #expect(answer.all("Set-Cookie").isEmpty, "\(file)")
        }
    }

    @Test func dueRemindersAreCountedInTheHeader() async throws {
        let member = try site.member()
        let memo = MemoContent(text: "우유 사기", reminder: site.clock.now + 60)
        _ = try await site.storage.insert(memo, of: 1, at: site.clock.now)
        #expect(try !member.get("/").page.texts.contains("새 알림 1개"))
        site.clock.advance(by: 60)
        #expect(try member.get("/").page.texts.contains("새 알림 1개"))
    }

    @Test func guestsNeedNoReads() throws {
        let busy = try ServedSite(.busy)
        #expect(try busy.get("/signin").status == 200)
        let token = String(repeating: "A", count: 43)
        #expect(try busy.get("/signin", ["Cookie": "session=\(token)"]).status == 503)
    }

    @Test func aTokenThatIsNoneIsAGuest() throws {
        for token in [
            "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 20_000),
            String(repeating: "%00", count: 15), "\"quoted\"",
        ] {
            let answer = try site.get("/", ["Cookie": "session=\(token)"])
            #expect(answer.status == 200, "\(token)")
            #expect(answer.page.links.contains("/signin"), "\(token)")
        }
    }

    @Test func theSignedInNeverGetAPageOfAnotherNorAGuestOneOfTheirs() async throws {
        try await site.add()
        let (one, other) = (try site.member("하늘이네"), try site.member("바다네"))
        for path in ["/", "/items/1"] {
            for _ in 0..<3 {
                #expect(try !site.get(path).text.contains("네</a>"))
                let own = try one.get(path)
                #expect(own.page.texts.contains("하늘이네"))
                #expect(own["Cache-Control"] == "private, no-cache")
                #expect(own["ETag"] == nil)
                #expect(try other.get(path).page.texts.contains("바다네"))
            }
        }
    }

    @Test func aGuestsCopyIsNotConfirmedToWhoSignedIn() async throws {
        try await site.add()
        let tag = try #require(try site.get("/")["ETag"])
        let token = try site.member().cookie("session") ?? ""
        let answer = try site.get("/", ["Cookie": "session=\(token)", "If-None-Match": tag])
        #expect(answer.status == 200)
    }

    @Test func anotherSiteSignsNobodyInOrOut() throws {
        let member = try site.member()
        let token = member.cookie("session") ?? ""
        for path in ["/signin", "/signup", "/signout", "/my/sessions/deletion"] {
            let answer = try site.post(
                path, ServedSite.credentials("다른 이"),
                ["Sec-Fetch-Site": "cross-site", "Cookie": "session=\(token)"])
            #expect(answer.status == 403)
            #expect(answer.all("Set-Cookie").isEmpty)
        }
        #expect(try isSignedIn(token))
    }
}
