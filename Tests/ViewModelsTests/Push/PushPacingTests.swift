import Market
import Testing

@testable import ViewModels

private let noon = Timestamp(seconds: 1_795_260_000)

struct PushPacingTests {
    private func news(
        _ number: Int64, in conversation: Conversation.ID = 7, unread: Int = 1,
        at date: Timestamp = noon
    ) -> PushNews.Output {
        PushNews.Output(
            subject: .conversation(conversation), title: Phrase(.market), body: Phrase(.market),
            date: date, count: unread, number: number)
    }

    @Test func aPieceOfNewsIsToldOnce() {
        var pacing = PushPacing()
        #expect(pacing.tell(news(1), to: 1, at: noon))
        #expect(!pacing.tell(news(1), to: 1, at: noon + 1))
        #expect(!pacing.tell(news(1), to: 1, at: noon + PushPacing.pause))
        #expect(pacing.tell(news(1), to: 2, at: noon))
    }

    @Test func anotherOfTheSameWaitsForAMinute() {
        var pacing = PushPacing()
        #expect(pacing.tell(news(1), to: 1, at: noon))
        #expect(!pacing.tell(news(2, unread: 2, at: noon + 59), to: 1, at: noon + 59))
        #expect(pacing.tell(news(3, in: 8, at: noon + 59), to: 1, at: noon + 59))
        #expect(pacing.tell(news(4, unread: 3, at: noon + 60), to: 1, at: noon + 60))
        #expect(!pacing.tell(news(5, unread: 4, at: noon + 61), to: 1, at: noon + 61))
    }

    @Test func whatComesAfterItWasReadIsToldAtOnce() {
        var pacing = PushPacing()
        #expect(pacing.tell(news(1), to: 1, at: noon))
        #expect(pacing.tell(news(2, at: noon + 1), to: 1, at: noon + 1))
    }

    @Test func whatIsOldIsNotTold() {
        var pacing = PushPacing()
        #expect(pacing.tell(news(1), to: 1, at: noon + PushPacing.freshness))
        #expect(!pacing.tell(news(2, in: 8), to: 1, at: noon + PushPacing.freshness + 1))
    }

    @Test func nothingIsToldAgainForHavingBeenForgotten() {
        var pacing = PushPacing()
        #expect(pacing.tell(news(1), to: 1, at: noon))
        pacing.forgetOld(at: noon + PushPacing.freshness)
        #expect(!pacing.tell(news(1), to: 1, at: noon + PushPacing.freshness))
        pacing.forgetOld(at: noon + PushPacing.freshness + 1)
        #expect(!pacing.tell(news(1), to: 1, at: noon + PushPacing.freshness + 1))
    }
}
