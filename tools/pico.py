"""What we use of Pico's style sheet: `python -m tools.pico PUBLISHED` writes it to tournament/static/vendor/pico/.

`PUBLISHED` is `css/pico.min.css` of the npm package. What goes: parts of a page that no page of ours has, Pico's own
dark theme (ours are in tokens.css), and the names that nothing reads any more. What stays is unchanged.
"""

import re
import sys
from pathlib import Path

import tinycss2  # type: ignore[import-untyped]  # it ships no types

STATIC = Path(__file__).resolve().parents[1] / "tournament/static"
# Parts that no page of ours has, and the dark theme.
UNUSED = re.compile(
    r":host|data-theme=(dark|light)|:root:not\(\[data-theme\]\)|aria-busy|role=(group|search|switch)|data-tooltip"
    r"|type=(range|color)|\.(dropdown|secondary|contrast|outline|container|grid|striped|overflow-auto|modal|close)"
    r"|\b(dialog|hgroup|blockquote|kbd|samp|mark|ins|del|sub|sup|h5|h6|audio|canvas|iframe|embed|object|video|hr)\b(?!-)"
)
LIGHT = ":root:not([data-theme=dark])"
GROUPS = re.compile(r":(?:is|where|not)\((?:[^()]|\([^()]*\))*\)")
NAME = re.compile(r"(--pico-[\w-]+):(?:\"(?:[^\"])*\"|url\(\"[^\"]*\"\)|[^;}])*;?")


def selectors(text: str) -> list[str]:
    """The selectors of a list, divided where no bracket is open."""
    parts, open_brackets = [""], 0
    for sign in text:
        open_brackets += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "," and not open_brackets:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def used(selector: str) -> bool:
    """Whether a page of ours may have what a selector is about; what it only excludes or lists does not count."""
    theme = LIGHT in selector
    return theme or not UNUSED.search(selector if ":root" in selector else GROUPS.sub("", selector))


def rules(nodes: list[tinycss2.ast.Node]) -> str:
    """The rules of a sheet or of a media query that are used."""
    text = ""
    for node in nodes:
        if node.type == "qualified-rule":
            left = [one.replace(LIGHT, ":root") for one in selectors(tinycss2.serialize(node.prelude)) if used(one)]
            text += f"{','.join(left)}{{{tinycss2.serialize(node.content)}}}" if left else ""
        elif node.type == "at-rule" and node.content is not None and "keyframes" not in node.at_keyword:
            inner = rules(tinycss2.parse_rule_list(node.content))
            query = tinycss2.serialize(node.prelude)
            text += f"@{node.at_keyword}{query}{{{inner}}}" if inner and ":dark" not in query else ""
    return text


def without_unread(text: str, sheets: str) -> str:
    """The sheet without names that neither it nor the other sheets read."""
    read = {*re.findall(r"var\(\s*(--pico-[\w-]+)", text + sheets)}
    fewer = NAME.sub(lambda pair: pair[0] if pair[1] in read else "", text)
    fewer = re.sub(r"(?<=[{}])[^{}@]+\{;?\}", "", fewer)
    return text if fewer == text else without_unread(fewer, sheets)


def main() -> None:
    """Writes the sheet, with the licence's lines that it came with."""
    published = Path(sys.argv[1]).read_text("utf-8")
    licence = published[published.index("/*!") : published.index("*/") + 2]
    ours = "".join(path.read_text("utf-8") for path in sorted((STATIC / "troel").glob("*.css")))
    sheet = rules(tinycss2.parse_stylesheet(published, skip_comments=True, skip_whitespace=True))
    (STATIC / "vendor/pico/pico.min.css").write_text(f"{licence}\n{without_unread(sheet, ours)}\n", "utf-8")


if __name__ == "__main__":
    main()
