"""A turn in lower case, letter by letter, for who looks for words in a long session.

The collation is named because `convert_from` would bring that of the encoding's name, which knows ASCII alone.
"""

from __future__ import annotations

from django.db import migrations

SAID = """
CREATE FUNCTION public.stet_said(content bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$ SELECT lower(convert_from(content, 'UTF8') COLLATE pg_c_utf8) $$;
"""
BACK = "DROP FUNCTION public.stet_said(bytea);"


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0010_notices")]

    operations = [migrations.RunSQL(SAID, BACK)]
