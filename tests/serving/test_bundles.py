"""The scripts of a page in one file: they run as the modules do, each once and after what it imports."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tournament.site.static_files import BUNDLES, bundle

MODULES = {
    "first.js": 'import { add as plus } from "./parts/sum.js";\nimport "./said.js";\nconsole.log(plus(1, 2));\n',
    "parts/sum.js": 'import { one } from "../one.js";\n// The sum.\nexport const add = (a, b) => a + b * one;\n',
    "one.js": 'console.log("one");\nexport const one = 1;\nexport class Two {}\n',
    "said.js": 'import { one } from "./one.js";\nconsole.log(`said ${one}`);\n',
}
NODE = shutil.which("node")


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_each_module_stands_once_after_what_it_imports(tmp_path: Path) -> None:
    script = bundle("first.js", written(tmp_path, MODULES))
    assert script.count('"one"') == 1 and "The sum" not in script and "import" not in script
    assert script.index('"one"') < script.index("const add") < script.index("said $") < script.index("plus(1, 2)")


@pytest.mark.skipif(not NODE, reason="Node.js is not installed")
def test_it_runs_as_the_modules_do(tmp_path: Path) -> None:
    script = tmp_path / "bundle.mjs"
    script.write_text(bundle("first.js", written(tmp_path, MODULES)))
    assert NODE
    done = subprocess.run([NODE, script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["one", "said 1", "3", ""]


@pytest.mark.parametrize(
    "fault", ['import { first } from "./first.js";\n', "export default 3;\n", 'import * as all from "./one.js";\n']
)
def test_what_is_not_understood_is_refused(fault: str, tmp_path: Path) -> None:
    folder = written(tmp_path, MODULES | {"said.js": fault})
    with pytest.raises(ValueError, match=r"said\.js|first\.js"):
        bundle("first.js", folder)


@pytest.mark.parametrize("module", BUNDLES.values())
def test_ours_are_understood(module: str) -> None:
    assert "export " not in bundle(module)
