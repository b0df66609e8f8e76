#!/bin/sh
# Propose a summary, wait for the decision, fetch what took effect, say that it is applied. Needs curl and python3.
session=${1:-curl-$$}
call() { path=$1; shift; curl -sS -H "Authorization: Bearer $STET_TOKEN" -H "Content-Type: application/json" "$@" "$STET_URL/api/v1$path"; }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

proposed=$(call /compactions -H "Idempotency-Key: $session" -d '{
  "session": "'"$session"'",
  "turns": [
    {"role": "user", "content": "Move the cluster to the new VPC."},
    {"role": "assistant", "content": "On it."},
    {"role": "user", "content": "Never delete anything in the legacy Aurora instance."}
  ],
  "summary": "The cluster moves to the new VPC."
}')
id=$(printf %s "$proposed" | field id) || { echo "$proposed"; exit 1; }
echo "a summary waits for review: $(printf %s "$proposed" | field review_url)" >&2

while :; do  # the answer comes with the decision, at the latest after 25 seconds
  state=$(call "/compactions/$id?wait=25" | field state) || exit 1
  case $state in received|analysing|in_review|failed) ;; *) break ;; esac
done
[ "$state" = approved ] || { echo "It is $state: the history stays."; exit 1; }
context=$(call "/compactions/$id/context?format=openai")
call "/compactions/$id/applied" -d '{"context_digest": "'"$(printf %s "$context" | field context_digest)"'"}' >/dev/null
printf %s "$context" | python3 -c 'import json, sys
for message in json.load(sys.stdin)["messages"]: print(message["role"] + ":", message["content"])'
