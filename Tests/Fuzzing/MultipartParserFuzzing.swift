import Glibc

@testable import HTTPServer

/// Called by libFuzzer with each input; `abort` reports a violation.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOnce(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var random = SplitMix64(seed: UInt64(count))
    if let violation = ParserInvariants.violation(ofMultipart: bytes, using: &random) {
        print(violation)
        abort()
    }
    return 0
}
