/// A type whose fields a template can name:
///
///     extension ItemEntry: TemplateData {
///         static let fields: [Field<ItemEntry>] = [
///             Field("title") { $0.title },
///             Field("photos") { $0.photos },
///         ]
///     }
public protocol TemplateData: TemplateValue {
    /// The names that a template may use, each once; read when a template is loaded.
    static var fields: [Field<Self>] { get }
}

/// An object that never changes. A section over it can only use the object's own names, so if the
/// object is permanent, the section is rendered once and cached.
public protocol ConstantData: AnyObject, Sendable, TemplateData {
    /// Whether the object lives as long as the process. Sections over any other object are not cached.
    var isPermanent: Bool { get }
}

extension ConstantData {
    /// An object with the names of `fields`; sections over it see no others.
    public static var shape: Shape { closedShape }

    /// Renders the section; if the object is permanent, only the first time, and from the cache after that.
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        guard isPermanent else {
            return withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
        }
        renderer.renderConstantSection(action, over: self) { renderer in
            withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
        }
    }
}

/// A value that shows the same whenever it comes from the same object in the same version. A section
/// over it can only use the value's own names, so what it renders is cached for when the value
/// comes again.
public protocol RecurringData: TemplateData {
    /// The object from which the value comes, and which never changes; nil to render the value each time.
    var source: (AnyObject & Sendable)? { get }
    /// Distinguishes values that come from the same object but show something else.
    var version: Int64 { get }
}

extension RecurringData {
    /// An object with the names of `fields`; sections over it see no others.
    public static var shape: Shape { closedShape }

    /// Renders the section, or writes its cached output.
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
        renderer.renderRecurringSection(
            action, of: source, version: value.pointee.version, render)
    }
}

/// A name that templates may use for a value of `Owner`, and how to get the value.
public struct Field<Owner>: Sendable {
    @usableFromInline let name: String
    @usableFromInline let shape: @Sendable () -> Shape
    @usableFromInline let reader: Reader

    /// `get` is called whenever a tag names the field, so it should return a value that already exists.
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
    /// An object with the names of `fields`; sections over it see no others.
    fileprivate static var closedShape: Shape {
        var shape = Shape(Self.self, .object { fields.map(AnyField.init) })
        shape.isConstant = true
        return shape
    }

    /// An object with the names of `fields`.
    public static var shape: Shape {
        Shape(Self.self, .object { fields.map(AnyField.init) })
    }

    /// Always true: a section over an object is rendered once.
    @inlinable public var isTruthy: Bool { true }

    /// Shows nothing: a tag that would show an object is refused when the template is loaded.
    @inlinable public func write(_ action: Action, _ renderer: inout Renderer) {}
}

/// A `Field` without the type of its owner, which is that of the shape it belongs to.
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
