import Market
import WebPush

/// The queues of one push service, whose pushes may go to many hosts: so many that one host which does
/// not answer holds up none of the others, and so few that visitors cannot have more programs run by
/// naming more hosts. What goes to hosts that were silent has a queue of its own: however many they are,
/// they hold up no others any more.
actor PushQueues {
    private static let count = 4

    nonisolated let queues: [PushQueue]
    nonisolated let silentQueue: PushQueue
    private let silentHosts: SilentHosts
    /// Hands out the push that came last.
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

    /// Goes on until the task is cancelled.
    nonisolated func run() async {
        await withDiscardingTaskGroup { group in
            for queue in queues + [silentQueue] {
                group.addTask { await queue.run { await self.add($0) } }
            }
        }
    }

    /// Hands a push to the queue that its host's pushes are in, so that each host holds up one of them
    /// at most; else to the one that has least to do. One to a host that was silent waits for the end of
    /// its pause.
    func add(_ push: PushQueue.Push) async {
        // One after the other: between the choice and what is chosen no other push is handed out.
        let turn = Task { [last] in
            if let last { await last.value }
            await handOut(push)
        }
        last = turn
        await turn.value
    }

    private func handOut(_ push: PushQueue.Push) async {
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
