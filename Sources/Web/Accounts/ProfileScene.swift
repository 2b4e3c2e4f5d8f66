import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/profile`: what others see, and the way to everything else of an account.
struct ProfileScene: Sendable {
    private let profile: ProfileForm
    private let photos: PhotoUploads
    private let pages: Pages
    private let template: PageTemplate<ProfileForm.Output>
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        profile = ProfileForm(storage: dependencies.storage)
        photos = dependencies.photoUploads
        pages = dependencies.pages
        template = try pages.templates.page("accounts/profile")
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = ProfileForm.Input(account: try context.account)
        return try pages.form(try await profile.output(for: input), template, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, photos.formLimits(photos: 1)) { form in
            ProfileForm.Input(
                account: account, nickname: form["nickname"], about: form["about"],
                pictures: try await pictures(form, context))
        }
        switch try await profile.submit(input) {
        case .saved: return Flash(.profileSaved).redirect(to: Link.profile(), pages.cookies)
        case .refused(let output): return try pages.form(output, template, for: context)
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
    public static let fields: [Field<ProfileForm.Output>] = [
        Field("nickname") { $0.nickname },
        Field("about") { $0.about },
        Field("picture") { $0.picture },
        Field("dateJoined") { $0.dateJoined },
        Field("itemCounts") { $0.itemCounts },
        Field("nicknameFault") { $0.message("nickname") },
        Field("aboutFault") { $0.message("about") },
        Field("pictureFault") { $0.message("picture") },
    ]
}

extension ProfileForm.ItemCount: TemplateData {
    public static let fields: [Field<ProfileForm.ItemCount>] = [
        Field("status") { $0.status.name },
        Field("key") { $0.status.key },
        Field("count") { $0.count },
    ]
}
