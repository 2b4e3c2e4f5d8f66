import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// `/my/profile`: what others see of the account, and links to everything else about it.
struct ProfileScene: Sendable {
    private let profile: ProfileForm
    private let photos: PhotoUploads
    private let push: PushPresenter
    private let page: Presenter<ProfilePage>

    init(_ dependencies: Dependencies) throws {
        profile = ProfileForm(
            storage: dependencies.storage, zone: dependencies.zone,
            reserved: dependencies.reservedNicknames)
        photos = dependencies.photoUploads
        push = PushPresenter(dependencies)
        page = try dependencies.page("accounts/profile")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await profile.output(for: try context.account)
        let wayOn = Self.wayOn(context.request.query["return"])
        return try await show(output, wayOn, for: context)
    }

    private func show(
        _ output: ProfileForm.Output, _ wayOn: ReturnPath?, for context: RequestContext
    ) async throws -> Response {
        let part = try await push.part(for: context)
        return try page.form(ProfilePage(form: output, push: part, wayOn: wayOn), for: context)
    }

    /// Accepts only the path of the viewer's own neighbourhood, which redirects here if none is chosen.
    private static func wayOn(_ text: String?) -> ReturnPath? {
        guard let path = text.flatMap({ ReturnPath($0) }),
            path.text.prefix(while: { $0 != "?" }) == Link.ownNeighbourhood()[...]
        else { return nil }
        return path
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let limits = photos.formLimits(photos: 1)
        let (input, wayOn) = try await page.forms.withForm(of: context, limits) { form in
            (try await self.input(form, context), Self.wayOn(form.text("return")))
        }
        switch try await profile.submit(input, of: account) {
        case .refused(let output): return try await show(output, wayOn, for: context)
        case .saved:
            var response = page.redirect(to: wayOn?.text ?? Link.profile(), .profileSaved)
            page.pages.languages.keep(input.language, on: &response)
            return response
        }
    }

    private func input(
        _ form: Form, _ context: RequestContext
    ) async throws -> ProfileForm.Input {
        ProfileForm.Input(
            nickname: form["nickname"], about: form["about"],
            pictures: try await pictures(form, context),
            language: Language(rawValue: form["language"]),
            neighbourhood: form.text("neighbourhood"))
    }

    /// The present picture is a hidden field of the form; a new file follows it.
    private func pictures(
        _ form: Form, _ context: RequestContext
    ) async throws -> [PhotoEntry] {
        guard form.text("remove_picture") == nil else { return [] }
        return try await photos.entries(form.entries, from: context.address, at: context.now)
    }
}

/// The form, and the page's part about pushes.
struct ProfilePage: FormOutput {
    let form: ProfileForm.Output
    let push: PushPart?
    /// Where to go on, for a member who came to choose their neighbourhood.
    let wayOn: ReturnPath?

    var refusal: Refusal? { form.refusal }
}

extension ProfilePage: TemplateData {
    static let fields: [Field<ProfilePage>] =
        [
            Field("nickname") { $0.form.nickname },
            Field("about") { $0.form.about },
            Field("picture") { $0.form.picture },
            Field("isByBrowser") { $0.form.language == nil },
            Field("languages") { page in
                Language.allCases.map {
                    ShownLanguage(language: $0, isCurrent: $0 == page.form.language)
                }
            },
            Field("neighbourhoods") { $0.form.neighbourhoods },
            Field("hasNeighbourhoods") { !$0.form.neighbourhoods.isEmpty },
            Field("returnPath") { $0.wayOn?.text },
            Field("codesLeft") { $0.form.codesLeft },
            Field("hasFewCodes") { $0.form.hasFewCodes },
            Field("dateJoined") { $0.form.dateJoined },
            Field("itemCounts") { $0.form.itemCounts },
            Field("wantedCounts") { $0.form.wantedCounts },
            Field("push") { $0.push },
            Field("hasWantedCounts") { !$0.form.wantedCounts.isEmpty },
        ] + faults("nickname", "about", "picture", "neighbourhood")
}
