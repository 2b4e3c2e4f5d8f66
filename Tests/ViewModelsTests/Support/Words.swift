import Foundation
import Localization

@testable import ViewModels

/// What the site says in Korean.
private let korean: Catalogue = {
    let file = "\(#filePath.components(separatedBy: "/Tests/")[0])/Templates/words/ko.txt"
    do {
        return try Catalogue(try String(contentsOfFile: file, encoding: .utf8), file: file)
    } catch {
        fatalError("\(error)")
    }
}()

extension Phrase {
    /// In Korean.
    var text: String { text(in: korean) }
}

extension Lines {
    /// In Korean, a line each.
    var text: String { phrases.map(\.text).joined(separator: "\n") }
}

extension Alert {
    /// Its lines in Korean, as the page shows them.
    var texts: [String] { lines.map { ($0.isFault ? "~ " : "") + $0.text.text } }
}
