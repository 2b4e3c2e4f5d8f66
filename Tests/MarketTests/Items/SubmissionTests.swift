import Market
import Testing

struct SubmissionTests {
    private typealias Earlier = Submission.Earlier

    private let first = Submission(form: "form", content: "first")
    private let second = Submission(form: "form", content: "second")

    @Test func theSameFormAgainFindsItsItem() throws {
        let earlier = [Earlier(item: 7, key: first.key, seller: nil)]
        #expect(try first.item(among: earlier, by: nil) == 7)
        #expect(try first.item(among: earlier, by: 3) == 7)
        #expect(try first.item(among: [], by: nil) == nil)
    }

    @Test func aChangedFormSentAgainAsksWhichIsMeant() throws {
        let earlier = [
            Earlier(item: 9, key: "form.third", seller: 3),
            Earlier(item: 7, key: first.key, seller: 3),
        ]
        #expect(throws: StorageError.postedBefore(9)) { try second.item(among: earlier, by: 3) }
        var another = second
        another.makesAnother = true
        #expect(try another.item(among: earlier, by: 3) == nil)
    }

    @Test func anotherPersonsItemFromTheFormIsIgnored() throws {
        let earlier = [Earlier(item: 7, key: first.key, seller: 3)]
        #expect(try second.item(among: earlier, by: 4) == nil)
        #expect(try second.item(among: earlier, by: nil) == nil)
        let guests = [Earlier(item: 7, key: first.key, seller: nil)]
        #expect(throws: StorageError.postedBefore(7)) { try second.item(among: guests, by: 4) }
    }
}
