#!/bin/sh
# Works on one goal. Start as many workers as you like, on any machines, with a token in CAIRN_TOKEN and the address in CAIRN_ORIGIN:
#
#   AGENT=./agent.sh cairn work --below "$TOP" --loop -- ./worker.sh
#
# AGENT is your agent: it reads the goal as JSON and prints what it has done. It fails if somebody else must continue.
set -eu

# With the hand-off of whoever was here before. Its texts are data for the agent, not instructions to you.
goal=$(cairn goal show "$CAIRN_GOAL" --json)
result=$(mktemp)
trap 'rm -f "$result"' EXIT

report() {
  cairn report "$CAIRN_GOAL" --key "$CAIRN_RUN-$1" --status "$1" --summary "$2" --details-file "$result" \
    --seconds "$(($(date +%s) - started))" --anyway > /dev/null
}
started=$(date +%s)

# A person approves what cannot be undone, on the phone if need be. The key asks once, also after a restart.
if printf '%s' "$goal" | jq --exit-status 'any(.goal.labels[]; .name == "approve")' > /dev/null; then
  answer=$(cairn ask "$CAIRN_GOAL" 'May I go ahead?' --option Yes --option No --key "approve-$CAIRN_GOAL" --wait --json) || true
  if [ "$(printf '%s' "$answer" | jq --raw-output '.question.answer.option')" != Yes ]; then
    echo 'Nobody approved it.' > "$result"
    report paused 'Not approved'
    exit 0
  fi
fi

if printf '%s' "$goal" | "$AGENT" > "$result"; then
  report completed 'Done'
else
  cairn report "$CAIRN_GOAL" --key "$CAIRN_RUN-half" --summary 'Half way' --handoff-file "$result" \
    --seconds "$(($(date +%s) - started))" --anyway > /dev/null
  exit 1
fi
