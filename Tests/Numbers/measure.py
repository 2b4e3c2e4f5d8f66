#!/usr/bin/env python3
"""Measures the shape of the sources and prints it as a table: `make numbers`.

It reads text and knows no grammar: comments and strings are blanked, declarations are found by
their keywords and bodies by their braces. How each number is counted stands at its function.
`--long N` lists the functions of more than N lines, `--silent` the public declarations that say
nothing, `--knot` the files of the cycle.
"""

import argparse
import bisect
import re
import statistics
from pathlib import Path

LIBRARIES = ["HTTPServer", "Mustache", "OpenMarket", "Market", "ViewModels"]

BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|(#+)".*?"\1|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
FUNCTION = re.compile(r"(?<![.\w])(?:func +[^\s(<]+ *|init[?!]?|subscript|deinit)(?=[(<\s])")
# What may stand between the parameters of a function and its body.
RESULT = re.compile(
    r"\s*(?:(?:async|rethrows|throws(?:\([^)]*\))?)\s*)*(?:->[^{}=;]*?|where\s[^{}]*?)?\{")
SCOPE = re.compile(r"\b(struct|enum|class|actor|protocol|extension)\s+([A-Za-z]\w*)[^{}]*\{")
WORD = re.compile(r"\b[A-Z]\w*")
IMPORT = re.compile(r"^(?:@\w+ |\w+ )?import +(?:\w+ )?(\w+)", re.MULTILINE)
PUBLIC = re.compile(r"^(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?!import\b|extension\b)")
MEMBER = re.compile(r"^(?:@\w+(?:\([^)]*\))? )*(?:static |mutating |nonisolated |indirect )*"
                    r"(?:case|func|init|var|let|subscript|struct|enum|associatedtype|typealias)\b")
LISTED = re.compile(r"\bpublic\b(?!.*\bCodingKey\b)")
ROW = re.compile(r"case |(?:public )?static let ")


class Source:
    """A file, and its code with comments and strings blanked letter for letter."""

    def __init__(self, path, root):
        self.path = path
        self.name = str(path.relative_to(root))
        self.target = path.relative_to(root).parts[0]
        self.text = path.read_text()
        self.code = BLANKED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), self.text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", self.code)]
        self.lines = len(self.starts) - 1

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def closing(self, opening):
        """The offset of the bracket that closes the one at `opening`."""
        open_mark = self.code[opening]
        close_mark = {"{": "}", "(": ")"}[open_mark]
        depth = 0
        for offset in range(opening, len(self.code)):
            mark = self.code[offset]
            depth += (mark == open_mark) - (mark == close_mark)
            if depth == 0:
                return offset
        raise ValueError(f"{self.name}: nothing closes line {self.line(opening)}")


def functions(source):
    """(lines, place, name) of each `func`, `init`, `deinit` and `subscript` with a body: from the
    line of that word to that of the closing brace. Computed properties and closures on their own
    are no functions."""
    for match in FUNCTION.finditer(source.code):
        end = match.end()
        if not match.group().startswith("deinit"):
            opening = source.code.find("(", end)
            if opening < 0:
                continue
            end = source.closing(opening) + 1
        rest = RESULT.match(source.code, end)
        if rest:
            first = source.line(match.start())
            lines = source.line(source.closing(rest.end() - 1)) - first + 1
            yield lines, f"{source.name}:{first}", match.group().strip()


def scopes(source):
    """(kind, name, opening, closing) of each type and extension, outermost first."""
    for match in SCOPE.finditer(source.code):
        opening = match.end() - 1
        yield match.group(1), match.group(2), opening, source.closing(opening)


def outermost(source):
    """(kind, name) of each type and extension that stands inside no other."""
    end = 0
    for kind, name, opening, closing in scopes(source):
        if opening >= end:
            end = closing
            yield kind, name


