#!/usr/bin/env bash
# Runs the missing shards of a campaign by GNU parallel, and merges.
#
# Usage: parallel.sh DIR [OPTION OF PARALLEL...]
#
# DIR has the plan. By default one shard at a time runs on each core; --sshlogin takes other hosts, which must have
# DIR (an absolute path then) and the tool (LAYOUTFUZZ, by default layoutfuzz on the path) at the same place. After a
# kill the same command goes on: only results prove shards, neither the log (DIR/log/parallel.tsv) nor an exit code.
# Prints what 'campaign merge --json' prints and ends as it does: 0, 1 for findings, 75 while shards are missing; 77
# without GNU parallel.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 64; }
dir=$1
shift
tool=${LAYOUTFUZZ:-layoutfuzz}

# Debian has another program of that name, too.
if ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  echo "skipped: GNU parallel is not installed" >&2
  exit 77
fi

missing=$("$tool" campaign missing --dir "$dir" --format lines)
if [ -n "$missing" ]; then
  mkdir -p "$dir/log"
  # How many shards failed says nothing about what is there.
  parallel --will-cite --retries 3 --joblog "$dir/log/parallel.tsv" "$@" --quote \
    "$tool" campaign run --dir "$dir" --jobs 1 --index <<<"$missing" >&2 || true
fi
exec "$tool" campaign merge --dir "$dir" --json
