import Market
import Secrets
import Storage
import Testing

@testable import ViewModels

/// A market with all that the view models need, at the lowest cost.
struct Fixture {
    // Nothing can make it fail here.
    let market = (try? FreshMarket())!
    let tries = PasswordTries(atOne: TryLimiter(mostTries: 3), atAll: TryLimiter(mostTries: 7))
    let now = Timestamp(seconds: 1_795_260_000)

    var storage: any MarketStorage { market.storage }
    var passwords: PasswordHashing { Self.passwords }
    var check: PasswordCheck { PasswordCheck(storage: storage, passwords: passwords, tries: tries) }
    var form: ItemForm { ItemForm(storage: storage, passwords: passwords, check: check) }
    var change: ItemChange { ItemChange(form: form) }
    var prompt: PasswordPrompt { PasswordPrompt(storage: storage, check: check) }

    private static let passwords: PasswordHashing = {
        let argon2id = PasswordHash(passes: 1, memoryBytes: 8_192)
        return PasswordHashing(
            hash: { password, _ throws(StorageError) in
                do { return try argon2id.hash(password) } catch { throw .failed("no memory") }
            },
            verify: { password, hash, _ in argon2id.verify(password, against: hash) })
    }()

    /// A form filled in as a seller would.
    static func lamp() -> ItemForm.Input {
        var input = ItemForm.Input()
        input.title = "북유럽풍 장스탠드"
        input.category = "9"
        input.price = "35,000"
        input.content = "이사하면서 내놓습니다.\n직거래는 역 3번 출구에서요."
        input.password = "달빛1234"
        return input
    }

    /// Submits the form of a new item.
    func submit(
        _ input: ItemForm.Input, at moment: Timestamp? = nil
    ) async throws -> FormResult<ItemForm.Saved, ItemForm.Output> {
        var input = input
        input.address = "192.0.2.1"
        return try await form.submit(input, at: moment ?? now)
    }

    /// Submits the form of an item that exists.
    func edit(
        _ id: Item.ID, _ input: ItemForm.Input, _ proof: OwnerProof = .granted(nil),
        after seconds: Int64 = 0
    ) async throws -> FormResult<ItemForm.Saved, ItemForm.Output> {
        var input = input
        input.mode = .editing(id, proof)
        return try await submit(input, at: now + seconds)
    }

    /// The form of an item that exists, for somebody who has given its password.
    func editForm(of id: Item.ID) async throws -> ItemForm.Output {
        try await form.output(for: ItemForm.Input(mode: .editing(id, .granted(nil))))
    }

    /// Posts an item and returns its id.
    func post(_ input: ItemForm.Input = lamp(), at moment: Timestamp? = nil) async throws -> Item.ID
    {
        let outcome = try await submit(input, at: moment)
        guard case .saved(let saved) = outcome else { throw NotSaved(outcome: "\(outcome)") }
        return saved.id
    }

    /// The item that a filled-in form makes after that change.
    func item(_ change: (inout ItemForm.Input) -> Void) async throws -> Item {
        var input = Self.lamp()
        change(&input)
        return try await storage.item(try await post(input))
    }

    /// The faults in a filled-in form after that change.
    func faults(_ change: (inout ItemForm.Input) -> Void) async throws -> [Fault] {
        var input = Self.lamp()
        change(&input)
        return try await submit(input).refusal?.faults ?? []
    }

    /// Stores a photo whose id repeats the letter.
    func keepPhoto(_ letter: Character) async throws -> Photo.ID {
        let id = try #require(Photo.ID(String(repeating: letter, count: Photo.ID.length)))
        let photo = Photo(id: id, width: 640, height: 480)
        try await storage.insert(
            DevelopedPhoto(photo: photo, thumbnail: [1], medium: [2], full: [3]), at: now)
        return id
    }

    struct NotSaved: Error {
        let outcome: String
    }

    /// The list that a search with this text shows.
    func list(
        _ text: String, _ change: (inout ItemList.Input) -> Void = { _ in }
    ) async throws -> ItemList.Output {
        var input = ItemList.Input()
        input.text = text
        change(&input)
        return try await ItemList(storage: storage).output(for: input, at: now)
    }
}
