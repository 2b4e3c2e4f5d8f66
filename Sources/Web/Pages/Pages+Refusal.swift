import HTTPServer
import Mustache
import ViewModels

extension Pages {
    /// The page of a form that came back; its status says why.
    func response<Output: TemplateData>(
        _ output: Output, _ refusal: Refusal, alert: Alert?,
        _ template: KeyPath<Templates, Page<Output>> & Sendable, for context: RequestContext
    ) throws -> Response {
        var response = try response(
            output, template, status: refusal.status, alert: alert, for: context)
        refusal.appendRetryAfter(to: &response)
        return response
    }
}
