import Market
import WebPush

/// The queues of one push service, whose pushes may go to many hosts. There are enough queues that one host
/// which does not answer does not hold up the others, and a fixed number of them, so that visitors cannot
/// start more processes by naming more hosts. Pushes to hosts that were silent go to a separate queue:
/// however many such hosts there are, they no longer hold up the others.
actor PushQueues {
    private static let count = 4

    nonisolated let queues: [PushQueue]
    nonisolated let silentQueue: PushQueue
    private let silentHosts: SilentHosts
    /// The task that assigns the latest push to a queue.
    private var last: Task<Void, Never>?

    init(_ queue: @Sendable (SilentHosts) -> PushQueue) {
        let silentHosts = SilentHosts()
        queues = (0..<Self.count).map { _ in queue(silentHosts) }
        silentQueue = queue(silentHosts)
        self.silentHosts = silentHosts
    }

    nonisolated var statistics: PushStatistics {
        get async {
            var sum = await silentQueue.statistics
            for queue in queues {
                let part = await queue.statistics
                sum += part
            }
            return sum
        }
    }

    /// Runs until the task is cancelled.
    nonisolated func run() async {
        await withDiscardingTaskGroup { group in
            for queue in queues + [silentQueue] {
                group.addTask { await queue.run { await self.add($0) } }
            }
        }
    }

    /// Adds a push to the queue that already has pushes to its host, so that a host holds up at most one queue;
    /// otherwise to the queue with the least to do. A push to a host that was silent waits for the end of its
    /// pause.
    func add(_ push: PushQueue.Push) async {
        // One push at a time: no other push is assigned between choosing a queue and adding to it.
        let turn = Task { [last] in
            if let last { await last.value }
            await assign(push)
        }
        last = turn
        await turn.value
    }

    private func assign(_ push: PushQueue.Push) async {
        if let end = silentHosts.pauseEnd(of: push.request.origin) {
            var push = push
            push.start = max(push.start, end)
            return await silentQueue.add(push)
        }
        var choice: [(queue: PushQueue, load: PushQueue.Load)] = []
        for queue in queues {
            choice.append((queue, await queue.load(for: push.request.origin)))
        }
        let first = choice.min { $0.load < $1.load }
        await first?.queue.add(push)
    }
}
