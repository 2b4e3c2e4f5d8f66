import Testing

@testable import ViewModels

struct AlertTests {
    private let faults = [
        Fault("title", Phrase(.nothingToKeep)), Fault("content", Phrase(.cannotCheck)),
    ]

    @Test func oneFaultHasATitleOfItsOwn() throws {
        let (one, other) = (try #require(Alert([faults[0]])), try #require(Alert([faults[1]])))
        let several = try #require(Alert(faults))
        #expect(one.title == Phrase(.oneFault) && several.title == Phrase(.failure))
        #expect(one.adding(other) == several)
    }

    @Test func anyOtherTitleStaysWhenFaultsAreAdded() throws {
        let added = try #require(Alert(faults))
        let alert = Alert.cannotSave.adding(added)
        #expect(alert.title == Alert.cannotSave.title && alert.lines.count == 3)
    }

    /// In Korean, a form that was not accepted always says 실패.
    @Test func refusedFormsHaveOneTitleInKorean() throws {
        let one = try #require(Alert([faults[0]]))
        let several = try #require(Alert(faults))
        #expect([one, several, .cannotSave].map(\.title.text) == ["실패", "실패", "실패"])
    }
}