def largest_cycle(sources):
    """The files of the largest strongly connected component. A file points to another if its code
    names a type that the other declares (outside of other types; comments and strings do not
    count). An extension counts to the file that declares its type: `X+Y.swift` is a part of
    `X.swift`, unless X is another target's; then it points to others and none to it."""
    homes = {
        name: source.name for source in sources
        for kind, name in outermost(source) if kind != "extension"
    }
    edges = {}
    for source in sources:
        named = {homes[word] for word in WORD.findall(source.code) if word in homes}
        extended = {homes[name] for _, name in outermost(source) if name in homes}
        for owner in extended or {source.name}:
            edges.setdefault(owner, set()).update(named)

    def reached(start):
        seen, waiting = {start}, [start]
        while waiting:
            for other in edges.get(waiting.pop(), set()) - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    ways = {name: reached(name) for name in edges}
    cycles = (
        {other for other in way if name in ways.get(other, ())} for name, way in ways.items())
    return sorted(max(cycles, key=len, default=()))


def silent(source):
    """The public declarations, and the cases and requirements of public enums and protocols, whose
    line before (attributes left out) is no `///`. Of cases or static constants on neighbouring
    lines only the first has to say something, and coding keys are said at their properties."""
    listed = [
        (kind, opening, closing) for kind, _, opening, closing in scopes(source)
        if LISTED.search(source.code[:opening].rsplit("\n", 1)[-1])
    ]
    lines = [line.strip() for line in source.text.split("\n")]
    for index, code in enumerate(source.code.split("\n")):
        if not PUBLIC.match(code.strip()) and not is_member(source, index, code.strip(), listed):
            continue
        before = index - 1
        while lines[before].startswith("@"):
            before -= 1
        row = ROW.match(lines[index])
        if lines[before].startswith("///") or (row and lines[before].startswith(row.group())):
            continue
        yield f"{source.name}:{index + 1}", lines[index]


def is_member(source, index, code, listed):
    """Whether a line declares a case of a public enum or a requirement of a public protocol."""
    if not MEMBER.match(code):
        return False
    offset = source.starts[index]
    inside = [scope for scope in listed if scope[1] < offset < scope[2]]
    if not inside:
        return False
    kind, opening, _ = inside[-1]
    between = source.code[opening + 1:offset]
    direct = between.count("{") == between.count("}")
    return direct and (kind == "protocol" or (kind == "enum" and code.startswith("case ")))


def imports(sources):
    """The targets that each target's files import, from among those with sources."""
    targets = sorted({source.target for source in sources})
    return {
        target: sorted({
            name for source in sources if source.target == target
            for name in IMPORT.findall(source.code) if name in targets
        })
        for target in targets
    }


def main():
    parser = argparse.ArgumentParser(description="Measures the shape of the sources.")
    parser.add_argument("root", nargs="?", default="Sources", type=Path)
    parser.add_argument("--long", type=int, metavar="N")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--knot", action="store_true")
    options = parser.parse_args()

    sources = [Source(path, options.root) for path in sorted(options.root.rglob("*.swift"))]
    measured = sorted((entry for source in sources for entry in functions(source)), reverse=True)
    knot = largest_cycle([source for source in sources if source.target == "Web"])
    unsaid = {
        library: [entry for source in sources if source.target == library
                  for entry in silent(source)]
        for library in LIBRARIES
    }
    print_table(sources, measured, knot, unsaid)
    if options.long is not None:
        for lines, place, name in measured:
            if lines > options.long:
                print(f"{lines:4} {place} {name}")
    if options.silent:
        for place, declaration in (entry for entries in unsaid.values() for entry in entries):
            print(f"{place}: {declaration}")
    if options.knot:
        print("\n".join(knot))


def print_table(sources, measured, knot, unsaid):
    lines = [source.lines for source in sources]
    lengths = [length for length, _, _ in measured]
    rows = [
        ("files", len(lines)),
        ("lines", sum(lines)),
        ("X+Y.swift files", sum("+" in source.path.name for source in sources)),
        ("median lines a file", statistics.median(lines)),
        ("files under 30 lines", sum(count < 30 for count in lines)),
        ("functions", len(lengths)),
        ("median lines a function", statistics.median(lengths)),
        ("longest function", "{} ({} {})".format(*measured[0])),
        ("largest cycle in Web, files", len(knot)),
    ]
    rows += [(f"public without ///, {library}", len(entries))
             for library, entries in unsaid.items()]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:{width}}  {value}")
    print("\ntarget        files  lines  imports")
    for target, imported in imports(sources).items():
        counts = [source.lines for source in sources if source.target == target]
        print(f"{target:12} {len(counts):6} {sum(counts):6}  {' '.join(imported) or '-'}")


if __name__ == "__main__":
    main()
