extension TemplateValue {
    public static var shape: Shape { Shape(Self.self, .text) }

    @inlinable
    func visit(_ action: Action, _ renderer: inout Renderer) {
        switch action.kind {
        case .escaped, .raw: write(action, &renderer)
        case .section: enter(action, &renderer)
        case .inverted: if !isTruthy { renderer.run(action) }
        }
    }

    @inlinable
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        guard isTruthy else { return }
        withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
    }

    @inlinable
    public func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer) {
        withUnsafePointer(to: self) { next.read(UnsafeRawPointer($0), action, &renderer) }
    }

    @inlinable
    static func push(
        _ value: UnsafePointer<Self>, _ action: Action, _ renderer: inout Renderer
    ) {
        withFrame(value, over: renderer.frame(under: action)) { renderer.run(action, frame: $0) }
    }

    @inlinable
    public static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        body(UnsafeRawPointer(value))
    }

    @inlinable
    public static func value(inFrame frame: UnsafeRawPointer) -> Self {
        frame.assumingMemoryBound(to: Self.self).pointee
    }
}
