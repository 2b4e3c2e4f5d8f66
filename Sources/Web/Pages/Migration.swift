import HTTPServer
import Market
import Mustache
import ViewModels

// TODO-MIGRATION: goes when every scene holds its own template.

/// A template inside of the layout that all pages share.
typealias Page<Output: TemplateData> = PageTemplate<Output>

extension Pages {
    func response<Output>(
        _ output: Output, _ template: KeyPath<Templates, Page<Output>> & Sendable,
        status: Status = .ok, alert: Alert? = nil,
        caching: StaticString = "private, no-cache", for context: RequestContext?
    ) throws -> Response {
        try response(
            output, oldTemplates[keyPath: template], status: status, alert: alert,
            caching: caching, for: context)
    }

    func response<Output>(
        _ output: Output, _ refusal: Refusal.Reason, alert: Alert?,
        _ template: KeyPath<Templates, Page<Output>> & Sendable, for context: RequestContext
    ) throws -> Response {
        var response = try response(
            output, template, status: refusal.status, alert: alert, for: context)
        refusal.appendRetryAfter(to: &response)
        return response
    }

    func response<Output: TemplateData & Aging>(
        for context: RequestContext, variant: String, at origin: String = "",
        _ template: KeyPath<Templates, Page<Output>> & Sendable,
        output: () async throws -> Output
    ) async throws -> Response {
        try await response(
            for: context, variant: variant, at: origin, oldTemplates[keyPath: template],
            output: output)
    }
}

extension Refusal.Reason {
    var status: Status { SiteError(self).status ?? .internalServerError }

    func appendRetryAfter(to response: inout Response) {
        SiteError(self).appendHints(to: &response)
    }
}

extension Route {
    static func get<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, old handler: @escaping Handler
    ) -> Route {
        .get(path) { (context: RequestContext, parameter: repeat each Parameter) in
            try await handler(context)
        }
    }

    static func post<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, old handler: @escaping Handler
    ) -> Route {
        .post(path) { (context: RequestContext, parameter: repeat each Parameter) in
            try await handler(context)
        }
    }

    static func shared<each Parameter: PathParameter>(
        _ method: Method, _ path: Path<repeat each Parameter>, old handler: @escaping Handler
    ) -> Route {
        .shared(method, path) { (context: RequestContext, parameter: repeat each Parameter) in
            try await handler(context)
        }
    }
}

extension RequestContext {
    var itemID: Item.ID {
        get throws(SiteError) { try id() }
    }

    func id<Noun>() throws(SiteError) -> Identifier<Noun> {
        guard let id = parameters.first.flatMap({ Identifier<Noun>(segment: $0) }) else {
            throw .notFound
        }
        return id
    }
}
