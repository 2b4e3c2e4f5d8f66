import Localization
import Market
import Mustache
import Synchronization
import ViewModels

/// A page's template inside of the layout that all pages share, checked against its output when the
/// site starts. In development it is compiled anew for each page.
struct PageTemplate<Output: TemplateData>: Sendable {
    fileprivate let name: String
    fileprivate let store: TemplateStore
    fileprivate let compiled: TemplateWithin<Layout, Output>

    /// - Throws: `TemplateErrors`, in development when a change broke the template.
    func render(_ output: Output, within layout: Layout) throws -> [UInt8] {
        guard store.isReloading else { return try compiled.render(output, within: layout) }
        let template = try store.library().template(name, for: Output.self, within: Layout.self)
        return try template.render(output, within: layout)
    }
}

/// A template that stands alone: a feed, or a piece of a page.
struct BareTemplate<Output: TemplateData>: Sendable {
    fileprivate let name: String
    fileprivate let store: TemplateStore
    fileprivate let compiled: Template<Output>

    /// - Throws: `TemplateErrors`, in development when a change broke the template.
    func render(_ output: Output) throws -> [UInt8] {
        guard store.isReloading else { return try compiled.render(output) }
        return try store.library().template(name, for: Output.self).render(output)
    }
}

/// Holds the templates; in development it reads them anew when one was changed.
final class TemplateStore: Sendable {
    let isReloading: Bool
    private let folder: String
    private let loaded: Mutex<(words: Words, library: Library, links: TemplateLinks?)>

    /// - Throws: `TemplateErrors` when a template is malformed.
    init(folder: String, isReloading: Bool) throws {
        self.folder = folder
        self.isReloading = isReloading
        let words = try Words(folder: folder + "/words")
        loaded = Mutex((words, try Self.library(folder, words), nil))
    }

    /// The templates, checked with what they say in every language.
    private static func library(_ folder: String, _ words: Words) throws -> Library {
        let library = try Library(folder: folder, messages: words.messages(.korean))
        try words.check(shown: library.shownMessages)
        return library
    }

    /// What is not shown by a template.
    func text(_ phrase: Phrase, in language: Language) -> String {
        loaded.withLock { $0.words.text(phrase, in: language) }
    }

    /// Checks the links of the templates, now and whenever these are read anew.
    /// - Throws: `TemplateErrors` for those that lead nowhere.
    func check(_ links: TemplateLinks) throws {
        try loaded.withLock { loaded in
            try links.check(loaded.library)
            loaded.links = links
        }
    }

    /// - Throws: `TemplateErrors` for what names something that its output does not have.
    func page<Output: TemplateData>(
        _ name: String, for output: Output.Type = Output.self
    ) throws -> PageTemplate<Output> {
        let compiled = try library().template(name, for: output, within: Layout.self)
        return PageTemplate(name: name, store: self, compiled: compiled)
    }

    /// The same of a template without a layout.
    func bare<Output: TemplateData>(
        _ name: String, for output: Output.Type = Output.self
    ) throws -> BareTemplate<Output> {
        BareTemplate(
            name: name, store: self, compiled: try library().template(name, for: output))
    }

    /// - Throws: `TemplateErrors`, in development when a change made a template malformed.
    fileprivate func library() throws -> Library {
        try loaded.withLock { loaded in
            guard isReloading else { return loaded.library }
            let words = try Words(folder: folder + "/words")
            if words != loaded.words || loaded.library.hasChanged {
                loaded.library = try Self.library(folder, words)
                loaded.words = words
                try loaded.links?.check(loaded.library)
            }
            return loaded.library
        }
    }
}

// MARK: - Values

/// As its number; a section over it is entered as over a number.
extension Identifier: TemplateValue {
    public var isTruthy: Bool { rawValue != 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        rawValue.write(action, &renderer)
    }
}

extension ListPage: TemplateData, TemplateValue where Entry: TemplateData, Key: TemplateValue {
    public static var fields: [Field<ListPage>] {
        [
            Field("entries") { $0.entries },
            Field("hasEntries") { !$0.entries.isEmpty },
            Field("isPaged") { !$0.isFirst },
            Field("older") { $0.older },
            Field("emptyText") { $0.emptyText },
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
