/// A call outside any section: each rendering of `caller` renders `callee`.
struct UnconditionalCall {
    let caller: Int32
    let callee: Int32
    let source: Int
    let offset: Int
}

extension Builder {
    /// One error for each cycle of templates that include each other whatever the values are.
    var endlessCalls: [TemplateError] {
        var onward = Dictionary(grouping: calls, by: \.caller)
        var ends = true
        // Removes bodies that are sure to end, until only cycles and the ways to them are left.
        while ends {
            ends = false
            for (caller, out) in onward where out.allSatisfy({ onward[$0.callee] == nil }) {
                onward[caller] = nil
                ends = true
            }
        }
        var seen: Set<Int32> = []
        return onward.keys.sorted().compactMap { cycle(from: $0, onward, &seen) }
    }

    private func cycle(
        from start: Int32, _ onward: [Int32: [UnconditionalCall]], _ seen: inout Set<Int32>
    ) -> TemplateError? {
        var walked: Set<Int32> = []
        var body = start
        while seen.insert(body).inserted {
            walked.insert(body)
            guard let call = onward[body]?.first(where: { onward[$0.callee] != nil }) else {
                return nil
            }
            if walked.contains(call.callee) {
                let reason = "the template includes itself without end"
                return sources[call.source].error(at: call.offset, reason)
            }
            body = call.callee
        }
        return nil
    }
}
