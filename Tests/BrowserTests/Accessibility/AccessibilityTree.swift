import Fixtures
import Foundation

/// A page's accessibility tree: roles and names, as screen readers get them.
struct AccessibilityTree {
    struct Node {
        let role: String
        let name: String
        let depth: Int

        /// Whether a screen reader cannot say what the control is for.
        var isNamelessControl: Bool { AccessibilityTree.controls.contains(role) && name.isEmpty }
    }

    /// Roles of controls, which need a name.
    static let controls: Set = [
        "button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio",
        "switch", "tab", "menuitem", "slider", "spinbutton", "DisclosureTriangle",
    ]

    /// Roles that only contain others, or whose text is part of the element around them.
    private static let passedOver: Set = [
        "generic", "none", "presentation", "StaticText", "InlineTextBox", "LineBreak", "ListMarker",
        "LabelText", "LayoutTable",
    ]

    let nodes: [Node]

    @Blocking
    init(of browser: Browser) throws {
        let answer = try browser.command("Accessibility.getFullAXTree")
        let all = answer["nodes"] as? [[String: Any]] ?? []
        let byID = Dictionary(
            all.compactMap { node in (node["nodeId"] as? String).map { ($0, node) } },
            uniquingKeysWith: { first, _ in first })
        var nodes: [Node] = []
        func add(_ id: String, _ depth: Int) {
            guard let node = byID[id] else { return }
            let role = Self.value(node["role"])
            let isIgnored = node["ignored"] as? Bool ?? false
            let isShown = !isIgnored && !Self.passedOver.contains(role)
            if isShown {
                nodes.append(Node(role: role, name: Self.value(node["name"]), depth: depth))
            }
            for child in node["childIds"] as? [String] ?? [] {
                add(child, depth + (isShown ? 1 : 0))
            }
        }
        if let root = all.first?["nodeId"] as? String { add(root, 0) }
        self.nodes = nodes
    }

    /// The tree as text, a line for each node: `  link “로그인”`.
    var text: String {
        nodes.map { node in
            let name = node.name.replacing("\n", with: " ")
            return String(repeating: "  ", count: node.depth) + node.role
                + (name.isEmpty ? "" : " “\(name)”") + "\n"
        }.joined()
    }

    private static func value(_ property: Any?) -> String {
        (property as? [String: Any])?["value"] as? String ?? ""
    }
}
