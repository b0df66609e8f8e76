"""Stet on one machine, with servers out of wheels: for trying it, for development, for tests.

Production brings its own PostgreSQL and Redis; nothing outside this folder knows these exist.
"""

from __future__ import annotations

from reviewapp.local.servers import Urls, data_dir, servers, throwaway_servers

__all__ = ["Urls", "data_dir", "servers", "throwaway_servers"]
