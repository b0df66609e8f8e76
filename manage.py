#!/usr/bin/env python
"""Django's command line, on the settings of this project; without any, on those of `make run` while it runs."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    if "DATABASE_URL" not in os.environ:
        from reviewapp.local.prepare import remembered

        os.environ.update(remembered())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    execute_from_command_line(sys.argv)
