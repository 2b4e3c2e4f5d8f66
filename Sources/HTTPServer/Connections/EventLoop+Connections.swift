import CLinux
import Glibc
import Synchronization

extension EventLoop {
    /// False when the system has no memory for one more.
    @discardableResult
    func watch(_ descriptor: Int32, _ interest: UInt32, tag: Slot) -> Bool {
        var event = epoll_event()
        event.events = interest
        event.data.u64 = tag.value
        return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    func unwatch(_ descriptor: Int32) {
        var event = epoll_event()
        epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event)
    }

    func channel(at slot: Slot) -> Channel? {
        guard slot.index < slots.count, slots[slot.index].generation == slot.generation else {
            return nil
        }
        return slots[slot.index].channel
    }

    /// Accepts what waits, a bounded number a turn.
    func accept() {
        for _ in 0..<64 where isListening {
            guard !isShort || !service.reserve.isAllThatIsLeft(copying: poller) else {
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
                isShort = false
                return
            default:
                // No descriptors or no memory: asking again at once would spin.
                pauseListening()
            }
        }
    }

    private func open(_ descriptor: Int32, _ address: Address) {
        let limits = service.configuration.limits
        let isWithin =
            connections < limits.connectionsPerLoop
            && service.connections.load(ordering: .relaxed) < limits.connections
        if isWithin { statistics.accepted += 1 } else { statistics.refused += 1 }
        // Those who are refused are told so, but only so many at once.
        guard isWithin || refusals < 64 else {
            close(descriptor)
            return
        }
        let channel = Channel(descriptor, self)
        guard register(channel) else {
            close(descriptor)
            return
        }
        let connection = Connection(channel, address)
        if isWithin {
            connections += 1
            service.connections.add(1, ordering: .relaxed)
        } else {
            refusals += 1
        }
        channel.task = Task(executorPreference: self) {
            if isWithin { await connection.serve() } else { await connection.refuseAll() }
            self.release(channel, wasServed: isWithin)
        }
    }

    private func register(_ channel: Channel) -> Bool {
        if freeSlots.isEmpty {
            freeSlots.append(slots.count)
            slots.append(Slot.Holder(channel: nil, generation: 0))
        }
        guard let index = freeSlots.last else { return false }
        channel.slot = Slot(index: index, generation: slots[index].generation)
        let interest =
            EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        guard watch(channel.descriptor, interest, tag: channel.slot) else { return false }
        slots[index].channel = channel
        freeSlots.removeLast()
        return true
    }

    private func release(_ channel: Channel, wasServed: Bool) {
        close(channel.descriptor)
        channel.task = nil
        slots[channel.slot.index].channel = nil
        // Generations stay clear of the tags of bell and listener.
        slots[channel.slot.index].generation = (channel.slot.generation + 1) & 0x7FFF_FFFF
        freeSlots.append(channel.slot.index)
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
        // Loops that share a socket are not all woken for one connection.
        let interest = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
        isListening = watch(listener, interest, tag: .listener)
    }

    private func pauseListening() {
        unwatch(listener)
        isListening = false
        isShort = true
    }

    /// Ends the waits that have run out, and does what else is due.
    func tick() {
        for holder in slots {
            holder.channel?.stream?.tick(now: now)
            guard let channel = holder.channel, channel.deadline <= now else { continue }
            channel.wake(.timedOut)
        }
        if isDraining {
            tickDraining()
        } else if !isListening {
            listen()
        }
    }

    /// Stops accepting, ends streams and closes idle connections; what is left at `deadline` is
    /// cut.
    func drain(until deadline: Int64) {
        guard !isDraining else { return }
        // Who has been accepted by the kernel already is still answered: it keeps at most 4,096.
        for _ in 0..<64 { accept() }
        if isListening { pauseListening() }
        close(listener)
        listener = -1
        isDraining = true
        cutAt = deadline
        nextTick = now
        for holder in slots {
            guard let channel = holder.channel else { continue }
            if channel.isIdle { channel.wake(.stopped) }
            if channel.stream != nil { channel.task?.cancel() }
        }
    }

    private func tickDraining() {
        guard now >= cutAt else { return }
        for holder in slots { holder.channel?.cut() }
        // A handler that heeds no cancellation keeps its thread, but holds up no one any more.
        if now >= cutAt + 1_000_000_000 { releaseWaiters() }
    }
}

/// A place in a loop's table of channels. The generation tells a late event of a closed connection
/// from one of its successor in the same place.
struct Slot: Equatable {
    struct Holder {
        var channel: Channel?
        var generation: UInt32
    }

    let index: Int
    let generation: UInt32

    static let bell = Slot(index: 0xFFFF_FFFE, generation: 0xFFFF_FFFF)
    static let listener = Slot(index: 0xFFFF_FFFF, generation: 0xFFFF_FFFF)

    init(index: Int, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    init(_ value: UInt64) {
        index = Int(value & 0xFFFF_FFFF)
        generation = UInt32(truncatingIfNeeded: value >> 32)
    }

    /// What travels through epoll.
    var value: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
