import Testing

/// What people do, done in a real browser. The suites inside share one stage.
@Suite(
    .serialized,
    .enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"),
    .stage)
enum MarketInBrowserTests {}
