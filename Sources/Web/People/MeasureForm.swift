import HTTPServer
import Market
import Mustache
import ViewModels

/// What the form of a measure sends.
struct MeasureForm {
    /// Why; empty for no reason.
    var reason = ""
    /// For how long somebody is suspended; empty until they are let.
    var days = ""
    /// Whether what they have is hidden with them.
    var isHiding = false
    /// The report that its page showed waiting; nil where it showed none.
    var report: Report.ID?
    /// Whether it is taken though another operator has found nothing wrong.
    var isOverruling = false

    init() {}

    init(_ form: Form) {
        (reason, days, isHiding) = (form["reason"], form["days"], form["hide"] == "1")
        report = Report.ID(digits: form["report"])
        isOverruling = form["overruling"] == "1"
    }

    var seen: ReportQueue.Seen? { report.map { ReportQueue.Seen($0, overruling: isOverruling) } }

    /// - Throws: `SiteError.invalid` for a time that nobody can choose.
    func suspension(of id: Account.ID) throws(SiteError) -> ReportQueue.Action {
        let term = Int(digits: days).flatMap(SuspensionTerm.init)
        guard term != nil || days.isEmpty else { throw .invalid }
        return .suspend(id, because: reason, until: term, hidingItems: isHiding)
    }

    /// The same, as it is sent again.
    var overruling: [CarriedField] {
        [
            CarriedField(name: "reason", value: reason), CarriedField(name: "days", value: days),
            CarriedField(name: "hide", value: isHiding ? "1" : ""),
            CarriedField(name: "report", value: report.map { "\($0)" } ?? ""),
            CarriedField(name: "overruling", value: "1"),
        ]
    }
}

extension ReportQueue.Action {
    /// Where a measure is sent to; nil for anything else.
    var measurePath: String? {
        switch self {
        case .hide(let id, because: _): Link.itemHiding(id)
        case .remove(let id, because: _): Link.reportRemoval(id)
        case .suspend(let id, because: _, until: _, hidingItems: _): Link.suspension(id)
        case .dismiss, .reopen, .keepHidden, .show, .bringBack, .lift, .undo: nil
        }
    }
}

/// What another operator has decided before, and where the one who came later goes on.
struct EarlierDecision: Sendable {
    let decision: DecisionEntry
    let path: String
    /// Where it is decided all the same; nil where it is not.
    let action: String?
    let hiddenFields: [CarriedField]
}

extension EarlierDecision: TemplateData {
    static let fields: [Field<EarlierDecision>] = [
        Field("decision") { $0.decision },
        Field("wayBack") { $0.path },
        Field("action") { $0.action },
        Field("hiddenFields") { $0.hiddenFields },
    ]
}
