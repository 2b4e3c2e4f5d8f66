import Fixtures
import Market
import Testing

/// The clock stands at 20:20 on 21 November 2026.
@Blocking
final class AppointmentSceneTests: ConversationSuite {
    private static let typed = ["date": "2026-11-23", "time": "15:00", "spot": "역 3번 출구"]

    override init() throws {
        try super.init()
        _ = try seller.press(path + "/reservation")
    }

    private func propose(
        _ client: Client, _ fields: [String: String] = typed, at path: String? = nil
    ) throws -> Answer {
        try client.post((path ?? self.path) + "/appointment", Self.form(fields))
    }

    private static func form(_ fields: [String: String]) -> FormBody {
        .multipart(fields.map { .text($0.key, $0.value) })
    }

    private func answer(
        _ client: Client, _ name: String, at path: String? = nil
    ) throws -> String {
        let actions = try client.get(path ?? self.path).page.tags("form").compactMap {
            $0["action"]
        }
        return try #require(actions.first { $0.hasSuffix("/" + name) && $0.contains("/app") })
    }

    /// The paths of somebody's reminders as a calendar and as a feed.
    private func feeds(of client: Client) throws -> [String] {
        try client.get("/my/feeds").page.tags("button").compactMap { $0["data-text"] }
            .map { String($0.dropFirst("http://\(site.host)".count)) }
    }

    private func arrive(_ client: Client, _ arrival: String) throws -> Answer {
        try client.post(path + "/arrival", ["arrival": arrival])
    }

    private func agree() throws {
        #expect(try propose(asker)["Location"] == path)
        #expect(try seller.press(answer(seller, "acceptance"))["Location"] == path)
    }

    /// The meeting spots to choose from, below the field.
    private func spots(in page: Page) -> [String] {
        let group = page.html.stretches(from: "<label for=\"spot\">", to: "</div>").first
        return Page(html: group ?? "").tags("button").compactMap { $0["value"] }
    }

