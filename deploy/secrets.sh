#!/bin/sh
# Writes what compose needs and nobody else may read: .env and secrets/signing-key.pem. Never overwrites.
set -eu
[ $# = 1 ] || { echo "usage: $0 https://the.address.people.use"; exit 2; }
cd "$(dirname "$0")/.."
[ ! -e .env ] && [ ! -e secrets ] || { echo "There are secrets already: .env or secrets/ exists."; exit 1; }

umask 077
mkdir secrets
openssl genpkey -algorithm ed25519 -out secrets/signing-key.pem
if [ "$(id -u)" = 0 ]; then
    uid=10001
    chown "$uid" secrets secrets/signing-key.pem
else
    uid=$(id -u)
fi
cat > .env <<ENV
PUBLIC_URL=$1
SECRET_KEY=$(openssl rand -hex 40)
POSTGRES_PASSWORD=$(openssl rand -hex 24)
STET_OWNER_PASSWORD=$(openssl rand -hex 24)
STET_DB_PASSWORD=$(openssl rand -hex 24)
STET_UID=$uid
ENV
echo "Wrote .env and secrets/signing-key.pem. Keep a copy of the key apart: receipts are verified by its public half."
