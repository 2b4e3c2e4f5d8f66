import Market
import Mustache
import ViewModels

extension PasswordPrompt.Output: TemplateData {
    public static let fields: [Field<PasswordPrompt.Output>] = [
        Field("id") { $0.id },
        Field("heading") { $0.heading },
        Field("itemTitle") { $0.itemTitle },
        Field("explanation") { $0.explanation },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.action },
        Field("asksPassword") { $0.asksPassword },
        Field("isDeleting") { $0.purpose == .deleting },
        Field("passwordFault") { $0.passwordFault },
    ]

    private var action: String {
        switch purpose {
        case .editing: Link.itemAuthorization(id)
        case .deleting: Link.itemDeletion(id)
        case .takingOver: Link.itemTakeover(id)
        }
    }
}
