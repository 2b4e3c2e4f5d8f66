extension Connection {
    /// Sends the body of a stream; false when it did not go out whole.
    func send(_ stream: Response.Stream, isChunked: Bool) async -> Bool {
        let writer = StreamWriter(self, heartbeat: stream.heartbeat, isChunked: isChunked)
        channel.stream = writer
        loop.statistics.streams += 1
        defer {
            writer.close()
            channel.stream = nil
            loop.statistics.streams -= 1
        }
        if channel.hasHungUp || loop.isDraining { channel.task?.cancel() }
        do {
            try await stream.write(writer)
        } catch {
            return false
        }
        return await writer.finish()
    }
}
