import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/profile`: what others see, and the way to everything else of an account.
struct ProfileScene: Sendable {
    private let form: ProfileForm
    private let photos: PhotoUploads
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        form = ProfileForm(storage: dependencies.storage)
        photos = dependencies.photoUploads
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await form.filled(with: try context.account)
        return try pages.response(output, \.accounts.profile, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, photos.formLimits(photos: 1)) {
            try await self.input($0, context)
        }
        switch try await form.submit(input, of: account) {
        case .saved:
            return Flash(.profileSaved).redirect(to: Link.profile(), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.accounts.profile, for: context)
        }
    }

    /// The picture there was stands in the form as a hidden field; a new file comes behind it.
    private func input(_ form: Form, _ context: RequestContext) async throws -> ProfileForm.Input {
        let isRemoving = form.text("remove_picture") != nil
        return ProfileForm.Input(
            nickname: form.text("nickname") ?? "", about: form.text("about") ?? "",
            pictures: isRemoving
                ? []
                : try await photos.entries(form.entries, from: context.address, at: context.now))
    }
}

extension ProfileForm.Output: TemplateData {
    public static let fields: [Field<ProfileForm.Output>] = [
        Field("nickname") { $0.nickname },
        Field("about") { $0.about },
        Field("picture") { $0.picture },
        Field("dateJoined") { $0.dateJoined },
        Field("itemCounts") { $0.itemCounts },
        Field("nicknameFault") { $0.faults.message("nickname") },
        Field("aboutFault") { $0.faults.message("about") },
        Field("pictureFault") { $0.faults.message("picture") },
    ]
}

extension ProfileForm.ItemCount: TemplateData {
    public static let fields: [Field<ProfileForm.ItemCount>] = [
        Field("status") { $0.status.name },
        Field("key") { $0.status.key },
        Field("count") { $0.count },
    ]
}
