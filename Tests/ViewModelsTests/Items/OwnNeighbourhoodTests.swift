import Market
import Testing

@testable import ViewModels

struct OwnNeighbourhoodTests {
    private func lives(
        _ account: Account.ID, _ fixture: AccountFixture
    ) async throws -> OwnNeighbourhood.Output {
        try await OwnNeighbourhood(storage: fixture.storage).output(of: account)
    }

    @Test func itIsWhatWasChosenLast() async throws {
        try await AccountFixture.with { fixture in
            let account = try await fixture.open().account
            #expect(try await lives(account, fixture) == .withoutPlaces)
            try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
            #expect(try await lives(account, fixture) == .unnamed)
            let input = ProfileForm.Input(nickname: "하늘이네", about: "", neighbourhood: "2")
            _ = try await fixture.profile.submit(input, of: account)
            #expect(try await lives(account, fixture) == .named(2))
            var listing = Fixture.lamp()
            (listing.place, listing.password) = ("1", "")
            listing.mode = .posting(by: account)
            _ = try await fixture.itemForm.submit(listing, at: fixture.now)
            #expect(try await lives(account, fixture) == .named(1))
        }
    }

    @Test func oneThatIsNamedNoMoreIsToBeNamedAgain() async throws {
        try await AccountFixture.with { fixture in
            let account = try await fixture.open().account
            try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
            try await fixture.storage.setNeighbourhood(1, of: account)
            #expect(try await lives(account, fixture) == .named(1))
            try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "합정동"))
            #expect(try await lives(account, fixture) == .unnamed)
        }
    }

    @Test(arguments: Item.Purpose.allCases)
    func aNewListingBeginsThere(_ purpose: Item.Purpose) async throws {
        try await AccountFixture.with { fixture in
            let account = try await fixture.open().account
            try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
            var blank = ItemForm.Input(mode: .posting(by: account))
            blank.purpose = purpose
            #expect(try await fixture.itemForm.output(for: blank).input.place == "")
            try await fixture.storage.setNeighbourhood(2, of: account)
            #expect(try await fixture.itemForm.output(for: blank).input.place == "2")
            blank.place = "1"
            #expect(try await fixture.itemForm.output(for: blank).input.place == "1")
        }
    }
}
