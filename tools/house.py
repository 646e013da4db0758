"""The house measured from its source alone: functions, folders, names, lines.

    python tools/house.py              the measures, to be put beside those of another commit
    python tools/house.py --check      names that break a rule of docs/vocabulary.md, and folders that are too full
    python tools/house.py --modules    docs/modules.md: each module in the words of its docstring

Standard library only; it imports nothing of Troel, so that any commit can be measured.
"""

import argparse
import ast
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOMS = ("scoring", "tournament", "tools")
EVERYWHERE = (*ROOMS, "templates", "tests", "benchmarks")
MAX_FILES = 20
TRANSLATES = re.compile(r"_|n?p?gettext(_lazy)?")
MAX_TYPES = 4

# What somebody sees at one moment is no name for a thing.
MOMENTS = frozenset({"found", "told", "given", "made", "said", "shown", "asked", "wanted", "kept", "one"})
MOMENTS |= {"here", "there", "now"}

# Fields that may be called so, because something else reads them by that name.
MOMENTS_ALLOWED = {
    "ContractLine.made": "a column of every rule set, read by its name",
    "PhoneDeal.told": "a key of the JSON that phones keep",
    "SignatureRecord.shown": "a key of troel/1",
}

# Names that may have more types than four: how many, and why.
TYPES_ALLOWED = {
    "at": (5, "a place in a sequence or a moment, as in any program"),
    "before": (5, "a column of `after` and `before`, whatever is compared; also a key of what phones get"),
    "column": (5, "of a list, a grid, a database or a ranking"),
    "columns": (8, "of a list that is written, read, printed or scanned"),
    "deals": (5, "the deals themselves, their numbers or how many; a key of troel/1"),
    "default": (8, "one for each type of field that a rule set can have"),
    "ends": (5, "a key of troel/1, and when something ends"),
    "faults": (5, "of a rule set, of cells, of a form, a format or a season"),
    "files": (5, "of an upload, a workbook or a job"),
    "jury": (5, "a key of rule sets, results, troel/1 and what phones get"),
    "kind": (6, "which of several: each enum has its own"),
    "line": (6, "of a logbook, a list, a sheet, a rule set or a text"),
    "lines": (7, "of a list, a sheet, a rule set, a screen or a text"),
    "page": (5, "of a file, a score sheet or a scan; a key of jobs"),
    "part": (7, "of a design, which has four kinds of them, of a rule set or of a picture"),
    "people": (6, "as entries, as names, as numbers, or yet to be entered"),
    "place": (5, "in a ranking, at a table, in a file, or a town"),
    "players": (5, "as entries, as numbers, or how many; a key of draws"),
    "record": (6, "what django-tables2, logging and msgspec each call so"),
    "rounds": (7, "the rounds themselves, their seatings, their numbers or how many; a key of troel/1"),
    "row": (5, "of a table, whatever the table lists"),
    "rows": (6, "of a table, whatever the table lists"),
    "seats": (6, "a key of results, of draws, of troel/1 and of what phones get, each in its form"),
    "state": (5, "of an event, a table, a job or a phone"),
    "step": (5, "of an explanation, a search or a change"),
    "tables": (5, "the tables themselves, their seatings, their numbers or how many"),
    "words": (6, "in a text, of a promise, or all that a phone says"),
}

# Classes of one name that a framework asks for.
FRAMEWORK = frozenset({"Meta", "Migration", "Command"})

# Containers differ in what they can do, not in what they hold; a mapping holds its values.
SEQUENCES = frozenset({"list", "tuple", "set", "frozenset", "Iterable", "Iterator", "Collection", "Set", "AbstractSet"})
SEQUENCES |= {"Sequence", "QuerySet"}
MAPPINGS = frozenset({"dict", "Mapping", "MutableMapping", "defaultdict", "Counter"})
# What a part of an event is called in a file (`DealRecord`) and while the ranking is computed (`DealFacts`).
LAYERS = re.compile(r"(?<=[a-z])(Record|Facts)$")
# These say when a value is there or within which bounds, not of what type it is.
WRAPPERS = frozenset({"Annotated", "Always", "NotRequired", "ClassVar"})

Parsed = list[tuple[Path, ast.Module]]


