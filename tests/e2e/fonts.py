"""The fonts a browser of the tests finds: one family, from files beside the tests. None of the machine's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

_VENDOR = Path(__file__).parent / "vendor"
_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{files}</dir>
  <cachedir>{cache}</cachedir>
{aliases}
</fontconfig>
"""
_ALIAS = '  <alias binding="same"><family>{asked}</family><prefer><family>{given}</family></prefer></alias>'


class Family(NamedTuple):
    """Where its files are, and which of its faces stands for each generic name."""

    folder: str
    sans: str
    serif: str
    mono: str


FONTS: Final = {
    "dejavu": Family("dejavu-fonts-ttf@2.37.3", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"),  # the wider one
    "liberation": Family("fonts-liberation2@2.1.5", "Liberation Sans", "Liberation Serif", "Liberation Mono"),
}
WIDEST: Final = "dejavu"


def font_config(fonts: str, folder: Path) -> Path:
    """A configuration for FONTCONFIG_FILE, written into `folder`, under which nothing but that family exists."""
    family = FONTS[fonts]
    asked = {
        family.sans: ("sans-serif", "system-ui", "Arial"),
        family.serif: ("serif", "Times New Roman"),
        family.mono: ("monospace", "Monospace", "Courier New"),
    }
    aliases = [_ALIAS.format(asked=name, given=given) for given, names in asked.items() for name in names]
    config = folder / f"{fonts}.conf"
    text = _CONFIG.format(files=_VENDOR / family.folder, cache=folder / "cache", aliases="\n".join(aliases))
    config.write_text(text)
    return config