    @Test func theFormBeginsWithTheNextDayAndTheSpotOfTheListing() async throws {
        let blank = try asker.get(path).page
        #expect(blank.value(of: "date") == "2026-11-22" && blank.value(of: "time") == "")
        #expect(blank.value(of: "spot") == "" && spots(in: blank).isEmpty)
        let text = "망원동\n 망원역 2번 출구\n 한강공원 입구\n합정동\n 합정역 1번 출구"
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: text))
        let places = try await site.storage.places().entries
        let id = try #require(Item.ID(digits: item.dropFirst("/items/".count)))
        var content = try await site.storage.item(id).content
        content.place = Place(places[0].neighbourhood, places[0].spots[1])
        try await site.storage.update(id, content: content, photos: [], at: site.clock.now)
        for client in [seller, asker] {
            let page = try client.get(path).page
            #expect(page.value(of: "spot") == "한강공원 입구" && page.value(of: "time") == "")
            #expect(spots(in: page) == ["망원역 2번 출구", "한강공원 입구"])
            // Enter presses the first button of a form.
            let form = page.html.stretches(from: "<form class=\"meeting\"", to: "</form>").first
            #expect(Page(html: form ?? "").tags("button").first?["name"] == nil)
            let chosen = try propose(
                client, ["date": "2026-11-25", "time": "15:00", "spot": "", "quick": "망원역 2번 출구"])
            #expect(chosen.status == 200 && chosen.page.alert == nil)
            #expect(chosen.page.value(of: "spot") == "망원역 2번 출구")
            #expect(chosen.page.value(of: "date") == "2026-11-25")
            #expect(chosen.page.value(of: "time") == "15:00")
            #expect(try client.get(path).page.action(endingWith: "/acceptance") == nil)
        }
        let early = try propose(asker, ["date": "2026-11-22", "time": "", "spot": "한강공원 입구"])
        #expect(early.status == 422)
    }

    @Test func movingAProposalBeginsWithIt() throws {
        #expect(try asker.get(path).page.texts.contains("약속 잡기"))
        #expect(try propose(asker)["Location"] == path)
        let own = try asker.get(path).page
        for (name, value) in Self.typed { #expect(own.value(of: name) == value) }
        #expect(own.texts.contains("약속 바꾸기") && !own.texts.contains("약속 잡기"))
        let steps = try #require(own.html.stretches(from: "class=\"steps\"", to: "</small>").first)
        #expect(Page(html: steps).texts.last == "· 답을 기다려요")
        #expect(try seller.get(path).page.texts.contains("약속 잡기"))
    }

    @Test func movingAnAppointmentBeginsWithIt() throws {
        try agree()
        for client in [seller, asker] {
            let page = try client.get(path).page
            for (name, value) in Self.typed { #expect(page.value(of: name) == value) }
        }
        let refused = try propose(seller, ["date": "2026-11-24", "time": "", "spot": "공원"])
        #expect(refused.status == 422)
        #expect(refused.page.value(of: "date") == "2026-11-24")
        #expect(refused.page.value(of: "spot") == "공원")
    }

    @Test func anAppointmentComingUpStandsOnBothMainPages() throws {
        #expect(try !seller.get("/my").page.texts.contains("다가오는 약속"))
        try agree()
        for (client, other) in [(seller, "지수"), (asker, "민지")] {
            let page = try client.get("/my").page
            #expect(page.texts.contains("다가오는 약속") && page.texts.contains("역 3번 출구"))
            #expect(page.texts.contains(other))
            #expect(try client.get("/my/reminders").page.texts.contains(other))
            let chats = try client.get("/chats").page.texts
            #expect(chats.contains("11월 23일 (월) 오후 3:00") && chats.contains("역 3번 출구"))
            #expect(page.links.contains(path))
        }
        site.clock.advance(by: 2 * 86_400)
        #expect(try !seller.get("/my").page.texts.contains("다가오는 약속"))
        #expect(try seller.get("/my").page.texts.contains("역 3번 출구"))
    }

    /// The calendar's alarm comes at the same time as the header's count.
    @Test func bothAreRemindedInTimeToGetThere() throws {
        try agree()
        let page = try asker.get("/my/feeds").page
        let address = try #require(page.tags("button").compactMap { $0["data-text"] }.first)
        let path = String(address.dropFirst("http://\(site.host)".count))
        #expect(try site.get(path).text.contains("TRIGGER:-PT30M\r\n"))
        site.clock.advance(by: 153_600 - 1_801)
        #expect(try !asker.get("/").page.texts.contains("새 알림 1개"))
        site.clock.advance(by: 1)
        #expect(try asker.get("/").page.texts.contains("새 알림 1개"))
    }

    @Test func theyAgreeMeetAndClose() throws {
        try agree()
        for client in [seller, asker] {
            let page = try client.get(path).page
            #expect(page.texts.contains("약속했어요") && page.texts.contains("역 3번 출구"))
            #expect(!page.actions.contains(path + "/arrival"))
        }
        #expect(try arrive(asker, "met").status == 409)
        site.clock.advance(by: 2 * 86_400)
        #expect(
            try asker.press(path + "/reservation/deletion").page.alert?.lines
                == ["약속 시간이 지났어요. 만났는지 먼저 알려주세요."])
        #expect(try arrive(asker, "met")["Location"] == path)
        let asked = try seller.get(path).page
        #expect(asked.texts.contains("지수님이 만났다고 했어요"))
        let primary = "<summary class=\"button primary\">거래완료"
        #expect(!asked.html.contains(primary))
        #expect(try arrive(seller, "met").status == 303)
        // Closing it is all that is left to do.
        #expect(try seller.get(path).page.html.contains(primary))
        #expect(try arrive(seller, "not-come").status == 409)
        #expect(try seller.post(path + "/closing", ["price": ""]).status == 303)
        #expect(try site.get(item).page.texts.contains("거래완료"))
    }

    @Test func aReportedNoShowMayAnswer() throws {
        try agree()
        site.clock.advance(by: 2 * 86_400)
        #expect(try arrive(seller, "not-come").status == 303)
        #expect(try asker.get(path).text.contains("답을 쓰면 안 나온 약속으로"))
        _ = try asker.write("차가 막혔어요", in: path)
        #expect(try !asker.get(path).text.contains("답을 쓰면 안 나온 약속으로"))
        #expect(try arrive(asker, "met").status == 303)
        #expect(try arrive(seller, "what").status == 422)
    }

    @Test(arguments: [
        ["date": "", "time": "", "spot": ""], ["date": "2026-11-20", "time": "15:00", "spot": "역"],
        ["date": "9999-12-31", "time": "23:59", "spot": "역"],
        ["date": "<b>", "time": "\"'", "spot": "역"],
        ["date": "2026-11-23", "time": "15:00", "spot": "\u{200B} "],
    ])
    func eachFaultStandsBesideItsField(fields: [String: String]) throws {
        let answer = try propose(asker, fields)
        #expect(answer.status == 422)
        #expect(answer.page.alert?.isFailure == true)
        for name in ["date", "time"] { #expect(answer.page.value(of: name) == fields[name]) }
        #expect(answer.page.tags("input").contains { $0["aria-invalid"] == "true" })
        #expect(answer.page.tags("details").contains { $0.text.contains("open") })
        #expect(try asker.messages(in: path).count == 2)
    }

    @Test func theFieldOfTheDayIsBesideTheDayOfTheWeek() throws {
        let page = try asker.get(path).page
        #expect(page.texts.contains("오늘은 11월 21일 (토)"))
        let field = try #require(page.tags("input").first { $0["name"] == "date" })
        #expect(field["aria-describedby"] == "date-hint")
        #expect(try propose(asker).status == 303)
        #expect(try seller.get(path).page.texts.contains("11월 23일 (월) 오후 3:00"))
    }

    @Test func withoutFieldsOrInOtherBytesItIsRefused() throws {
        #expect(try asker.press(path + "/appointment").status == 422)
        let bytes = FormBody(encoded: "date=%FF&time=%FE&spot=%FF")
        #expect(try asker.post(path + "/appointment", bytes).status == 422)
        #expect(try asker.press(path + "/arrival").status == 422)
        #expect(try seller.post(path + "/reservation", ["term": "-1"]).status == 422)
    }

    @Test func typedValuesStandOnThePageOfThePresentState() throws {
        _ = try seller.press(path + "/reservation/deletion")
        let answer = try propose(asker)
        #expect(answer.status == 409)
        #expect(answer.page.alert?.lines == ["그사이 바뀌었어요"])
        #expect(answer.page.texts.contains("역 3번 출구"))
        _ = try seller.press(path + "/reservation")
        _ = try seller.press(item + "/deletion")
        let gone = try propose(asker)
        #expect(gone.status == 409 && gone.page.texts.contains("역 3번 출구"))
    }

    @Test func itIsMovedDeclinedAndCalledOff() throws {
        try agree()
        _ = try propose(seller, ["date": "2026-11-24", "time": "10:00", "spot": "주민센터"])
        #expect(try asker.press(answer(asker, "rejection")).status == 303)
        #expect(try asker.get(path).page.texts.contains("어렵다고 했어요"))
        let word: FormBody = ["word": "아이가 아파요"]
        #expect(try seller.post(path + "/appointment/deletion", word).status == 303)
        #expect(try asker.messages(in: path).suffix(2) == ["민지님이 약속을 취소했어요", "아이가 아파요"])
        let again = try seller.post(path + "/appointment/deletion", word)
        #expect(again.status == 409 && again.page.texts.contains("그사이 바뀌었어요"))
    }

    @Test func aStrangerArrangesNothing() throws {
        _ = try propose(asker)
        let accepting = try answer(seller, "acceptance")
        let stranger = try site.member("낯선 이웃")
        let fields = Self.form(Self.typed)
        for step in ["/appointment", "/appointment/deletion", "/arrival"] {
            #expect(try stranger.post(path + step, fields).status == 404)
            #expect(try site.post(path + step, fields).status == 403)
            #expect(try asker.get(path + step)["Location"] == path)
        }
        #expect(try stranger.press(accepting).status == 404)
        #expect(try asker.press(accepting).status == 409)
    }

    @Test func guestsArrangeAppointmentsByThePassword() throws {
        let item = try site.post()
        let conversation = try asker.ask(about: item)
        let guests = item + conversation
        let guest = try site.visitor()
        #expect(try propose(guest, at: guests).status == 200)
        let password: FormBody = ["password": "달빛1234"]
        _ = try guest.post(item + "/chats", password)
        _ = try guest.press(guests + "/reservation")
        #expect(try propose(guest, at: guests)["Location"] == guests)
        let accepting = try answer(asker, "acceptance", at: conversation)
        #expect(try asker.press(accepting).status == 303)
        _ = try propose(
            asker, ["date": "2026-11-24", "time": "10:00", "spot": "역"], at: conversation)
        #expect(try guest.press(answer(guest, "rejection", at: guests))["Location"] == guests)
        site.clock.advance(by: 2 * 86_400)
        // The grant for the password lasts half an hour.
        _ = try guest.post(item + "/chats", password)
        let arrival: FormBody = ["arrival": "not-come"]
        #expect(try guest.post(guests + "/arrival", arrival)["Location"] == guests)
        #expect(try guest.post(guests + "/appointment/deletion", arrival).status == 409)
    }

    @Test func itStandsInBothOrganisersUntilItIsCalledOff() throws {
        try agree()
        for client in [seller, asker] {
            let inbox = try client.get("/my/reminders").page
            #expect(inbox.links.contains(path))
            #expect(inbox.texts.contains("역 3번 출구"))
        }
        let paths = try feeds(of: asker)
        let event = try #require(CalendarFile(site.get(paths[0]).body).events.first)
        let others = try CalendarFile(site.get(feeds(of: seller)[0]).body).events
        #expect(others.count == 1 && others[0]["UID"] != event["UID"])
        #expect(event["DTSTART"] == "20261123T060000Z")
        #expect(event["DURATION"] == "PT30M" && event["LOCATION"] == "역 3번 출구")
        #expect(event["SUMMARY"] == "북유럽풍 장스탠드 · 민지")
        #expect(event["URL"] == "http://\(site.host)\(path)")
        let entry = try #require(AtomFeed(site.get(paths[1]).body).entries.first)
        #expect(entry["summary"] == "약속 · 2026년 11월 23일 (월) 오후 3:00 · 역 3번 출구")
        site.clock.advance(by: 2 * 86_400)
        // From then on it is due in the inbox and the organiser, and cannot be dismissed.
        for page in ["/my/reminders", "/my"] {
            let page = try seller.get(page).page
            #expect(page.links.contains(path))
            #expect(!page.tags("form").contains { $0["action"]?.contains("dismissal") == true })
        }
        #expect(try arrive(asker, "not-come").status == 303)
        #expect(try CalendarFile(site.get(paths[0]).body).events.isEmpty)
        #expect(try !seller.get("/my/reminders").page.links.contains(path))
    }

    @Test(arguments: ["]]>", "a,b;c\\d", "<b>&\"'", "역\u{0}\u{1B}", "🪑👨‍👩‍👧", "ا\u{202E}"])
    func hostileSpotsBreakNothing(spot: String) throws {
        _ = try propose(asker, Self.typed.merging(["spot": spot]) { $1 })
        #expect(try seller.press(answer(seller, "acceptance")).status == 303)
        let page = try asker.get("/my/feeds").page
        let addresses = page.tags("button").compactMap { $0["data-text"] }
        for (number, address) in addresses.enumerated() {
            let body = try site.get(String(address.dropFirst("http://\(site.host)".count))).body
            if number == 0 { _ = try CalendarFile(body) } else { _ = try AtomFeed(body) }
        }
        for page in [path, "/my/reminders", "/my", "/chats"] {
            #expect(try seller.get(page).status == 200)
        }
    }

    @Test func theListingLeadsToTheChatInsteadOfCallingItOff() throws {
        try agree()
        let words = "지수님과 예약중이고, 11월 23일 (월) 오후 3:00에 만나기로 했어요."
        #expect(try seller.get(item).page.texts.contains(words))
        #expect(try seller.press(item + "/reservation/deletion")["Location"] == path)
        let page = try seller.get(path).page
        #expect(page.alert?.title == "잡아둔 약속이 있어요")
        #expect(page.alert?.lines == ["예약을 취소하면 약속도 함께 취소돼요."])
        #expect(page.texts.contains("약속했어요"))
        #expect(page.action(endingWith: "/reservation/deletion") == path + "/reservation/deletion")
    }

    @Test func theAlertOfAnAppointmentThatStandsHasTheButtonThatCancels() throws {
        try agree()
        _ = try seller.press(item + "/reservation/deletion")
        let html = try seller.get(path).text
        let alert = Page(html: try #require(html.stretches(from: "<dialog", to: "</dialog>").first))
        let release = try #require(alert.action(endingWith: "/reservation/deletion"))
        #expect(alert.texts.contains("예약 취소") && alert.value(of: "ask") == "1")
        // It asks first, since the appointment goes with it.
        let asked = try seller.post(release, ["ask": "1"])
        #expect(asked["Location"] == release)
        let time = "11월 23일 (월) 오후 3:00"
        #expect(try seller.get(release).text.contains("\(time)에 만나기로 한 약속도 함께 취소돼요."))
        #expect(try seller.press(release)["Location"] == path)
        #expect(try !site.get(item).page.texts.contains("예약중"))
    }

    @Test func aReservationIsKeptForATermAndOpenPagesHearThatItIsOver() async throws {
        _ = try seller.press(path + "/reservation/deletion")
        #expect(try seller.post(path + "/reservation", ["term": "1"]).status == 303)
        #expect(try asker.get(path).page.texts.contains("11월 22일 (일) 오후 8:20까지"))
        site.clock.advance(by: 86_400)
        try await site.storage.releaseLapsedReservations(at: site.clock.now)
        #expect(try asker.messages(in: path).last == "예약 기간이 지나서 예약이 풀렸어요")
        #expect(try !site.get(item).page.texts.contains("예약중"))
        #expect(try seller.get("/my/items").status == 200)
    }
}
