import Testing

/// What people do, done in a real browser. The suites inside share one fixture.
@Suite(
    .serialized,
    .enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"),
    .fixture { _ in ["--operators", AllPages.operatorName] })
enum MarketInBrowserTests {}
