import CLinux
import Glibc
import Synchronization

extension EventLoop {
    /// Adds a descriptor to epoll; returns false if the kernel has no memory for it.
    @discardableResult
    func watch(_ descriptor: Int32, _ interest: UInt32, key: ChannelKey) -> Bool {
        var event = epoll_event()
        event.events = interest
        event.data.u64 = key.value
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    func unwatch(_ descriptor: Int32) {
        var event = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
    }

    func channel(at key: ChannelKey) -> Channel? {
        guard key.index < slots.count, slots[key.index].generation == key.generation else {
            return nil
        }
        return slots[key.index].channel
    }

    /// Accepts pending connections, at most 64 per iteration of the loop.
    func accept() {
        for _ in 0..<64 where isListening {
            guard !isShortOfDescriptors || !service.reserve.isReached(copying: epoll) else {
                return pauseListening()
            }
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    jangteo_accept(listener, $0, &length)
                }
            }
            guard descriptor < 0 else {
                open(descriptor, Address(storage))
                if service.reserve.holds(descriptor) { pauseListening() }
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO:
                continue
            case EAGAIN:
                isShortOfDescriptors = false
                return
            default:
                // Out of descriptors or memory: trying again at once would spin.
                pauseListening()
            }
        }
    }

    private func open(_ descriptor: Int32, _ address: Address) {
        let isWithin = hasRoom || (evictWaitingConnection() && hasRoom)
        if isWithin { statistics.accepted += 1 } else { statistics.refused += 1 }
        // Refused connections get a response, but only 64 of them at a time.
        guard isWithin || refusals < 64 else {
            close(descriptor)
            return
        }
        let channel = Channel(descriptor, self)
        guard register(channel) else {
            close(descriptor)
            return
        }
        let connection = Connection(channel, address, isWithinLimit: isWithin)
        channel.connection = connection
        if isWithin {
            connections += 1
            service.connections.add(1, ordering: .relaxed)
        } else {
            refusals += 1
        }
        connection.open()
    }

    private var hasRoom: Bool {
        let limits = service.configuration.limits
        return connections < limits.connectionsPerLoop
            && service.connections.load(ordering: .relaxed) < limits.connections
    }

    /// Closes a waiting connection to make room for a new one, so that clients that only wait, idle or with an
    /// incomplete request head, cannot keep others out. Connections that were never sent a response go first,
    /// then those that have waited longest. Only a limited number of slots is looked at, from where the last
    /// search stopped, so that a flood of connections does not walk the whole table each time.
    /// - Returns: whether a connection was closed.
    private func evictWaitingConnection() -> Bool {
        let timeouts = service.timeouts
        var (chosen, idle): (Channel?, Int) = (nil, 0)
        for _ in 0..<min(slots.count, 1_024) where idle < 64 {
            evictionCursor = (evictionCursor + 1) % slots.count
            guard let channel = slots[evictionCursor].channel, channel.isReading else { continue }
            let start = channel.deadline &- (channel.isIdle ? timeouts.idle : timeouts.header)
            guard start <= now &- timeouts.leastIdle else { continue }
            if channel.isIdle { idle += 1 }
            if channel.shouldBeEvicted(before: chosen) { chosen = channel }
        }
        guard let chosen else { return false }
        chosen.wake(.stopped)
        statistics.evicted += 1
        return true
    }

    private func register(_ channel: Channel) -> Bool {
        if freeSlots.isEmpty {
            freeSlots.append(slots.count)
            slots.append(ChannelSlot(channel: nil, generation: 0))
        }
        guard let index = freeSlots.last else { return false }
        channel.key = ChannelKey(index: index, generation: slots[index].generation)
        let interest =
            EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        guard watch(channel.descriptor, interest, key: channel.key) else { return false }
        slots[index].channel = channel
        freeSlots.removeLast()
        return true
    }

    /// Closes a connection and frees its slot.
    func release(_ channel: Channel, wasServed: Bool) {
        close(channel.descriptor)
        (channel.task, channel.connection) = (nil, nil)
        slots[channel.key.index].channel = nil
        // Generations stay below the one used by the keys `wakeup` and `listener`.
        slots[channel.key.index].generation = (channel.key.generation + 1) & 0x7FFF_FFFF
        freeSlots.append(channel.key.index)
        if wasServed {
            connections -= 1
            service.connections.subtract(1, ordering: .relaxed)
        } else {
            refusals -= 1
        }
    }
}

extension EventLoop {
    func listen() {
        // When loops share a socket, a new connection does not wake all of them.
        let interest = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
        isListening = watch(listener, interest, key: .listener)
    }

    private func pauseListening() {
        unwatch(listener)
        isListening = false
        isShortOfDescriptors = true
    }

    /// Ends the waits whose deadline has passed, and resumes a paused listener.
    func tick() {
        for slot in slots {
            slot.channel?.stream?.tick(now: now)
            guard let channel = slot.channel, channel.deadline <= now else { continue }
            channel.wake(.timedOut)
        }
        if isDraining {
            tickDraining()
        } else if !isListening {
            listen()
        }
    }

    /// Stops accepting, ends streams and closes idle connections; cuts the rest at `deadline`.
    func drain(until deadline: Int64) {
        guard !isDraining else { return }
        // Connections in the backlog, at most 4,096, are still answered.
        for _ in 0..<64 { accept() }
        if isListening { pauseListening() }
        close(listener)
        listener = -1
        isDraining = true
        drainDeadline = deadline
        nextTick = now
        for slot in slots {
            guard let channel = slot.channel else { continue }
            if channel.isIdle { channel.wake(.stopped) }
            if channel.stream != nil { channel.task?.cancel() }
        }
    }

    private func tickDraining() {
        guard now >= drainDeadline else { return }
        for slot in slots { slot.channel?.cut() }
        // A handler that ignores cancellation keeps its thread, but is no longer waited for.
        if now >= drainDeadline + 1_000_000_000 { releaseWaiters() }
    }
}

/// The key of a channel in the loop's table, carried through epoll. The generation tells a late event of a
/// closed connection from an event of its successor in the same slot.
struct ChannelKey: Equatable {
    let index: Int
    let generation: UInt32

    static let wakeup = ChannelKey(index: 0xFFFF_FFFE, generation: 0xFFFF_FFFF)
    static let listener = ChannelKey(index: 0xFFFF_FFFF, generation: 0xFFFF_FFFF)

    /// The key as the user data of an epoll event.
    var value: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}

extension ChannelKey {
    init(_ value: UInt64) {
        index = Int(value & 0xFFFF_FFFF)
        generation = UInt32(truncatingIfNeeded: value >> 32)
    }
}

/// A slot of the loop's table of channels.
struct ChannelSlot {
    var channel: Channel?
    var generation: UInt32
}
