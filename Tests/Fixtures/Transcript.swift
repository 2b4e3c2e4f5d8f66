import Foundation

/// A process's output, read on a thread of its own so that the process never blocks.
///
/// Unchecked, because all access to the bytes is between `lock` and `unlock` of the condition.
final class Transcript: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// Reads `descriptor` to its end, then closes it.
    init(reading descriptor: Int32) {
        let thread = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                add(buffer[..<count])
            }
            close(descriptor)
            end()
        }
        thread.start()
    }

    var text: String {
        condition.withLock { String(decoding: bytes, as: UTF8.self) }
    }

    /// The first line that contains `part`; nil if the process ends, or `deadline` passes, before that.
    func line(with part: String, until deadline: Date) -> String? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let line = firstLine(with: part) { return line }
            guard !hasEnded, condition.wait(until: deadline) else { return nil }
        }
    }

    /// Whether the process has closed its end before `deadline`.
    func waitForEnd(until deadline: Date) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !hasEnded {
            guard condition.wait(until: deadline) else { return hasEnded }
        }
        return true
    }

    /// Only considers complete lines, because one that is still arriving may be cut off.
    private func firstLine(with part: String) -> String? {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
            .split(separator: "\n").first { $0.contains(part) }.map(String.init)
    }

    private func add(_ chunk: ArraySlice<UInt8>) {
        condition.withLock {
            bytes += chunk
            condition.broadcast()
        }
    }

    private func end() {
        condition.withLock {
            hasEnded = true
            condition.broadcast()
        }
    }
}
