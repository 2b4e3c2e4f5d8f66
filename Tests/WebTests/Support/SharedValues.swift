import Fixtures
import Testing

/// Values that the tests of one suite share while it runs, because starting a site takes much
/// longer than using it. No test may change what another one looks at.
@Blocking
final class SharedValues {
    @TaskLocal fileprivate static var ofSuite: SharedValues?

    private var values: [String: Any] = [:]

    fileprivate init() {}

    /// The value of that name, made by the first test that asks for it.
    static func value<Value>(
        _ name: String, _ make: @Blocking () async throws -> Value
    ) async throws -> Value {
        guard let shared = ofSuite else { throw Failure("the suite is not .sharing") }
        if let value = shared.values[name] as? Value { return value }
        let value = try await make()
        shared.values[name] = value
        return value
    }
}

extension ServedSite {
    /// The site of that name, started by the first test of the suite that asks for it.
    @Blocking
    static func shared(
        _ name: String = "", _ start: @Blocking () async throws -> ServedSite
    ) async throws -> ServedSite {
        try await SharedValues.value("site " + name, start)
    }

    /// The same with one item, which was posted through the API.
    @Blocking
    static func sharedWithItem() async throws -> ServedSite {
        try await shared {
            let site = try ServedSite()
            try site.postItem()
            return site
        }
    }
}

/// Lets the tests of a suite share values.
struct Sharing: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing run: @Sendable () async throws -> Void
    ) async throws {
        try await SharedValues.$ofSuite.withValue(await SharedValues(), operation: run)
    }
}

extension Trait where Self == Sharing {
    static var sharing: Sharing { Sharing() }
}
