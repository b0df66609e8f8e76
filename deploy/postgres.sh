#!/bin/sh
# Runs once, in a new database: the service owns its tables but is no superuser, whom no trigger would stop.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --username postgres --set password="$STET_DB_PASSWORD" <<'SQL'
CREATE ROLE stet LOGIN PASSWORD :'password';
CREATE DATABASE stet OWNER stet;
SQL
