import Market

/// A write that waits: what to do, and whom to answer.
struct Write: Sendable {
    typealias Answer = @Sendable () -> Void

    /// Does it, inside of a transaction, and returns how to answer once that is durable. It may
    /// run again after the transaction was undone.
    let perform: @Sendable (Connection) throws(StorageError) -> Answer
    let fail: @Sendable (StorageError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value,
        answering continuation: CheckedContinuation<Result<Value, StorageError>, Never>
    ) {
        perform = { connection throws(StorageError) in
            let value = try body(connection)
            return { continuation.resume(returning: .success(value)) }
        }
        fail = { error in continuation.resume(returning: .failure(error)) }
    }
}
