import Mustache
import ViewModels

extension MemoEditor.Output: TemplateData {
    public static let fields: [Field<MemoEditor.Output>] = [
        Field("heading") { $0.heading },
        Field("action") { $0.action },
        Field("cancelPath") { $0.cancelPath },
        Field("revision") { $0.revision },
        Field("text") { $0.input.text },
        Field("reminder") { $0.input.reminder },
        Field("item") { $0.item },
        Field("current") { $0.current },
        Field("isFresh") { $0.alert == nil },
        Field("textFault") { $0.faults.message("text") },
        Field("reminderFault") { $0.faults.message("reminder") },
        Field("itemFault") { $0.faults.message("item") },
    ]

    private var action: String {
        switch mode {
        case .composing: Link.memos()
        case .editing(let id, _): Link.memo(id) + "/edit"
        }
    }

    private var cancelPath: String {
        switch mode {
        case .composing: Link.memos()
        case .editing(let id, _): Link.memo(id)
        }
    }

    private var revision: Int64? {
        switch mode {
        case .composing: nil
        case .editing(_, let revision): revision
        }
    }
}

extension MemoEditor.Current: TemplateData {
    public static let fields: [Field<MemoEditor.Current>] = [
        Field("text") { $0.text },
        Field("dateModified") { $0.dateModified },
    ]
}
