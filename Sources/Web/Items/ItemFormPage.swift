import HTTPServer
import ViewModels

/// Presents the form, and why it came back by its status.
struct ItemFormPage: Sendable {
    let pages: Pages

    func response(
        _ output: ItemForm.Output, _ refusal: Refusal.Reason? = nil, for context: RequestContext
    ) throws -> Response {
        var response = try pages.response(
            output, \.itemForm, status: refusal?.status ?? .ok, alert: output.alert,
            // A form with a password in it is not left lying about; any other must still be there
            // for who goes back to it, with its submission key.
            caching: output.input.password.isEmpty ? "private, no-cache" : "no-store",
            for: context)
        refusal?.appendRetryAfter(to: &response)
        return response
    }
}
