import HTTPServer
import Market
import Mustache
import Secrets
import ViewModels

/// An output that is the same for everybody, until the market changes or an age on it does.
protocol Aging {
    var freshUntil: Timestamp { get }
}

extension ItemList.Output: Aging {}
extension ItemDetail.Output: Aging {}

extension Pages {
    /// The page as it was made before, when it is exact still; else made anew.
    ///
    /// An alert is for one visitor, and so is a page of one who is signed in: it is neither kept nor
    /// taken from what was kept.
    /// - Parameter variant: what the page depends on beside its address.
    func response<Output: TemplateData & Aging>(
        for visit: Visit, variant: String, _ template: KeyPath<Templates, Page<Output>> & Sendable,
        output: () async throws -> Output
    ) async throws -> Response {
        guard visit.member == nil, Flash(in: visit.request, cookies) == nil else {
            return try response(try await output(), template, for: visit)
        }
        let key = "\(variant) \(visit.request.path)?\(visit.request.rawQuery)"
        let changes = storage.changes
        if let page = cache.page(key, changes: changes, at: visit.now) {
            return page.representation.response(to: visit.request)
        }
        let output = try await output()
        let tag = tag(changes, output.freshUntil, variant)
        guard cache.isWorthKeeping(key) || visit.request.headers["If-None-Match"] != nil else {
            var response = try response(output, template, for: visit)
            response.compress(with: gzip, for: visit.request, tag: tag)
            return response
        }
        let representation = try representation(output, template, tag, changes)
        cache.keep(
            PageCache.Page(
                representation: representation, changes: changes, freshUntil: output.freshUntil),
            as: key)
        return representation.response(to: visit.request)
    }

    /// Names what the page was made of rather than its bytes: the same address at the same count of
    /// changes with the same ages is the same page. Counts begin anew with each process, so that has
    /// a name too.
    private func tag(
        _ changes: UInt64, _ freshUntil: Timestamp, _ variant: String
    ) -> EntityTag? {
        EntityTag("\(version(at: changes))-\(freshUntil.seconds)-\(variant)")
    }

    private func representation<Output: TemplateData & Aging>(
        _ output: Output, _ template: KeyPath<Templates, Page<Output>>, _ tag: EntityTag?,
        _ changes: UInt64
    ) throws -> Representation {
        let html = try html(output, template, alert: nil, for: nil, at: changes)
        var representation = Representation(
            .bytes(html), mediaType: SafetyFields.pageType, tag: tag,
            cacheControl: "private, no-cache", isPartible: false, gzip: gzip.variant(of: html))
        representation.append(SafetyFields.page)
        return representation
    }
}
