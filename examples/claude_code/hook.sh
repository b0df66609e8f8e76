#!/bin/sh
# What Claude Code does before a compaction, without Claude Code: the hook gets a session and answers.
# The first time it proposes a summary and says where it waits; after the decision it says how to go on.
cd "$(dirname "$0")" || exit 2
session=${1:-session-$$}
transcript=$(mktemp -d)/$session.jsonl
cp session.jsonl "$transcript"
payload='{"hook_event_name":"PreCompact","trigger":"manual","custom_instructions":null,"cwd":"'$PWD'"'
payload="$payload,\"session_id\":\"$session\",\"transcript_path\":\"$transcript\"}"
hook() { printf %s "$payload" | "${PYTHON:-python3}" -m reviewapp.cli claude-code hook --summarise "${PYTHON:-python3} summarise.py"; }

hook || exit
while :; do
  answer=$(hook) || exit
  case $answer in
    *"was approved"*) break ;;
    *"waits for review"*) sleep 1 ;;
    *) echo "$answer"; exit 1 ;;
  esac
done
exec "${PYTHON:-python3}" -m reviewapp.cli claude-code context "$transcript"
