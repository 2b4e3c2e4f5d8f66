/// Compiles a template for the types it is rendered with: resolves each name to its reader and
/// register, puts indentation into the text, and finds the block that is meant.
///
/// Templates and blocks become bodies of their own, called from where they stand; they wait in
/// a queue instead of being compiled within each other, so that depth costs no stack.
struct Builder {
    /// More bodies than this are a template error: partials that multiply without end.
    static let bodyLimit = 10_000

    var sources: Sources
    var bodies: [[Node]] = []
    var text: [UInt8] = []
    var readers: [Reader] = []
    var searches: [Search] = []
    var sites: [Site] = []
    /// The arguments in force by block name. The first are none.
    var blockScopes: [[String: Argument]]
    var slotCount = 0

    var errors: Set<TemplateError> = []
    private var queue: [(job: Job, body: Int32)] = []
    private var known: [Job: Int32] = [:]
    var calls: [UnconditionalCall] = []

    init(sources: Sources, blockScopes: [[String: Argument]] = [[:]]) {
        self.sources = sources
        self.blockScopes = blockScopes
    }

    /// Compiles `job` as body 0 with all that it calls. Throws every error found.
    mutating func build(_ job: Job) throws(TemplateErrors) {
        for frame in job.scope.frames { slotCount = max(slotCount, frame.slot + 1) }
        _ = body(for: job)
        while let (job, body) = queue.popLast() {
            compile(job, into: body)
        }
        errors.formUnion(endlessCalls)
        if max(bodies.count, sites.count) > Action.placeLimit {
            report(job.content.source, 0, "more than \(Action.placeLimit) sections")
        }
        guard errors.isEmpty else { throw TemplateErrors(Array(errors)) }
    }

    /// The body that the job is or will be compiled into.
    mutating func body(for job: Job) -> Int32 {
        if let body = known[job] { return body }
        let body = newBody()
        known[job] = body
        queue.append((job, body))
        return body
    }

    mutating func newBody() -> Int32 {
        bodies.append([])
        return Int32(bodies.count - 1)
    }

    private mutating func compile(_ job: Job, into body: Int32) {
        guard bodies.count <= Self.bodyLimit else {
            report(job.content.source, 0, "partials include each other too often")
            return
        }
        let items =
            switch job.content {
            case .template(let source): sources[source].items
            case .block(let argument): argument.block.items
            }
        var emitter = Emitter(job, body: body)
        emitter.emit(items, in: &self)
        bodies[Int(body)] = emitter.nodes
    }

    mutating func report(_ source: Int, _ offset: Int, _ reason: String) {
        errors.insert(sources[source].error(at: offset, reason))
    }
}
