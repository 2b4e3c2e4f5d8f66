/// What a tag can show or a section can enter. `TemplateData` is the way to conform for types
/// with fields; a type that shows as text needs only `isTruthy` and `write`.
public protocol TemplateValue: SendableMetatype {
    /// What the load-time check knows of the type; by default, that it shows as text.
    static var shape: Shape { get }

    /// Whether a section over the value is entered. As in mustache.js, `false`, nothing, zero,
    /// the empty text and the empty list are not.
    var isTruthy: Bool { get }

    /// Shows the value; `renderer.write(_:for:)` escapes where the tag wants it.
    func write(_ action: Action, _ renderer: inout Renderer)

    /// Renders the section of `action` as often as the value says.
    func enter(_ action: Action, _ renderer: inout Renderer)

    /// Lets the reader of the next part of a dotted name go on from here.
    func reach(_ next: Reader, _ action: Action, _ renderer: inout Renderer)

    /// Calls `body` with what stands for the value in a frame, or not when nothing does.
    static func withFrame(
        _ value: UnsafePointer<Self>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void)

    /// The value that a frame made by `withFrame` stands for.
    static func value(inFrame frame: UnsafeRawPointer) -> Self
}
