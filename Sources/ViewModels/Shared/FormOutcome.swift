import Market

/// What became of a form that was sent.
public enum FormOutcome<Saved: Sendable, Output: Sendable>: Sendable {
    case saved(Saved)
    /// Nothing was saved; the form holds what was typed.
    case refused(Output, Refusal)
}

/// Why a form was not saved, and what the page says about it when it comes back.
struct Rejection: Error, Equatable, Sendable {
    let faults: [FieldFault]
    let alert: Alert?
    let refusal: Refusal

    init(_ faults: [FieldFault]) {
        self.faults = faults
        alert = Alert(faults)
        refusal = .invalid
    }

    private init(alert: Alert, refusal: Refusal) {
        faults = []
        self.alert = alert
        self.refusal = refusal
    }

    static let unavailable = Rejection(alert: .unavailable, refusal: .unavailable)
    static let changedMeanwhile = Rejection(alert: .changedMeanwhile, refusal: .invalid)
}

extension Alert {
    static let changedMeanwhile = Alert(
        .failure, title: "그사이 바뀌었어요",
        lines: [Line("다른 창에서 먼저 고쳤어요. 지금 저장된 것과 적은 것을 견주어 보고 다시 눌러주세요.")])
}

/// Runs storage work for a form. What its writer can mend or wait for is a rejection.
/// - Parameter limit: says that there are as many as there may be.
func saving<Value: Sendable>(
    limit: (Int) -> FieldFault,
    _ work: () async throws(StorageError) -> Value
) async throws(StorageError) -> Result<Value, Rejection> {
    do {
        return .success(try await work())
    } catch .limitReached(let most) {
        return .failure(Rejection([limit(most)]))
    } catch .itemNotFound {
        return .failure(Rejection([FieldFault("item", "붙이려던 글이 지워졌어요. 붙이지 않고 저장해주세요.")]))
    } catch .changedMeanwhile {
        return .failure(.changedMeanwhile)
    } catch .busy, .full {
        return .failure(.unavailable)
    }
}
