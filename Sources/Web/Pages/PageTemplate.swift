import Localization
import Market
import Mustache
import Synchronization
import ViewModels

/// A page's template inside the layout that all pages share, checked against its output in every
/// language when the site starts. In development mode a changed template is compiled again.
struct PageTemplate<Output: TemplateData>: Sendable {
    fileprivate let name: String
    fileprivate let store: TemplateStore
    fileprivate let compiled: ByLanguage<TemplateWithin<Layout, Output>>

    /// - Throws: `TemplateErrors`, in development mode if a change broke the template.
    func render(_ output: Output, within layout: Layout) throws -> [UInt8] {
        let template =
            store.isReloading
            ? try store.library()[layout.language]
                .template(name, for: Output.self, within: Layout.self)
            : compiled[layout.language]
        return try template.render(output, within: layout)
    }
}

/// A template without the layout: a feed, or a part of a page.
struct BareTemplate<Output: TemplateData>: Sendable {
    fileprivate let name: String
    fileprivate let store: TemplateStore
    fileprivate let compiled: ByLanguage<Template<Output>>

    /// - Throws: `TemplateErrors`, in development mode if a change broke the template.
    func render(_ output: Output, in language: Language) throws -> [UInt8] {
        guard store.isReloading else { return try compiled[language].render(output) }
        return try store.library()[language].template(name, for: Output.self).render(output)
    }
}

/// Holds the templates; in development mode it reads them again after a change.
final class TemplateStore: Sendable {
    let isReloading: Bool
    private let folder: String
    private let addresses: @Sendable () -> [String: String]
    private let loaded: Mutex<Loaded>
    /// Compiled templates: each is compiled once for each output, however many scenes show it.
    private let compiled = Mutex<[Compilation: any Sendable]>([:])

    private struct Loaded {
        var words: Words
        var addresses: [String: String]
        var library: ByLanguage<Library>
        /// The links to check again when the templates change.
        var links: TemplateLinks?
        /// The route patterns that the links were last checked against.
        var checkedPatterns: Set<String> = []
    }

    private struct Compilation: Hashable {
        let name: String
        /// The type that it is compiled into, which depends on the output's type.
        let type: ObjectIdentifier
    }

    /// - Parameter addresses: returns the addresses of the assets that pages use, by their names in templates.
    /// - Throws: `TemplateErrors` if a template is malformed.
    init(
        folder: String, addresses: @escaping @Sendable () -> [String: String], isReloading: Bool
    ) throws {
        self.folder = folder
        self.addresses = addresses
        self.isReloading = isReloading
        let words = try Words(folder: folder + "/words")
        let library = try Self.library(folder, words, addresses())
        loaded = Mutex(Loaded(words: words, addresses: addresses(), library: library))
    }

    /// The templates in every language, checked against that language's messages.
    private static func library(
        _ folder: String, _ words: Words, _ addresses: [String: String]
    ) throws -> ByLanguage<Library> {
        let library = try Library(folder: folder, constants: addresses)
        let localized = ByLanguage { library.localized(with: words.messages($0)) }
        try words.check(shown: localized[.korean].shownMessages)
        return localized
    }

    /// A phrase as text, for use outside templates.
    func text(_ phrase: Phrase, in language: Language) -> String {
        loaded.withLock { $0.words.text(phrase, in: language) }
    }

    /// Checks the templates' links, now and whenever the templates are read again.
    /// - Throws: `TemplateErrors` for links that lead nowhere.
    func check(_ links: TemplateLinks) throws {
        try loaded.withLock { loaded in
            guard loaded.checkedPatterns != links.patterns else { return }
            try links.check(loaded.library[.korean])
            loaded.checkedPatterns = links.patterns
            if isReloading { loaded.links = links }
        }
    }

    /// - Throws: `TemplateErrors` if the template uses a name that its output does not have.
    func page<Output: TemplateData>(
        _ name: String, for output: Output.Type = Output.self
    ) throws -> PageTemplate<Output> {
        let compiled = try compiled(name) {
            try $0.template(name, for: output, within: Layout.self)
        }
        return PageTemplate(name: name, store: self, compiled: compiled)
    }

    /// The same for a template without the layout.
    func bare<Output: TemplateData>(
        _ name: String, for output: Output.Type = Output.self
    ) throws -> BareTemplate<Output> {
        let compiled = try compiled(name) { try $0.template(name, for: output) }
        return BareTemplate(name: name, store: self, compiled: compiled)
    }

    private func compiled<Result: Sendable>(
        _ name: String, _ compile: (Library) throws -> Result
    ) throws -> ByLanguage<Result> {
        let key = Compilation(name: name, type: ObjectIdentifier(Result.self))
        if let known = compiled.withLock({ $0[key] }) as? ByLanguage<Result> { return known }
        let library = try library()
        let result = try ByLanguage { try compile(library[$0]) }
        compiled.withLock { $0[key] = result }
        return result
    }

    /// - Throws: `TemplateErrors`, in development mode if a change made a template malformed.
    fileprivate func library() throws -> ByLanguage<Library> {
        try loaded.withLock { loaded in
            guard isReloading else { return loaded.library }
            let words = try Words(folder: folder + "/words")
            let addresses = addresses()
            if words != loaded.words || addresses != loaded.addresses
                || loaded.library[.korean].hasChanged
            {
                loaded.library = try Self.library(folder, words, addresses)
                loaded.words = words
                loaded.addresses = addresses
                try loaded.links?.check(loaded.library[.korean])
            }
            return loaded.library
        }
    }
}

// MARK: - Values

/// Written as its number; a section over it behaves as over a number.
extension Identifier: TemplateValue {
    public var isTruthy: Bool { rawValue != 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        rawValue.write(action, &renderer)
    }
}

extension DatedKey: TemplateValue {
    public var isTruthy: Bool { true }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        text.write(action, &renderer)
    }
}

extension ListPage: TemplateData, TemplateValue where Entry: TemplateData, Key: TemplateValue {
    public static var fields: [Field<ListPage>] {
        [
            Field("entries") { $0.entries },
            Field("isPaged") { !$0.isFirst },
            Field("older") { $0.older },
            Field("emptyText") { $0.emptyText },
        ]
    }
}

/// A page of a list, with the path of the list, which its paging links extend.
struct PagedList<Entry: TemplateData & Sendable, Key: TemplateValue & Sendable>: Sendable {
    let path: String
    let page: ListPage<Entry, Key>
}

extension PagedList: TemplateData {
    static var fields: [Field<PagedList>] {
        [
            Field("path") { $0.path },
            Field("entries") { $0.page.entries },
            Field("hasEntries") { !$0.page.entries.isEmpty },
            Field("isPaged") { !$0.page.isFirst },
            Field("older") { $0.page.older },
            Field("emptyText") { $0.page.emptyText },
        ]
    }
}

extension ShortText: TemplateValue {
    public var isTruthy: Bool { count > 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        withUTF8 { renderer.write($0, for: action) }
    }
}

extension Photo.ID: TemplateValue {
    public var isTruthy: Bool { true }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        withUTF8 { renderer.write($0, for: action) }
    }
}
