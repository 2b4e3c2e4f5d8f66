// For `_nfc`: the standard library normalizes, but does not offer it yet.
@_spi(_Unicode) import Swift
import Market

extension Nickname {
    /// The same for all nicknames that pass for one another: in any case, composed or not, with or
    /// without letters that cannot be seen.
    var key: String {
        var seen = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            seen.append(scalar)
        }
        // To upper case and back, since some letters (ß) have several forms in lower case only.
        let folded = String(seen).uppercased().lowercased()
        var key = String.UnicodeScalarView()
        for scalar in folded._nfc { key.append(scalar) }
        return String(key)
    }
}
