import Testing

@testable import Mustache

@Suite(.enabled(if: SpecCase.isThere, "\(SpecCase.folder.path) is missing"))
struct SpecTests {
    @Test(arguments: SpecCase.modules)
    func everyCaseRendersAsExpected(module: String) throws {
        let cases = try SpecCase.all(of: module)
        #expect(cases.count >= 10)
        for test in cases {
            var texts = [Library.Text(name: "main", test.template)]
            for (name, text) in test.partials ?? [:] {
                texts.append(Library.Text(name: name, text))
            }
            let library = try Library(texts, allowsMissing: true)
            let bytes = try library.template("main", for: Value.self).render(test.root)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text == test.expected, "\(module): \(test.name)")
        }
    }
}
