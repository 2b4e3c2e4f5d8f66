import Market
import Testing

@testable import ViewModels

struct ProfileFormTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func submit(
        _ account: Account.ID, nickname: String = "하늘이네",
        about: String = "", pictures: [PhotoEntry] = []
    ) async throws -> FormResult<Void, ProfileForm.Output> {
        try await fixture.profile.submit(
            ProfileForm.Input(nickname: nickname, about: about, pictures: pictures), of: account)
    }

    @Test func suspendedPeopleChangeTheirLanguageOnly() async throws {
        let account = try await fixture.open("하늘이네").account
        try await fixture.storage.setSuspended(true, account, at: fixture.now)
        let refused = try await submit(account, about: "싸게 팔아요")
        #expect(refused.refusal?.alert?.title.text == "지금은 쓸 수 없어요")
        #expect(refused.refusedForm?.about == "싸게 팔아요")
        var input = ProfileForm.Input(nickname: "하늘이네", about: "")
        input.language = .english
        #expect(try await fixture.profile.submit(input, of: account).saved != nil)
        #expect(try await fixture.storage.account(account).language == .english)
    }

    private func keepPicture(_ letter: Character) async throws -> Photo.ID {
        let id = try #require(Photo.ID(String(repeating: letter, count: Photo.ID.length)))
        let photo = Photo(id: id, width: 640, height: 480)
        try await fixture.storage.insert(
            DevelopedPhoto(photo: photo, thumbnail: [1], medium: [2], full: [3]),
            at: fixture.now)
        return id
    }

    @Test func aProfileIsShownAsItWasSaved() async throws {
        let account = try await fixture.open().account
        let old = try await keepPicture("a")
        let new = try await keepPicture("b")
        let outcome = try await submit(
            account, nickname: " 바다네 ", about: " 역 근처에 살아요.\r\n반가워요. ",
            pictures: [.stored(old), .stored(new)])
        #expect(outcome.saved != nil)
        let form = try await fixture.profile.output(for: account)
        #expect(form.nickname == "바다네")
        #expect(form.about == "역 근처에 살아요.\n반가워요.")
        #expect(form.picture == new)
        #expect(form.dateJoined == Moment(fixture.now, in: .seoul))
    }

    @Test func theLastTwoRecoveryCodesAreFew() async throws {
        let opened = try await fixture.open()
        var left: [Int] = []
        var areFew: [Bool] = []
        for code in opened.codes {
            let form = try await fixture.profile.output(for: opened.account)
            left.append(form.codesLeft)
            areFew.append(form.hasFewCodes)
            let input = PasswordRecovery.Input(
                nickname: "하늘이네", code: code, newPassword: "새로운 비밀번호")
            let outcome = try await fixture.recovery.submit(
                input, from: "192.0.2.1", at: fixture.now)
            #expect(outcome.saved?.account == opened.account)
        }
        #expect(left == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(areFew == Array(repeating: false, count: 8) + [true, true])
        #expect(try await fixture.profile.output(for: opened.account).codesLeft == 0)
    }

    @Test func ownItemsAreCountedByStatus() async throws {
        let account = try await fixture.open().account
        for _ in 0..<2 { _ = try await fixture.post(by: account) }
        let sold = try await fixture.post(by: account)
        _ = try await fixture.ownItems.submit(
            .sell, on: sold, of: .account(account), at: fixture.now)
        var form = try await fixture.profile.output(for: account)
        #expect(form.itemCounts.map(\.count) == [2, 0, 1] && form.wantedCounts.isEmpty)
        _ = try await fixture.post(by: account, for: .request)
        form = try await fixture.profile.output(for: account)
        #expect(form.itemCounts.map(\.count) == [2, 0, 1])
        #expect(form.wantedCounts.map(\.count) == [1, 0, 0])
    }

    @Test func aNicknameOfAnotherIsRefusedAndKept() async throws {
        let account = try await fixture.open().account
        _ = try await fixture.open("Bada")
        let outcome = try await submit(account, nickname: "bada", about: "소개")
        #expect(outcome.refusal?.reason == .invalid)
        #expect(outcome.refusedForm?.nickname == "bada")
        #expect(outcome.refusedForm?.about == "소개")
        #expect(outcome.refusedForm?.faults.map(\.field) == ["nickname"])
    }

    @Test func itsOwnNicknameMayBeWrittenOtherwise() async throws {
        let account = try await fixture.open("hanul").account
        #expect(try await submit(account, nickname: "HaNul").saved != nil)
    }

    @Test func aPictureThatIsGoneIsNamed() async throws {
        let account = try await fixture.open().account
        let gone = try #require(Photo.ID(String(repeating: "z", count: 32)))
        let outcome = try await submit(account, pictures: [.stored(gone)])
        #expect(outcome.refusedForm?.faults.map(\.field) == ["picture"])
        #expect(outcome.refusedForm?.picture == nil)
    }

    @Test func overlongTextsHaveTheirLimitNamed() async throws {
        let account = try await fixture.open().account
        let about = String(repeating: "가", count: 501)
        let outcome = try await submit(account, about: about)
        #expect(outcome.refusedForm?.alert?.texts == ["~ 소개를 500자까지 입력해주세요."])
        #expect(outcome.refusedForm?.about == about)
        let most = String(about.dropLast())
        #expect(try await submit(account, about: most).saved != nil)
    }

    @Test func aNeighbourhoodIsChosenKeptAndGivenUp() async throws {
        let account = try await fixture.open().account
        #expect(try await fixture.profile.output(for: account).neighbourhoods.isEmpty)
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        // A form without the field leaves it unchanged.
        let rows: [(String?, [Bool])] = [
            ("2", [false, true]), (nil, [false, true]), ("", [false, false]),
        ]
        for (typed, chosen) in rows {
            var input = ProfileForm.Input(nickname: "하늘이네", about: "")
            input.neighbourhood = typed
            #expect(try await fixture.profile.submit(input, of: account).saved != nil)
            let form = try await fixture.profile.output(for: account)
            #expect(form.neighbourhoods.map(\.neighbourhood.name) == ["망원동", "합정동"])
            #expect(form.neighbourhoods.map(\.isSelected) == chosen)
        }
    }

    @Test(arguments: ["3", "0", "-1", "02", "1-1", "망원동", " "])
    func anUnknownNeighbourhoodIsNamedAndNothingIsSaved(_ typed: String) async throws {
        let account = try await fixture.open().account
        try await fixture.storage.setPlaces([NamedNeighbourhood](parsing: "망원동\n합정동"))
        let input = ProfileForm.Input(nickname: "바다네", about: "소개", neighbourhood: typed)
        let form = try await fixture.profile.submit(input, of: account).refusedForm
        #expect(form?.faults.map(\.field) == ["neighbourhood"])
        #expect(form?.nickname == "바다네" && form?.about == "소개")
        #expect(try await fixture.profile.output(for: account).nickname == "하늘이네")
    }

    @Test func aFileThatIsNoPictureIsNamedAndThePictureStays() async throws {
        let account = try await fixture.open().account
        let picture = try await keepPicture("a")
        let outcome = try await submit(
            account,
            pictures: [.stored(picture), .refused(fileName: "글.pdf", .notAPhoto)])
        #expect(outcome.refusedForm?.picture == picture)
        #expect(outcome.refusedForm?.faults.first?.message.text.contains("글.pdf") == true)
    }
}
