import Mustache
import ViewModels

extension ShortText: TemplateValue {
    public var isTruthy: Bool { count > 0 }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        withUTF8 { renderer.write($0, for: action) }
    }
}
