import Market
import Mustache
import ViewModels

/// As its number; a section over it is entered as over a number.
extension Identifier: TemplateValue {
    public var isTruthy: Bool { rawValue != 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        rawValue.write(action, &renderer)
    }
}

extension ShortText: TemplateValue {
    public var isTruthy: Bool { count > 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        withUTF8 { renderer.write($0, for: action) }
    }
}