def parse(rooms: Iterable[str] = ROOMS) -> Parsed:
    """Every module of some rooms, migrations excepted, below the present folder."""
    paths = (path for room in rooms for path in sorted(Path(room).rglob("*.py")) if "migrations" not in path.parts)
    return [(path, ast.parse(path.read_text("utf-8"))) for path in paths]


def name_types(modules: Parsed) -> dict[str, dict[str, str]]:
    """Every parameter and annotated field: its types, each with a place where it has it."""
    types: dict[str, dict[str, str]] = defaultdict(dict)
    aliases = Aliases(modules)
    for path, tree in modules:
        for name, annotation in _annotated(tree):
            for text in sorted(aliases.parts(annotation, _dotted(path)) - {"None", "Any"}):
                types[name].setdefault(text, f"{path}:{annotation.lineno}")
    return types


def _annotated(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            yield node.arg, node.annotation
        elif isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield field.target.id, field.annotation


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


class Aliases:
    """The names that modules give to types: an alias counts as what it stands for, a union as its parts.

    Every form is a `Form`: a page has one, and calls it so.
    """

    def __init__(self, modules: Parsed) -> None:
        self.imports: dict[str, str] = {}
        self.types: dict[str, ast.expr] = {}
        for path, tree in modules:
            module = _dotted(path)
            for node in ast.walk(tree):
                if isinstance(node, ast.Assign) and node in tree.body and isinstance(node.targets[0], ast.Name):
                    self.types[f"{module}.{node.targets[0].id}"] = node.value
                elif isinstance(node, ast.ImportFrom):
                    for name in node.names:
                        self.imports[f"{module}.{name.asname or name.name}"] = f"{node.module}.{name.name}"

    def parts(self, annotation: ast.expr, module: str) -> set[str]:
        """The types of an annotation in a module; `None` is one of them, and what may be anything is `Any`."""
        match annotation:
            case ast.BinOp(left, _, right):
                return self.parts(left, module) | self.parts(right, module)
            case ast.Constant(str(text)):
                return self.parts(ast.parse(text, mode="eval").body, module)
            case ast.Name() | ast.Attribute():
                return self._named(ast.unparse(annotation), module)
            case ast.Subscript(ast.Name(name) | ast.Attribute(attr=name), arguments):
                return self._generic(name, arguments.elts if isinstance(arguments, ast.Tuple) else [arguments], module)
        return {ast.unparse(annotation)}

    def _named(self, name: str, module: str) -> set[str]:
        head, _, rest = name.partition(".")
        full = f"{module}.{head}"
        while full in self.imports:
            full = self.imports[full]
        full = f"{full}.{rest}".rstrip(".")
        match self.types.get(full):
            case None:
                last = name.rpartition(".")[2]
                return {"Any" if last == "object" else "Form" if last.endswith("Form") else LAYERS.sub("", last)}
            case ast.Call(ast.Name("TypeVar")):
                return {"Any"}
            case ast.Call():
                return {name}
            case alias:
                return self.parts(alias, full.rpartition(".")[0])

    def _generic(self, name: str, arguments: list[ast.expr], module: str) -> set[str]:
        if name in WRAPPERS:
            return self.parts(arguments[0], module)
        if name == "Literal":
            return {type(value.value).__name__ for value in arguments if isinstance(value, ast.Constant)}
        if name == "Callable":
            return {name}
        if name in MAPPINGS:
            name, arguments = "Sequence", arguments[1:] or [ast.Name("int")]
        inner = [" | ".join(sorted(self.parts(argument, module) - {"None"})) for argument in arguments]
        inner = [text for text in inner if text != "..."]
        name = "Sequence" if name in SEQUENCES else name
        # What holds anything, such as an object of JSON, may be anything.
        return {"Any"} if name == "Sequence" and inner == ["Any"] else {f"{name}[{', '.join(inner)}]"}


def classes(modules: Parsed) -> dict[str, list[str]]:
    """Where each class is defined, by its name."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in modules:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in FRAMEWORK:
                places[node.name].append(f"{path}:{node.lineno}")
    return places


def moments(modules: Parsed) -> Iterator[str]:
    """Parameters, fields and classes that are called by a moment, with their place."""
    for path, tree in modules:
        owners: dict[ast.AST, str] = {
            field: node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for field in node.body
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                name = node.arg
            elif isinstance(node, ast.ClassDef):
                name = node.name.lower()
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name = node.target.id
            else:
                continue
            if name in MOMENTS and f"{owners.get(node)}.{name}" not in MOMENTS_ALLOWED:
                yield f"{path}:{node.lineno}: `{name}` names a moment"


def hidden_messages(modules: Parsed) -> Iterator[str]:
    """Where a message to be translated stands in an f-string, in which Python 3.11 lets nobody collect it."""
    for path, tree in modules:
        for string in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
            for node in ast.walk(string):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and TRANSLATES.fullmatch(node.func.id)
                ):
                    yield f"{path}:{node.lineno}: a message in an f-string is not collected; put it beside it"


def folders() -> Counter[str]:
    """How many modules and templates each folder holds, migrations excepted."""
    files = (path for room in EVERYWHERE for path in Path(room).rglob("*") if path.suffix in (".py", ".html"))
    return Counter(path.parent.as_posix() for path in files if path.parent.name != "migrations")


def violations(modules: Parsed) -> Iterator[str]:
    """What breaks a rule, one sentence each."""
    yield from moments(modules)
    yield from hidden_messages(modules)
    for name, types in sorted(name_types(modules).items()):
        allowed, _ = TYPES_ALLOWED.get(name, (MAX_TYPES, ""))
        if len(types) > allowed:
            yield f"`{name}` has {len(types)} types: " + "; ".join(f"{text} ({place})" for text, place in types.items())
    for name, places in sorted(classes(modules).items()):
        if len(places) > 1:
            yield f"class `{name}` is defined {len(places)} times: {', '.join(places)}"
    for folder, count in sorted(folders().items()):
        if count > MAX_FILES:
            yield f"{folder} holds {count} files"


def measures(modules: Parsed) -> Iterator[str]:
    """The measures, one line each."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    functions = [node for _, tree in modules for node in ast.walk(tree) if isinstance(node, kinds)]
    lengths = sorted((node.end_lineno or 0) - node.lineno + 1 for node in functions)
    p90 = lengths[len(lengths) * 9 // 10]
    over = sum(length > 40 for length in lengths)
    yield f"functions: {len(lengths)}, median {statistics.median(lengths):.0f} lines, p90 {p90}, {over} over 40"
    yield "fullest folders: " + ", ".join(f"{folder} {count}" for folder, count in folders().most_common(5))
    counts = [len(types) for types in name_types(modules).values()]
    six, five = (sum(count >= most for count in counts) for most in (6, 5))
    yield f"names with six types or more: {six}; with more than four: {five}"
    yield f"parameters, fields and classes called by a moment: {sum(1 for _ in moments(modules))}"
    yield f"class names used twice or more: {sum(len(places) > 1 for places in classes(modules).values())}"
    lines: Counter[str] = Counter()
    for path, _ in modules:
        lines["/".join(path.parts[: 2 if len(path.parts) > 2 else 1])] += path.read_text("utf-8").count("\n")
    for room, count in sorted(lines.items()):
        yield f"{count:6} lines in {room}"
    yield f"{sum(lines.values()):6} lines in all"


def module_list(modules: Parsed) -> str:
    """docs/modules.md: rooms as headings, a line for each module."""
    about = "Generated by `make modules` from the first sentence of each docstring; a test compares it."
    text = ["# The modules", "", about, ""]
    room = None
    for path, tree in sorted(modules, key=lambda module: (module[0].parent.as_posix(), module[0].name)):
        summary = " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())
        if path.parent != room:
            room = path.parent
            text += [f"## {room}", ""] if text[-1] == "" else ["", f"## {room}", ""]
        if path.name != "__init__.py":
            text.append(f"- `{path.stem}`: {summary}")
        elif summary:
            text += [summary, ""]
    return "\n".join(text) + "\n"


def main() -> int:
    """The command; 1 if a rule is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--modules", action="store_true")
    options = parser.parse_args()
    modules = parse()
    if options.modules:
        sys.stdout.write(module_list(modules))
        return 0
    sentences = list(violations(modules) if options.check else measures(modules))
    sys.stdout.write("".join(f"{sentence}\n" for sentence in sentences))
    return 1 if options.check and sentences else 0


if __name__ == "__main__":
    sys.exit(main())
