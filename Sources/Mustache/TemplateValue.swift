/// What a tag can show or a section can enter. `TemplateData` is the way to conform for types
/// with fields; a type that shows as text needs only `isTruthy` and `write`.
public protocol TemplateValue: SendableMetatype {
    /// What the load-time check knows of the type; by default, that it shows as text.
    static var shape: Shape { get }

    /// Whether a section over the value is rendered. As in mustache.js, it is not for `false`, nil,
    /// zero, the empty text and the empty list.
    var isTruthy: Bool { get }

    /// Shows the value; `renderer.write(_:for:)` escapes it if the tag asks for that.
    func write(_ action: Action, _ renderer: inout Renderer)

    /// Renders the section of `action` as often as the value calls for.
    func enter(_ action: Action, _ renderer: inout Renderer)

    /// Lets the reader of the next part of a dotted name continue from this value.
    func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer)

    /// Renders the section of `action` with the value as its frame.
    static func push(
        _ value: UnsafePointer<Self>, _ action: Action, _ renderer: inout Renderer)

    /// Calls `body` with the frame that stands for the value; does not call it if there is none.
    static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void)

    /// The value that a frame made by `withFrame` stands for.
    static func value(inFrame frame: UnsafeRawPointer) -> Self
}

// MARK: - Defaults

extension TemplateValue {
    /// Text, which a tag can show.
    public static var shape: Shape { Shape(Self.self, .text) }

    @inlinable
    func visit(_ action: Action, _ renderer: inout Renderer) {
        switch action.kind {
        case .escaped, .raw: write(action, &renderer)
        case .section: enter(action, &renderer)
        case .inverted: if !isTruthy { renderer.run(action) }
        }
    }

    /// Renders the section once, with this value as its frame, if the value is truthy.
    @inlinable
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        guard isTruthy else { return }
        withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
    }

    /// Reads the next part from this value's memory.
    @inlinable
    public func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer) {
        withUnsafePointer(to: self) { next.read(UnsafeRawPointer($0), action, &renderer) }
    }

    /// Renders the section, without a cache.
    @inlinable
    public static func push(
        _ value: UnsafePointer<Self>, _ action: Action, _ renderer: inout Renderer
    ) {
        withFrame(value, over: renderer.frame(under: action)) { renderer.run(action, frame: $0) }
    }

    /// The value's own address is its frame.
    @inlinable
    public static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        body(UnsafeRawPointer(value))
    }

    /// Reads the value that the frame is the address of.
    @inlinable
    public static func value(inFrame frame: UnsafeRawPointer) -> Self {
        frame.assumingMemoryBound(to: Self.self).pointee
    }
}

// MARK: - Scalars

extension String: TemplateValue {
    /// Every text but the empty one is truthy.
    public var isTruthy: Bool { !isEmpty }

    /// Shows the text, escaped if the tag asks for that.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        utf8Span.span.withUnsafeBufferPointer { renderer.write($0, for: action) }
    }
}

extension Substring: TemplateValue {
    /// Every text but the empty one is truthy.
    public var isTruthy: Bool { !isEmpty }

    /// Shows the text, escaped if the tag asks for that.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        utf8Span.span.withUnsafeBufferPointer { renderer.write($0, for: action) }
    }
}

extension Int: TemplateValue {
    /// Every number but 0 is truthy.
    public var isTruthy: Bool { self != 0 }

    /// Shows decimal digits, without separators.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(Int64(self))
    }
}

extension Int64: TemplateValue {
    /// Every number but 0 is truthy.
    public var isTruthy: Bool { self != 0 }

    /// Shows decimal digits, without separators.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        renderer.write(self)
    }
}

/// For sections only; a tag that would show it is refused when the template is loaded.
extension Bool: TemplateValue {
    /// A flag, which sections test and no tag shows.
    public static var shape: Shape { Shape(Self.self, .flag) }
    /// The flag itself.
    public var isTruthy: Bool { self }

    /// Shows nothing.
    public func write(_ action: Action, _ renderer: inout Renderer) {}

    /// Renders the section without a frame, so that `{{.}}` means the same as outside it.
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        if self { renderer.run(action) }
    }
}

// MARK: - Containers

/// Nil shows as nothing, any other value as the one it wraps.
extension Optional: TemplateValue where Wrapped: TemplateValue {
    /// The shape of the wrapped type: templates make no difference.
    @inlinable public static var shape: Shape { Wrapped.shape }
    /// Whether the wrapped value is truthy; nil is not.
    @inlinable public var isTruthy: Bool { self?.isTruthy ?? false }

    /// Shows the wrapped value; nil shows as nothing.
    @inlinable
    public func write(_ action: Action, _ renderer: inout Renderer) {
        self?.write(action, &renderer)
    }

    /// Enters the wrapped value; nil is not entered.
    @inlinable
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        self?.enter(action, &renderer)
    }

    /// Continues from the wrapped value; after nil, every name is missing.
    @inlinable
    public func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer) {
        guard let wrapped = self else { return renderer.missing(action) }
        wrapped.reach(next, action, &renderer)
    }

    /// The frame of the wrapped value; `body` is not called for nil.
    @inlinable
    public static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        guard let wrapped = value.pointee else { return }
        withUnsafePointer(to: wrapped) { Wrapped.withFrame($0, over: outer, body) }
    }

    /// Never nil, since nil has no frame.
    @inlinable
    public static func value(inFrame frame: UnsafeRawPointer) -> Self {
        Wrapped.value(inFrame: frame)
    }
}

/// A section over a list is rendered once for each element.
extension Array: TemplateValue where Element: TemplateValue {
    /// A list of values of the element's shape.
    public static var shape: Shape { Shape(Self.self, .list(of: Element.shape)) }
    /// Every list but the empty one is truthy.
    @inlinable public var isTruthy: Bool { !isEmpty }

    /// Shows nothing: a tag that would show a list is refused when the template is loaded.
    @inlinable public func write(_ action: Action, _ renderer: inout Renderer) {}

    /// Renders the section once for each element, without copying: frames point into the list.
    @inlinable
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            for index in elements.indices {
                Element.push(first + index, action, &renderer)
            }
        }
    }
}
