"""The documents say what the code does: links lead somewhere, variables and checks exist, the first command works."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from django.test import Client

from reviewapp.models import Role, Scope, Team
from reviewapp.services.teams import founding, tokens

CHECKOUT = Path(__file__).parent.parent
DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")])


def text(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (document.parent / target).exists()] == []


def test_every_variable_is_documented_and_exists() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text("reviewapp/settings.py") + text("reviewapp/conf.py")))
    read |= set(re.findall(r'\.int\(\s*"(STET_[A-Z_]+)"', text("reviewapp/asgi.py") + text("reviewapp/serving.py")))
    table = text("docs/deployment.md").partition("## Environment")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    documented = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert documented == read - {"DEBUG", "STATIC_ROOT"}  # for development, and for building the image


def test_every_deployment_check_is_documented() -> None:
    defined = set(re.findall(r'id="stet\.([EW]\d{3})"', text("reviewapp/checks.py")))
    documented = set(re.findall(r"\b([EW]\d{3})\b", text("SECURITY.md")))
    assert documented == defined


def test_make_targets_in_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    written = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", written, re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_map_names_folders_that_exist_and_no_folder_is_missing() -> None:
    drawn = text("docs/architecture.md").partition("## The map\n\n```\n")[2].partition("```")[0]
    named = set(re.findall(r"(?<!\S)([a-z_]+)/", drawn))
    listed = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout
    folders = {path.split("/")[0] for path in listed.splitlines() if "/" in path and not path.startswith(".")}
    layers = {path.split("/")[1] for path in listed.splitlines() if re.match(r"reviewapp/\w+/", path)}
    assert (folders | layers) - {"docs", "migrations"} <= named
    assert named <= folders | layers


@pytest.mark.django_db
def test_first_request_of_the_readme_is_accepted() -> None:
    body = re.search(r"-d '(\{.*?\})'", text("README.md"), re.DOTALL)
    assert body is not None
    lead = founding.found(slug="readme", name="Readme", username="mara").membership
    assert (lead.role, Team.objects.filter(slug="readme").count()) == (Role.LEAD, 1)
    issued = tokens.create(team=lead.team, user=lead.user, name="agent", scopes=[Scope.SUBMIT])
    answer = Client().post(
        "/api/v1/compactions",
        body[1],
        content_type="application/json",
        headers={"authorization": f"Bearer {issued.secret}"},
    )
    assert answer.status_code == 201, answer.content
    assert json.loads(answer.content)["session"] == "readme"


def test_every_word_of_the_glossary_exists_in_the_code() -> None:
    rows = [row.split("|") for row in text("docs/glossary.md").splitlines() if row.startswith("| ") and "`" in row]
    missing = [row[1].strip() for row in rows if not exists(row[3].strip().strip("`"))]
    assert missing == []
    assert len(rows) > 20


def exists(path: str) -> bool:
    """Whether a dotted path below `reviewapp` leads to a module, or to a name in one."""
    parts = path.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module("reviewapp." + ".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return all((found := getattr(found, name, None)) is not None for name in parts[cut:])
    return False


def test_programs_of_the_integrations_are_the_examples_that_run() -> None:
    written = text("docs/integrate.md")
    for name in ("langchain", "openai_agents", "pydantic_ai", "adk"):
        assert f"```python\n{text(f'examples/{name}/agent.py')}```" in written, name
