extension String {
    /// Without the characters that no XML text can hold, escaped or not (XML 1.0 section 2.2).
    var xmlText: String {
        guard !unicodeScalars.allSatisfy(\.isXML) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(\.isXML)))
    }
}

extension Unicode.Scalar {
    fileprivate var isXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
