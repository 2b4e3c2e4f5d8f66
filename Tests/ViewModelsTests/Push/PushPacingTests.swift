import Market
import Testing

@testable import ViewModels

private let noon = Timestamp(seconds: 1_795_260_000)

/// Lets `#expect` call a mutating method of `PushPacing`.
private final class Teller {
    var pacing = PushPacing()

    func tell(_ news: PushNews.Output, to account: Account.ID, at now: Timestamp) -> Bool {
        pacing.tell(news, to: account, at: now)
    }
}

struct PushPacingTests {
    private func news(
        _ number: Int64, in conversation: Conversation.ID = 7, unread: Int = 1,
        at date: Timestamp = noon
    ) -> PushNews.Output {
        news(number, of: .conversation(conversation), unread: unread, at: date)
    }

    private func news(
        _ number: Int64, of subject: PushNews.Subject, unread: Int = 1, at date: Timestamp = noon
    ) -> PushNews.Output {
        PushNews.Output(
            subject: subject, title: Phrase(.market), body: Phrase(.market),
            date: date, count: unread, number: number)
    }

    @Test func aPieceOfNewsIsToldOnce() {
        let teller = Teller()
        #expect(teller.tell(news(1), to: 1, at: noon))
        #expect(!teller.tell(news(1), to: 1, at: noon + 1))
        #expect(!teller.tell(news(1), to: 1, at: noon + PushPacing.pause))
        #expect(teller.tell(news(1), to: 2, at: noon))
    }

    @Test func furtherNewsOfASubjectWaitsForAMinute() {
        let teller = Teller()
        #expect(teller.tell(news(1), to: 1, at: noon))
        #expect(!teller.tell(news(2, unread: 2, at: noon + 59), to: 1, at: noon + 59))
        #expect(teller.tell(news(3, in: 8, at: noon + 59), to: 1, at: noon + 59))
        #expect(teller.tell(news(4, unread: 3, at: noon + 60), to: 1, at: noon + 60))
        #expect(!teller.tell(news(5, unread: 4, at: noon + 61), to: 1, at: noon + 61))
    }

    @Test func newsAfterReadingIsToldAtOnce() {
        let teller = Teller()
        #expect(teller.tell(news(1), to: 1, at: noon))
        #expect(teller.tell(news(2, at: noon + 1), to: 1, at: noon + 1))
    }

    /// As when a seller changes the price of a saved listing again and again.
    @Test func reminderOfOneSubjectIsToldOnceAMinute() {
        let teller = Teller()
        let one = PushNews.Subject.reminder(.priceDrop(7))
        #expect(teller.tell(news(1, of: one), to: 1, at: noon))
        for second in Int64(1)...3 {
            #expect(!teller.tell(news(1 + second, of: one), to: 1, at: noon + second))
        }
        #expect(teller.tell(news(1, of: .reminder(.priceDrop(8))), to: 1, at: noon + 3))
        #expect(teller.tell(news(5, of: one), to: 1, at: noon + PushPacing.pause))
    }

    /// A late search for news still knows what was told of all that is fresh.
    @Test func toldNewsIsForgottenInTheEnd() {
        let teller = Teller()
        #expect(teller.tell(news(1), to: 1, at: noon))
        let late = noon + 9 * PushPacing.freshness
        teller.pacing.forgetOld(at: late)
        #expect(!teller.tell(news(1), to: 1, at: late))
        teller.pacing.forgetOld(at: noon + 3_600)
        #expect(teller.tell(news(1), to: 1, at: noon + 3_600))
    }
}
