import Market
import Mustache
import ViewModels

/// Shows the push settings on pages.
struct PushPresenter: Sendable {
    private let key: String?
    private let settings: PushSettings?

    init(_ dependencies: Dependencies) {
        key = dependencies.pushKey
        settings = dependencies.pushSettings
    }

    /// Nil if the site sends no pushes, or if nobody is signed in.
    func part(for context: RequestContext) async throws -> PushPart? {
        guard let key, let settings, let member = context.member else { return nil }
        let output = try await settings.output(
            for: PushSettings.Input(of: member), at: context.now)
        return PushPart(key: key, output: output)
    }
}

/// The values that push.js reads, and those shown without it.
struct PushPart: Sendable {
    /// The key with which the browser subscribes.
    let key: String
    let output: PushSettings.Output
}

extension PushPart: TemplateData {
    static let fields: [Field<PushPart>] = [
        Field("key") { $0.key },
        Field("account") { $0.output.account },
        Field("isOn") { $0.output.isOn },
        Field("devices") { $0.output.devices },
        Field("endings") { $0.output.endings },
    ]
}

extension PushSettings.Input {
    init(of member: Member) {
        self.init(account: member.account.id, session: member.session)
    }
}
