#!/bin/sh
# Runs once, in a new database: one role owns the tables and migrates them, another is the service's and owns nothing.
# Neither is a superuser, whom no trigger would stop.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --username postgres --set owner="$STET_OWNER_PASSWORD" \
    --set service="$STET_DB_PASSWORD" <<'SQL'
CREATE ROLE stet LOGIN PASSWORD :'owner';
CREATE ROLE stet_service LOGIN PASSWORD :'service';
CREATE DATABASE stet OWNER stet;
SQL
