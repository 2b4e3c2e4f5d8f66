import Market
import ViewModels

/// What can stand in a JSON text.
protocol JSONValue {
    func write(to json: inout JSONWriter)
}

extension String: JSONValue {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int64: JSONValue {
    func write(to json: inout JSONWriter) { json.number(self) }
}

extension Identifier: JSONValue {
    func write(to json: inout JSONWriter) { json.number(rawValue) }
}

extension Int: JSONValue {
    func write(to json: inout JSONWriter) { json.number(Int64(self)) }
}

extension Double: JSONValue {
    func write(to json: inout JSONWriter) { json.number(self) }
}

extension Bool: JSONValue {
    func write(to json: inout JSONWriter) { json.bool(self) }
}

/// In ISO 8601, in UTC.
extension Timestamp: JSONValue {
    func write(to json: inout JSONWriter) { json.string(Moment(self).iso8601.description) }
}

/// Nothing is `null`.
extension Optional: JSONValue where Wrapped: JSONValue {
    func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension Array: JSONValue where Element: JSONValue {
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for element in self { element.write(to: &json) }
        json.endArray()
    }
}
