@testable import Mustache

/// Renders a template called `page`.
func rendered<Root: TemplateValue>(
    _ template: String, _ root: Root, partials: [String: String] = [:]
) throws -> String {
    let library = try library(template, partials)
    return String(
        decoding: try library.template("page", for: Root.self).render(root), as: UTF8.self)
}

/// Renders a template called `page` within a chrome.
func rendered<Root: TemplateValue, Chrome: TemplateValue>(
    _ template: String, _ root: Root, within chrome: Chrome
) throws -> String {
    let template = try library(template, [:])
        .template("page", for: Root.self, within: Chrome.self)
    return String(decoding: try template.render(root, within: chrome), as: UTF8.self)
}

/// The faults of a template called `page`, as messages.
func faults<Root: TemplateValue>(
    _ template: String, for root: Root.Type = Listing.self, partials: [String: String] = [:]
) -> [String] {
    do {
        _ = try library(template, partials).template("page", for: Root.self)
        return []
    } catch let errors as TemplateErrors {
        return errors.all.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

func library(_ template: String, _ partials: [String: String]) throws -> Library {
    var texts = [Library.Text(name: "page", file: "page.mustache", template)]
    for (name, text) in partials.sorted(by: { $0.key < $1.key }) {
        texts.append(Library.Text(name: name, file: "\(name).mustache", text))
    }
    return try Library(texts)
}
