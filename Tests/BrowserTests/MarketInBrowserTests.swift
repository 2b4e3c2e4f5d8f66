import Testing

/// What people do at the market, in a real browser. The nested suites share one fixture.
@Suite(
    .serialized,
    .enabled(if: Driver.path != nil, "install chromium-driver to test in a browser"),
    .fixture { _ in ["--operators", AllPages.operatorName] })
enum MarketInBrowserTests {}
