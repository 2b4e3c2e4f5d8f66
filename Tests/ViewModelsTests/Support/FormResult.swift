@testable import ViewModels

extension FormResult {
    /// The form that was refused.
    var refusedForm: Output? { if case .refused(let output) = self { output } else { nil } }

    var refusal: Refusal? { refusedForm?.refusal }

    /// What was saved.
    var saved: Saved? { if case .saved(let saved) = self { saved } else { nil } }
}

extension FormOutput {
    /// The faults that were found.
    var faults: [Fault] { refusal?.faults ?? [] }
}
