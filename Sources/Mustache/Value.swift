/// A value whose names are only known at run time, as in JSON. Templates that use it are checked
/// for their syntax, but not for their names.
public enum Value: Sendable {
    /// Shows as nothing; a section over it is not rendered.
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    case string(String)
    case list([Value])
    case object([String: Value])
    /// Called with the unrendered text of its section, or with "" for a variable tag. Its result is
    /// rendered as a template in place of the tag.
    case lambda(@Sendable (String) -> String)

    subscript(key: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }
}

/// A dynamic value in a frame, linked to the next dynamic frame further out.
struct DynamicFrame {
    let value: UnsafePointer<Value>
    let outer: UnsafeRawPointer?
}

extension Value: TemplateValue {
    /// Dynamic: the value may have any names.
    public static var shape: Shape { Shape(Self.self, .dynamic) }

    /// Truthy as in mustache.js: all but `false`, null, zero, NaN, the empty text and the empty list.
    public var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .decimal(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        case .list(let elements): !elements.isEmpty
        case .object, .lambda: true
        }
    }

    /// Shows text and numbers, `true` or `false`, and the result of a lambda; lists and objects show as nothing.
    public func write(_ action: Action, _ renderer: inout Renderer) {
        switch self {
        case .null, .list, .object: break
        case .bool(let flag): (flag ? "true" : "false").write(action, &renderer)
        case .integer(let number): number.write(action, &renderer)
        case .decimal(let number): number.description.write(action, &renderer)
        case .string(let text): text.write(action, &renderer)
        case .lambda(let lambda): renderer.interpolate(lambda, action)
        }
    }

    /// Renders the section once for each element of a list, with a lambda's result, or once for any
    /// other truthy value.
    public func enter(_ action: Action, _ renderer: inout Renderer) {
        switch self {
        case .list(let elements):
            elements.enter(action, &renderer)
        case .lambda(let lambda):
            renderer.section(lambda, action)
        default:
            guard isTruthy else { return }
            withUnsafePointer(to: self) { Self.push($0, action, &renderer) }
        }
    }

    /// The frame links to the next dynamic frame further out, in which names are looked up next.
    public static func withFrame(
        _ value: UnsafePointer<Value>, over outer: UnsafeRawPointer?,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        let frame = DynamicFrame(value: value, outer: outer)
        withUnsafePointer(to: frame) { body(UnsafeRawPointer($0)) }
    }

    /// The value to which such a frame points.
    public static func value(inFrame frame: UnsafeRawPointer) -> Value {
        frame.assumingMemoryBound(to: DynamicFrame.self).pointee.value.pointee
    }

    /// Reads a member by its key from a value in memory, as one part of a dotted name.
    static func member(_ key: String) -> Reader {
        Reader(
            read: { value, action, renderer in
                guard let member = value.assumingMemoryBound(to: Value.self).pointee[key] else {
                    return renderer.missing(action)
                }
                member.visit(action, &renderer)
            },
            reach: { value, next, action, renderer in
                guard let member = value.assumingMemoryBound(to: Value.self).pointee[key] else {
                    return renderer.missing(action)
                }
                member.reach(next, action, &renderer)
            })
    }

    /// Reads a value in memory itself.
    static let whole = Reader(
        read: { value, action, renderer in
            value.assumingMemoryBound(to: Value.self).pointee.visit(action, &renderer)
        },
        reach: { value, next, action, renderer in next.read(value, action, &renderer) })
}
