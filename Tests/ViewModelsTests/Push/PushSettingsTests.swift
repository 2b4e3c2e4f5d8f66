import Market
import Testing

@testable import ViewModels

struct PushSettingsTests {
    private static let endpoint = "https://fcm.googleapis.com/fcm/send/a"

    /// Runs `body` with an account that is signed in in two browsers.
    private func over(
        _ body: (PushSettings, PushSettings.Input, PushSettings.Input, Timestamp) async throws ->
            Void
    ) async throws {
        try await OrganiserFixture.with { fixture in
            var browsers: [PushSettings.Input] = []
            for token in ["one", "other"] {
                let session = Session(
                    digest: SecretDigest(token), account: fixture.account,
                    dateCreated: fixture.now, lastSeen: fixture.now, expires: fixture.now + 9)
                try await fixture.storage.insert(session)
                browsers.append(
                    PushSettings.Input(account: fixture.account, session: session.digest))
            }
            try await body(
                PushSettings(storage: fixture.storage, services: .usual), browsers[0],
                browsers[1], fixture.now)
        }
    }

    @Test func subscribingOneBrowserShowsInTheOther() async throws {
        try await over { settings, one, other, now in
            let step = PushSettings.Step.subscribe(Self.endpoint)
            #expect(try await settings.submit(step, of: one, at: now) == nil)
            let output = try await settings.output(for: one, at: now)
            #expect(output.isOn && output.devices == 1)
            let others = try await settings.output(for: other, at: now)
            #expect(!others.isOn && others.devices == 1)
        }
    }

    @Test func endedSubscriptionsAreGone() async throws {
        try await over { settings, one, other, now in
            for (input, letter) in [(one, "b"), (other, "c")] {
                let step = PushSettings.Step.subscribe(Self.endpoint + letter)
                _ = try await settings.submit(step, of: input, at: now)
            }
            _ = try await settings.submit(.unsubscribe(Self.endpoint + "b"), of: one, at: now)
            let left = try await settings.output(for: one, at: now)
            #expect(left.devices == 1 && left.endings == 0)
            _ = try await settings.submit(.unsubscribeEverywhere, of: one, at: now)
            let others = try await settings.output(for: other, at: now)
            #expect(!others.isOn && others.endings == 1)
        }
    }

    @Test func subscriptionsResumeForTheirAccountUntilAllAreEnded() async throws {
        try await over { settings, one, other, now in
            func resume(_ account: Account.ID, _ endings: Int) async throws -> Refusal.Reason? {
                let step = PushSettings.Step.resume(Self.endpoint, of: account, after: endings)
                return try await settings.submit(step, of: one, at: now)?.reason
            }
            #expect(try await resume(one.account, 0) == nil)
            #expect(try await settings.output(for: one, at: now).isOn)
            _ = try await settings.submit(.unsubscribeEverywhere, of: other, at: now)
            #expect(try await resume(one.account, 0) == .conflict)
            #expect(try await resume(77, 1) == .conflict)
            #expect(try await !settings.output(for: one, at: now).isOn)
            #expect(try await resume(one.account, 1) == nil)
        }
    }

    @Test(arguments: ["", "https://evil.example/a", "http://127.0.0.1:80/a"])
    func unknownPushServicesAreRefused(_ address: String) async throws {
        try await over { settings, one, _, now in
            let refusal = try await settings.submit(.subscribe(address), of: one, at: now)
            #expect(refusal?.reason == .invalid)
            #expect(try await settings.output(for: one, at: now).devices == 0)
        }
    }
}
