import HTTPServer
import Market
import Mustache
import ViewModels

/// The form of an operator's measure: hiding, removal or suspension.
struct MeasureForm {
    /// The reason; empty for none.
    var reason = ""
    /// The length of a suspension in days; empty until it is lifted.
    var days = ""
    /// Whether the person's items are hidden, too.
    var isHiding = false
    /// The open report that the page showed; nil if it showed none.
    var report: Report.ID?
    /// Whether the measure is taken although another operator has found nothing wrong.
    var isOverruling = false

    init() {}

    init(_ form: Form) {
        (reason, days, isHiding) = (form["reason"], form["days"], form["hide"] == "1")
        report = Report.ID(digits: form["report"])
        isOverruling = form["overruling"] == "1"
    }

    var seen: ReportQueue.Seen? { report.map { ReportQueue.Seen($0, overruling: isOverruling) } }

    /// - Throws: `SiteError.invalid` for a length that the form does not offer.
    func suspension(of id: Account.ID) throws(SiteError) -> ReportQueue.Action {
        let term = Int(digits: days).flatMap(SuspensionTerm.init)
        guard term != nil || days.isEmpty else { throw .invalid }
        return .suspend(id, because: reason, until: term, hidingItems: isHiding)
    }

    /// The form's fields for sending the measure again after another operator's decision.
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
    /// The path that a measure is posted to; nil for other actions.
    var measurePath: String? {
        switch self {
        case .hide(let id, because: _): Link.itemHiding(id)
        case .remove(let id, because: _): Link.reportRemoval(id)
        case .suspend(let id, because: _, until: _, hidingItems: _): Link.suspension(id)
        case .dismiss, .reopen, .keepHidden, .show, .bringBack, .lift, .undo: nil
        }
    }
}

/// Another operator's earlier decision, and where the one who came later goes on.
struct EarlierDecision: Sendable {
    let decision: DecisionEntry
    let path: String
    /// The path for taking the measure all the same; nil if that is not possible.
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
