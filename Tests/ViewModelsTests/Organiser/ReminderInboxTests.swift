import Market
import Testing

@testable import ViewModels

struct ReminderInboxTests {
    @Test func dueAndUpcomingRemindersAreSeparate() async throws {
        try await OrganiserFixture.withList { fixture, list in
            let todo = try await fixture.makeTodo(in: list, reminder: fixture.now)
            let memo = try await fixture.makeMemo("전화하기\n010", reminder: fixture.now + -60)
            _ = try await fixture.makeTodo("나중", in: list, reminder: fixture.now + 1)
            let page = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(page.due.map(\.subject) == [.memo(memo), .todo(todo)])
            #expect(page.due.map(\.title) == ["전화하기", "우유 사기"])
            #expect(page.upcoming.map(\.title) == ["나중"])
            #expect(page.emptyText == nil)
        }
    }

    /// Just as the header counts them.
    @Test func anAppointmentIsDueBeforeItsTime() async throws {
        try await TradeFixture.asked { trade, id in
            try await trade.agree(on: trade.now + 7_200, in: id)
            let inbox = ReminderInbox(storage: trade.storage, zone: .seoul)
            for (seconds, due) in [(5_399, 0), (5_400, 1)] as [(Int64, Int)] {
                let moment = trade.now + seconds
                let page = try await inbox.output(for: trade.asker, at: moment)
                #expect(page.due.count == due && page.upcoming.count == 1 - due)
                let count = try await trade.storage.countDueReminders(of: trade.asker, at: moment)
                #expect(count == due)
                let home = try await OrganiserHome(storage: trade.storage, zone: .seoul)
                    .output(for: trade.asker, at: moment)
                #expect(home.due.map(\.isDue) == [due == 1])
            }
        }
    }

    @Test func priceDropsAreDueAndLeaveRoomForThingsToDo() async throws {
        try await TradeFixture.with { trade in
            let storage = trade.storage
            try await storage.setInterest(true, of: trade.asker, in: trade.item)
            try await trade.setPrice(Price(30_000), after: -60)
            let memo = try await storage.insert(
                MemoContent(text: "전화하기", reminder: trade.now), of: trade.asker, at: trade.now)
            let inbox = ReminderInbox(storage: storage, zone: .seoul)
            let page = try await inbox.output(for: trade.asker, at: trade.now)
            #expect(page.due.map(\.subject) == [.priceDrop(trade.item), .memo(memo)])
            #expect(page.due.map(\.title) == ["북유럽풍 장스탠드", "전화하기"])
            #expect(page.due.map { $0.prices?.text } == ["35,000원 → 30,000원", nil])
            let home = try await OrganiserHome(storage: storage, zone: .seoul)
                .output(for: trade.asker, at: trade.now)
            #expect(home.due.map(\.subject) == [.memo(memo), .priceDrop(trade.item)])
            #expect(home.due.map { $0.prices?.text } == [nil, "35,000원 → 30,000원"])
            // A price drop is no plan.
            let days = try await Schedule(storage: storage, zone: .seoul)
                .output(for: nil, of: trade.asker, at: trade.now)
            #expect(days.sections.flatMap(\.entries).map(\.subject) == [.memo(memo)])
            try await inbox.submit(.priceDrop(trade.item), of: trade.asker, at: trade.now)
            let later = try await inbox.output(for: trade.asker, at: trade.now)
            #expect(later.due.map(\.subject) == [.memo(memo)])
        }
    }

    @Test func priceDropsDoNotCrowdOutTheNextAppointment() async throws {
        try await TradeFixture.with { trade in
            let storage = trade.storage
            for _ in 0..<Limits.priceDrops {
                var content = ItemContent(
                    title: "원목 의자", category: .furniture, price: try Price(25_000), stock: 1,
                    description: "흠집이 조금 있어요.")
                let item = try await storage.insert(
                    NewItem(
                        content: content, photos: [], owner: .account(trade.seller),
                        datePosted: trade.now))
                try await storage.setInterest(true, of: trade.asker, in: item)
                content.price = try Price(20_000)
                try await storage.update(item, content: content, photos: [], at: trade.now)
            }
            for number in 1...25 as ClosedRange<Int64> {
                _ = try await storage.insert(
                    MemoContent(text: "전화하기", reminder: trade.now + number), of: trade.asker,
                    at: trade.now)
            }
            let id = try await trade.ask()
            try await trade.agree(on: trade.now + 2 * 86_400, in: id)
            let home = try await OrganiserHome(storage: storage, zone: .seoul)
                .output(for: trade.asker, at: trade.now)
            #expect(home.appointments.map(\.subject) == [.appointment(id)])
            #expect(home.due.allSatisfy { $0.prices == nil })
        }
    }

    @Test func aDismissedReminderIsOffThePageAndItsMemoStays() async throws {
        try await OrganiserFixture.with { fixture in
            let memo = try await fixture.makeMemo(reminder: fixture.now)
            for _ in 1...2 { try await fixture.dismiss(.memo(memo)) }
            let page = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
            #expect(page.due.isEmpty)
            #expect(page.emptyText?.text == "알림이 없어요. 할 일이나 메모에 알림 시각을 정해보세요.")
            let kept = try await fixture.memo.output(for: memo, of: fixture.account)
            #expect(kept.reminder == Moment(fixture.now, in: .seoul))
        }
    }
}
