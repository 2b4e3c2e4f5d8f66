import HTTPServer
import Market
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
    /// The dismissal by another operator that the measure overrules; nil if there is none.
    var overruled: Decision.ID?
    /// Whether a suspension without an end asks first.
    var asksFirst = false
    /// The page that a question came from; nil if nothing was asked.
    var back: ReturnPath?

    init() {}

    init(_ form: Form) {
        (reason, days, isHiding) = (form["reason"], form["days"], form["hide"] == "1")
        report = Report.ID(digits: form["report"])
        overruled = Decision.ID(digits: form["overruling"])
        (asksFirst, back) = (form.asksFirst, ReturnPath(form["back"]))
    }

    var seen: SeenReport? { report.map { SeenReport($0, overruling: overruled) } }

    /// The length of a suspension; nil for one without an end.
    /// - Throws: `SiteError.invalid` for a length that the form does not offer.
    func term() throws(SiteError) -> SuspensionTerm? {
        let term = Int(digits: days).flatMap(SuspensionTerm.init)
        guard term != nil || days.isEmpty else { throw .invalid }
        return term
    }

    /// The form's fields for sending the measure again.
    /// - Parameter dismissal: another operator's dismissal that it overrules then.
    func fields(overruling dismissal: Decision.ID?) -> [CarriedField] {
        [
            CarriedField(name: "reason", value: reason), CarriedField(name: "days", value: days),
            CarriedField(name: "hide", value: isHiding ? "1" : ""),
            CarriedField(name: "report", value: report.map { "\($0)" } ?? ""),
            CarriedField(name: "overruling", value: dismissal.map { "\($0)" } ?? ""),
        ]
    }
}
