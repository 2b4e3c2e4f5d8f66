/// Reads one value from the memory of its owner. A class, so that rendering can call it without
/// reference counting: threads would contend for the shared counters.
public final class Reader: Sendable {
    /// Applies the action to the value inside the owner at the pointer.
    @usableFromInline
    typealias Read = @Sendable (UnsafeRawPointer, Action, inout Renderer) -> Void
    /// Lets another reader continue from the value, for the next part of a dotted name.
    @usableFromInline
    typealias Reach = @Sendable (UnsafeRawPointer, Reader, Action, inout Renderer) -> Void

    @usableFromInline let read: Read
    @usableFromInline let reach: Reach

    @usableFromInline
    init(read: @escaping Read, reach: @escaping Reach) {
        self.read = read
        self.reach = reach
    }

    /// A single reader for a dotted name: each reader continues from the value that the one before it reads.
    static func path(_ readers: [Reader]) -> Reader? {
        guard var path = readers.last else { return nil }
        for reader in readers.dropLast().reversed() {
            let next = path
            path = Reader(
                read: { reader.reach($0, next, $1, &$2) },
                reach: { _, _, action, renderer in renderer.missing(action) })
        }
        return path
    }
}
