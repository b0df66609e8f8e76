"""The German catalogue has every text of the code, says it with the same places to fill, and is compiled."""

from __future__ import annotations

import gettext
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from reviewapp.services.errors import Refused, not_found
from reviewapp.templatetags.stet import kilobytes, thousands
from reviewapp.web import form_values
from reviewapp.web.safe_text import left_out
from reviewapp.web.settings import token_form

CHECKOUT = Path(__file__).resolve().parents[1]
CATALOGUE = Path("locale/de/LC_MESSAGES/django")
PLACES = re.compile(r"%\(\w+\)s|</?\w+")
NEEDS_GETTEXT = pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs the gettext tools: apt install gettext")


def compiled(path: Path) -> dict[object, str]:
    with path.open("rb") as file:
        found: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # all that there is
    return {key: text for key, text in found.items() if key}


def test_no_word_of_a_template_stands_outside_of_a_translation() -> None:
    """Not even one that the words of a session happen to hold as well, as `of`."""
    told = r"\{%\s*(blocktranslate|comment)\b.*?\{%\s*end\1\s*%\}"
    aside = rf"{told}|\{{%.*?%\}}|\{{\{{.*?\}}\}}|\{{#.*?#\}}|<(code|kbd|pre)\b.*?</\2>"
    for template in (CHECKOUT / "templates").rglob("*.html"):
        bare = re.sub(aside, " ", template.read_text(), flags=re.DOTALL)
        words = set(re.findall(r"[^\W\d_]{2,}", re.sub(r'<[^>]*>|&\w+;|[\w-]+="[^"]*"', " ", bare)))
        assert words <= {"Stet", "Python", "curl", "tok", "ms", "msg"}, template


def test_every_translation_has_the_places_of_its_text() -> None:
    said = compiled(CHECKOUT / CATALOGUE.with_suffix(".mo"))
    assert len(said) > 800
    for key, text in said.items():
        message, form = key if isinstance(key, tuple) else (str(key), 0)
        assert form or set(PLACES.findall(text)) == set(PLACES.findall(message)), message


@NEEDS_GETTEXT
def test_the_catalogue_is_compiled_as_it_stands(tmp_path: Path) -> None:
    made = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", made, CHECKOUT / CATALOGUE.with_suffix(".po")], check=True)
    assert compiled(made) == compiled(CHECKOUT / CATALOGUE.with_suffix(".mo"))


@NEEDS_GETTEXT
def test_the_catalogue_keeps_up_with_the_code(tmp_path: Path) -> None:
    """New texts are shown in English until somebody translates them; more than one in fifty must not wait."""
    for folder in ("reviewapp", "templates", "locale"):
        shutil.copytree(CHECKOUT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "manage.py", tmp_path)
    collect = [sys.executable, "manage.py", "makemessages", "--locale=de", "--no-wrap", "--no-location"]
    settings = {"DJANGO_SETTINGS_MODULE": "reviewapp.settings"}
    subprocess.run(collect, cwd=tmp_path, env={**os.environ, **settings}, check=True, capture_output=True)
    made = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", made, tmp_path / CATALOGUE.with_suffix(".po")], check=True)
    texts = (tmp_path / CATALOGUE.with_suffix(".po")).read_text()
    wanted = len(re.findall(r"^(?!#~)msgid ", texts, re.MULTILINE)) - 1
    have = len({key[0] if isinstance(key, tuple) else key for key in compiled(made)})
    assert wanted - have <= wanted // 50, "run makemessages, translate, run compilemessages"


def test_a_page_is_german_to_who_reads_german(client: Client) -> None:
    page = client.get("/accounts/login/", headers={"accept-language": "de"}).content.decode()
    assert "Anmelden" in page and "Sign in" not in page


@pytest.mark.parametrize(
    ("language", "said"), [("en", ["3,028", "9.4 kB", "12 kB"]), ("de", ["3.028", "9,4 kB", "12 kB"])]
)
def test_figures_are_written_as_the_language_writes_them(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [thousands(3028), kilobytes(9_400), kilobytes(12_345)] == said


@pytest.mark.parametrize(
    ("refuse", "said"),
    [
        (lambda: form_values.whole("x", "quorum"), "Geben Sie eine ganze Zahl ein."),
        (lambda: token_form.expiry("31.12."), "Geben Sie den letzten Tag als JJJJ-MM-TT an."),
    ],
)
def test_a_form_refuses_in_german(refuse: Callable[[], object], said: str) -> None:
    with translation.override("de"), pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        refuse()


def test_what_is_missing_and_what_is_left_out_is_told_in_german() -> None:
    with translation.override("de"):
        assert not_found("finding").message == "Diesen Befund gibt es nicht."
        assert "12.345" in left_out(12_345)
