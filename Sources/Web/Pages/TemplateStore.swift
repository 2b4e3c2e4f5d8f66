import Mustache
import Synchronization

/// Holds the templates, and in development loads them anew when one was changed.
final class TemplateStore: Sendable {
    private struct Loaded {
        var library: Library
        var templates: Templates
    }

    private let folder: String
    private let fixed: Templates?
    private let reloading: Mutex<Loaded>

    /// - Throws: `TemplateErrors`, when a template is malformed or names what its output lacks.
    init(folder: String, isReloading: Bool) throws {
        self.folder = folder
        let loaded = try Self.load(folder)
        fixed = isReloading ? nil : loaded.templates
        reloading = Mutex(loaded)
    }

    /// - Throws: `TemplateErrors`, in development when a change broke a template.
    func current() throws -> Templates {
        if let fixed { return fixed }
        return try reloading.withLock { loaded in
            if loaded.library.hasChanged { loaded = try Self.load(folder) }
            return loaded.templates
        }
    }

    private static func load(_ folder: String) throws -> Loaded {
        let library = try Library(folder: folder)
        return Loaded(library: library, templates: try Templates(library))
    }
}
