"""Full text: the words of every turn by their stems, in one index that an erasure empties by itself.

The dictionaries have no stop words, since "never" and "nicht" are what a search here is often about. Every word is kept
under its stem in each language: which language a turn is in need not be known, and a turn may be in two.
"""

from __future__ import annotations

from django.db import migrations

LANGUAGES = {
    "en": "english",
    "de": "german",
    "es": "spanish",
    "fr": "french",
    "pt": "portuguese",
    "ru": "russian",
    "ar": "arabic",
}

DICTIONARIES = "\n".join(
    f"CREATE TEXT SEARCH DICTIONARY public.stet_{code} (TEMPLATE = pg_catalog.snowball, Language = {language});"
    for code, language in LANGUAGES.items()
)
STEMS = " || ".join(f"ts_lexize('public.stet_{code}', word)" for code in LANGUAGES)

FUNCTIONS = f"""
CREATE FUNCTION public.stet_stems(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$ SELECT {STEMS} $$;

-- A turn in lower case. The collation is named because `convert_from` would bring that of the encoding's name, which
-- knows ASCII alone, and so that the index means the same in every database.
CREATE FUNCTION public.stet_said(content bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$ SELECT lower(convert_from(content, 'UTF8') COLLATE pg_c_utf8) $$;

-- Runs of letters, in lower case: also those inside names, paths and addresses.
CREATE FUNCTION public.stet_runs(content bytea) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT run FROM regexp_split_to_table(public.stet_said(content) COLLATE pg_c_utf8, '[^[:alpha:]]+') run
   WHERE length(run) BETWEEN 1 AND 100
$$;

CREATE FUNCTION public.stet_words(content bytea) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT stem), '{{}}')
    FROM public.stet_runs(content) run, unnest(public.stet_stems(run)) stem
$$;

CREATE INDEX turn_words ON public.reviewapp_turnbody USING gin (public.stet_words(content));
"""

BACK = "\n".join(
    [
        "DROP INDEX public.turn_words;",
        "DROP FUNCTION public.stet_words(bytea);",
        "DROP FUNCTION public.stet_runs(bytea);",
        "DROP FUNCTION public.stet_said(bytea);",
        "DROP FUNCTION public.stet_stems(text);",
        *(f"DROP TEXT SEARCH DICTIONARY public.stet_{code};" for code in LANGUAGES),
    ]
)


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0010_notices")]

    operations = [migrations.RunSQL(DICTIONARIES + FUNCTIONS, BACK)]
