/// Nothing shows as nothing; otherwise as what it holds.
extension Optional: TemplateValue where Wrapped: TemplateValue {
    @inlinable public static var shape: Shape { Wrapped.shape }
    @inlinable public var isTruthy: Bool { self?.isTruthy ?? false }

    @inlinable
    public func write(_ action: Action, _ renderer: inout Renderer) {
        self?.write(action, &renderer)
    }

    @inlinable
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        self?.enter(action, &renderer)
    }

    @inlinable
    public func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer) {
        guard let wrapped = self else { return renderer.missing(action) }
        wrapped.reach(next, action, &renderer)
    }

    @inlinable
    public static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        guard let wrapped = value.pointee else { return }
        withUnsafePointer(to: wrapped) { Wrapped.withFrame($0, over: outer, body) }
    }

    @inlinable
    public static func value(inFrame frame: UnsafeRawPointer) -> Self {
        Wrapped.value(inFrame: frame)
    }
}

/// A section over a list is rendered once for each element.
extension Array: TemplateValue where Element: TemplateValue {
    public static var shape: Shape { Shape(Self.self, .list(of: Element.shape)) }
    @inlinable public var isTruthy: Bool { !isEmpty }

    @inlinable public func write(_ action: Action, _ renderer: inout Renderer) {}

    /// Elements are not copied: their frames point into the list.
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
