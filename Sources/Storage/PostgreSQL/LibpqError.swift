#if PostgreSQL
    import Market

    /// What libpq's and the server's errors mean to a caller
    /// (postgresql.org/docs/current/errcodes-appendix.html).
    enum LibpqError {
        /// - Parameter state: the SQLSTATE.
        static func error(_ state: String, _ text: String) -> StorageError {
            switch state {
            case "53100": .full
            case "40001", "40P01", "55P03", "57014": .busy
            case let state where ["08", "53", "57P"].contains(where: state.hasPrefix): .busy
            default: .failed("\(text) (PostgreSQL \(state))")
            }
        }

        /// Whether the same transaction may succeed when retried: after a deadlock or a
        /// serialization failure.
        static func isByChance(_ state: String) -> Bool { ["40001", "40P01"].contains(state) }

        /// Whether the connection has to be made anew: this server only allows reading.
        static func endsConnection(_ state: String) -> Bool { state == "25006" }

        /// libpq's message about an address that it does not understand may repeat a part of the
        /// password.
        static func reason(_ text: String, withoutPasswordOf address: String) -> String {
            let shown = SQLStorage.withoutPassword(address)
            let ofServers = ["connection to server", "could not translate host name"]
            guard shown != address, !ofServers.contains(where: text.hasPrefix) else { return text }
            return
                "\(shown) is no address of a database: in a password, what is neither a letter nor a "
                + "digit is written as %2F"
        }

        /// The first line of a message.
        static func line(_ text: UnsafePointer<CChar>?) -> String {
            let text = text.map { String(cString: $0) } ?? ""
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no answer"
        }
    }
#endif
