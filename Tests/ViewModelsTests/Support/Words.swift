import Foundation
import Localization

@testable import ViewModels

/// The site's messages in Korean.
private let korean: Catalogue = {
    let file = "\(#filePath.components(separatedBy: "/Tests/")[0])/Templates/words/ko.txt"
    do {
        return try Catalogue(try String(contentsOfFile: file, encoding: .utf8), file: file)
    } catch {
        fatalError("\(error)")
    }
}()

extension Phrase {
    /// The phrase in Korean.
    var text: String { text(in: korean) }
}

extension Lines {
    /// The lines in Korean.
    var text: String { phrases.map(\.text).joined(separator: "\n") }
}

extension Alert {
    /// The alert's lines in Korean, as the page shows them.
    var texts: [String] { lines.map { ($0.isFault ? "~ " : "") + $0.text.text } }
}
