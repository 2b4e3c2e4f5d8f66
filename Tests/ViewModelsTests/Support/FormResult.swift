@testable import ViewModels

extension FormResult {
    /// The form that came back.
    var refusedForm: Output? {
        if case .refused(let output) = self { output } else { nil }
    }

    var refusal: Refusal? { refusedForm?.refusal }

    /// What was saved.
    var saved: Saved? {
        if case .saved(let saved) = self { saved } else { nil }
    }
}

extension FormOutput {
    /// What has to be put right.
    var faults: [Fault] { refusal?.faults ?? [] }
}
