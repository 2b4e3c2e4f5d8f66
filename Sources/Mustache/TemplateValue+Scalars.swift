extension String: TemplateValue {
    public var isTruthy: Bool { !isEmpty }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        if utf8.withContiguousStorageIfAvailable({ renderer.write($0, for: action) }) == nil {
            Array(utf8).withUnsafeBufferPointer { renderer.write($0, for: action) }
        }
    }
}

extension Substring: TemplateValue {
    public var isTruthy: Bool { !isEmpty }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        if utf8.withContiguousStorageIfAvailable({ renderer.write($0, for: action) }) == nil {
            Array(utf8).withUnsafeBufferPointer { renderer.write($0, for: action) }
        }
    }
}

extension Int: TemplateValue {
    public var isTruthy: Bool { self != 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(Int64(self))
    }
}

extension Int64: TemplateValue {
    public var isTruthy: Bool { self != 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(self)
    }
}

/// For sections only; a tag that would show it is refused when the template is loaded.
extension Bool: TemplateValue {
    public static var shape: Shape { Shape(Self.self, .flag) }
    public var isTruthy: Bool { self }

    public func write(_ action: Action, _ renderer: inout Renderer) {}

    /// Leaves `{{.}}` what it was outside of the section.
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        if self { renderer.run(action) }
    }
}

/// Text that is there as UTF-8 bytes already; escaped like any other text.
public struct TextBytes: TemplateValue, Sendable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var isTruthy: Bool { !bytes.isEmpty }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        bytes.withUnsafeBufferPointer { renderer.write($0, for: action) }
    }
}
