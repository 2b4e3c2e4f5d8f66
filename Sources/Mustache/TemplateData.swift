/// A type whose fields a template can name:
///
///     extension ItemEntry: TemplateData {
///         static let fields: [Field<ItemEntry>] = [
///             Field("title") { $0.title },
///             Field("photos") { $0.photos },
///         ]
///     }
public protocol TemplateData: TemplateValue {
    /// Each name that a template may use, once; read when a template is loaded.
    static var fields: [Field<Self>] { get }
}

/// An object that never changes. A section over it knows no names but the object's own, so that what
/// it makes of one that lasts is made once, and kept.
public protocol ConstantData: AnyObject, Sendable, TemplateData {
    /// Whether it is there for as long as the program runs; of any other nothing is kept.
    var isLasting: Bool { get }
}

extension ConstantData {
    /// An object with the names of `fields`, and no others within.
    public static var shape: Shape { closedShape }

    /// Renders the section once; one over an object that lasts only the first time.
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        guard isLasting else {
            return withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
        }
        renderer.repeatSection(action, over: self) { renderer in
            withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
        }
    }
}

/// A value that shows the same whenever it comes from the same object at the same stage. A section over it
/// knows no names but the value's own, so that what it made of one that comes again is shown again.
public protocol RecurringData: TemplateData {
    /// What the value comes from, which never changes; nil where it is to be rendered each time.
    var source: (AnyObject & Sendable)? { get }
    /// Tells apart what values of one source show.
    var stage: Int64 { get }
}

extension RecurringData {
    /// An object with the names of `fields`, and no others within.
    public static var shape: Shape { closedShape }

    /// Renders the section, or shows what it made before.
    @inlinable
    public static func push(
        _ value: UnsafePointer<Self>, _ action: Action, _ renderer: inout Renderer
    ) {
        func render(_ renderer: inout Renderer) {
            withFrame(value, over: renderer.frame(under: action)) {
                renderer.run(action, frame: $0)
            }
        }
        guard let source = value.pointee.source else { return render(&renderer) }
        renderer.repeatSection(action, of: source, at: value.pointee.stage, render)
    }
}

/// A name that templates may use for a value of `Owner`, and how the value is had.
public struct Field<Owner>: Sendable {
    @usableFromInline let name: String
    @usableFromInline let shape: @Sendable () -> Shape
    @usableFromInline let reader: Reader

    /// `get` runs each time a tag names the field, so it should return what is there already.
    @inlinable
    public init<V: TemplateValue>(
        _ name: String, _ get: @escaping @Sendable (borrowing Owner) -> V
    ) {
        self.name = name
        shape = { V.shape }
        reader = Reader(
            read: { owner, action, renderer in
                get(owner.assumingMemoryBound(to: Owner.self).pointee).visit(action, &renderer)
            },
            reach: { owner, next, action, renderer in
                get(owner.assumingMemoryBound(to: Owner.self).pointee)
                    .reach(next, action, &renderer)
            })
    }
}

extension TemplateData {
    /// An object with the names of `fields`, and no others within.
    fileprivate static var closedShape: Shape {
        var shape = Shape(Self.self, .object { fields.map(AnyField.init) })
        shape.isConstant = true
        return shape
    }

    /// An object with the names of `fields`.
    public static var shape: Shape {
        Shape(Self.self, .object { fields.map(AnyField.init) })
    }

    /// Always: a section over an object is rendered once.
    @inlinable public var isTruthy: Bool { true }

    /// Nothing: a tag that would show an object is refused when the template is loaded.
    @inlinable public func write(_ action: Action, _ renderer: inout Renderer) {}
}

/// A `Field` without its owner's type, which the shape it belongs to stands for.
struct AnyField: Sendable {
    let name: String
    let shape: @Sendable () -> Shape
    let reader: Reader

    init<Owner>(_ field: Field<Owner>) {
        name = field.name
        shape = field.shape
        reader = field.reader
    }
}
