import HTTPServer
import Localization
import Market
import Mustache
import ViewModels

/// `/my/profile`: what others see, and the way to everything else of an account.
struct ProfileScene: Sendable {
    private let profile: ProfileForm
    private let photos: PhotoUploads
    private let page: Presenter<ProfileForm.Output>

    init(_ dependencies: Dependencies) throws {
        profile = ProfileForm(storage: dependencies.storage, zone: dependencies.zone)
        photos = dependencies.photoUploads
        page = try dependencies.page("accounts/profile")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await profile.output(for: try context.account)
        return try page.form(output, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await page.forms.withForm(of: context, photos.formLimits(photos: 1)) {
            form in
            ProfileForm.Input(
                nickname: form["nickname"], about: form["about"],
                pictures: try await pictures(form, context),
                language: Language(rawValue: form["language"]))
        }
        let result = try await profile.submit(input, of: account)
        return try await page.answer(result, for: context) { _ in
            var response = page.redirect(to: Link.profile(), .profileSaved)
            page.pages.languages.keep(input.language, on: &response)
            return response
        }
    }

    /// The picture there was stands in the form as a hidden field; a new file comes behind it.
    private func pictures(
        _ form: Form, _ context: RequestContext
    ) async throws -> [PhotoEntry] {
        guard form.text("remove_picture") == nil else { return [] }
        return try await photos.entries(form.entries, from: context.address, at: context.now)
    }
}

extension ProfileForm.Output: TemplateData {
    public static let fields: [Field<ProfileForm.Output>] =
        [
            Field("nickname") { $0.nickname },
            Field("about") { $0.about },
            Field("picture") { $0.picture },
            Field("isByBrowser") { $0.language == nil },
            Field("languages") { form in
                Language.allCases.map {
                    ShownLanguage(language: $0, isCurrent: $0 == form.language)
                }
            },
            Field("codesLeft") { $0.codesLeft },
            Field("hasFewCodes") { $0.hasFewCodes },
            Field("dateJoined") { $0.dateJoined },
            Field("itemCounts") { $0.itemCounts },
            Field("wantedCounts") { $0.wantedCounts },
            Field("hasWantedCounts") { !$0.wantedCounts.isEmpty },
        ] + faults("nickname", "about", "picture")
}
