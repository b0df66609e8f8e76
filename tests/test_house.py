"""Rules of the house that no linter knows. Each test lists the places that break its rule."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
FILE_LINES = 300
FUNCTION_LINES = 60

# What passes text on as markup, and how many of its first arguments it does not escape.
MARKS_SAFE = {"mark_safe": 1, "SafeString": 1, "SafeText": 1, "format_html": 1, "format_html_join": 2}
# What may read the environment: settings, knobs, and what runs before there are settings.
READS_ENVIRONMENT = (
    "reviewapp/cli/",
    "reviewapp/settings.py",
    "reviewapp/conf.py",
    "reviewapp/wsgi.py",
    "reviewapp/local/",
    "workers/",
)


def tracked(suffix: str) -> dict[str, str]:
    """Text by path of every file of ours with this suffix."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name.endswith(suffix) and "/migrations/" not in name]
    return {name: (CHECKOUT / name).read_text() for name in names if (CHECKOUT / name).exists()}


def product() -> dict[str, str]:
    return {name: text for name, text in tracked(".py").items() if name.startswith(("reviewapp/", "workers/"))}


def matching(pattern: str, texts: dict[str, str]) -> list[str]:
    found = re.compile(pattern)
    return [f"{name}: {match[0]}" for name, text in texts.items() if (match := found.search(text))]


def functions(text: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_files_are_short() -> None:
    assert [name for name, text in tracked(".py").items() if text.count("\n") >= FILE_LINES] == []


def test_functions_are_short() -> None:
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, text in tracked(".py").items()
        for node in functions(text)
        if (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_every_exception_from_a_rule_says_why() -> None:
    bare = r"#\s*(noqa(:\s*[A-Z0-9, ]+)?|type:\s*ignore(\[[\w, -]+\])?)\s*$"
    assert matching(f"(?m){bare}", tracked(".py")) == []


def test_templates_escape_everything() -> None:
    assert matching(r"\|\s*(safe|safeseq)\b|autoescape\s+off", tracked(".html")) == []


def test_templates_carry_no_inline_code() -> None:
    """The content security policy would refuse it, in silence."""
    inline = r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")|<style|\sstyle=|\son[a-z]+=|hx-on"
    assert matching(inline, tracked(".html")) == []


def test_modules_mark_only_literals_safe() -> None:
    """Markup is written out in the source; what is put into it goes through format_html's escaping."""
    marked = [
        f"{name}:{call.lineno} {called(call)}"
        for name, text in product().items()
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and called(call) in MARKS_SAFE and not is_literal(call)
    ]
    assert marked == []


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def is_literal(call: ast.Call) -> bool:
    """Whether all that the call takes for safe is a string written out here."""
    safe = call.args[: MARKS_SAFE[called(call)]]
    return bool(safe) and all(isinstance(arg, ast.Constant) for arg in safe)


def test_environment_is_read_in_one_place() -> None:
    others = {name: text for name, text in product().items() if not name.startswith(READS_ENVIRONMENT)}
    assert matching(r"\bos\.(environ|getenv)\b", others) == []


def test_edges_write_no_rows() -> None:
    """Writes belong to services, which hold the locks and write the audit row."""
    edges = {name: text for name, text in product().items() if name.startswith(("reviewapp/api/", "reviewapp/web/"))}
    writes = r"\.objects\.(bulk_)?(create|update)\b|\b(get_or_create|update_or_create|bulk_create|bulk_update)\("
    assert matching(writes, edges) == []
