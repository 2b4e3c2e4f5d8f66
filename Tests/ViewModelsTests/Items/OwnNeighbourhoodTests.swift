import Market
import Testing

@testable import ViewModels

struct OwnNeighbourhoodTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func lives(_ account: Account.ID) async throws -> OwnNeighbourhood.Output {
        try await OwnNeighbourhood(storage: fixture.storage).output(of: account)
    }

    private func choose(_ neighbourhood: String, _ account: Account.ID) async throws {
        let input = ProfileForm.Input(nickname: "하늘이네", about: "", neighbourhood: neighbourhood)
        #expect(try await fixture.profile.submit(input, of: account).saved != nil)
    }

    private func post(at place: String, _ account: Account.ID) async throws {
        var listing = Fixture.lamp()
        (listing.place, listing.password) = (place, "")
        listing.mode = .posting(by: account)
        #expect(try await fixture.itemForm.submit(listing, at: fixture.now).saved != nil)
    }

    @Test func theNeighbourhoodIsTheProfilesElseThatOfTheLastPost() async throws {
        let account = try await fixture.open().account
        #expect(try await lives(account) == .withoutPlaces)
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        #expect(try await lives(account) == .unnamed)
        try await post(at: "1", account)
        #expect(try await lives(account) == .named(1))
        // The profile shows only what was chosen there.
        let form = try await fixture.profile.output(for: account)
        #expect(form.neighbourhoods.allSatisfy { !$0.isSelected })
        try await choose("2", account)
        #expect(try await lives(account) == .named(2))
        try await post(at: "1", account)
        #expect(try await lives(account) == .named(2))
        try await choose("", account)
        #expect(try await lives(account) == .named(1))
    }

    @Test func aFormerNeighbourhoodHasToBeChosenAgain() async throws {
        let account = try await fixture.open().account
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        try await choose("1", account)
        #expect(try await lives(account) == .named(1))
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "합정동"))
        #expect(try await lives(account) == .unnamed)
    }

    @Test(arguments: Item.Purpose.allCases)
    func aNewListingBeginsThere(_ purpose: Item.Purpose) async throws {
        let account = try await fixture.open().account
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        var blank = ItemForm.Input(mode: .posting(by: account))
        blank.purpose = purpose
        #expect(try await fixture.itemForm.output(for: blank).input.place == "")
        try await choose("2", account)
        #expect(try await fixture.itemForm.output(for: blank).input.place == "2")
        blank.place = "1"
        #expect(try await fixture.itemForm.output(for: blank).input.place == "1")
    }

    @Test func theSpotThereThatWasChosenLastGoesAlong() async throws {
        let account = try await fixture.open().account
        try await fixture.storage.setPlaces(
            [NamedNeighbourhood](parsing: "망원동\n 망원역\n합정동"))
        let blank = ItemForm.Input(mode: .posting(by: account))
        try await post(at: "1-1", account)
        #expect(try await fixture.itemForm.output(for: blank).input.place == "1-1")
        try await choose("2", account)
        #expect(try await fixture.itemForm.output(for: blank).input.place == "2")
        try await choose("1", account)
        #expect(try await fixture.itemForm.output(for: blank).input.place == "1-1")
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        #expect(try await fixture.itemForm.output(for: blank).input.place == "1")
    }
}
