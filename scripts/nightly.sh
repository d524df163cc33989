#!/usr/bin/env bash
# One night: builds the tool and runs `layoutfuzz campaign nightly`, which goes on with a night that was killed.
#
# usage: scripts/nightly.sh [STATE [OPTION...]]
#
# STATE is the folder that all nights share (default: nightly). The options are those of `campaign nightly`; without
# --time or --cases a night takes an hour, and without --mutants it hunts five planted faults. STATE/index.html is the page
# of the night, and leads to the evidence of its findings in STATE/findings.html. The exit code is that of the night.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

state=nightly
if [ $# -gt 0 ]; then
  # Of the folder that it is called from; paths of options are those of the checkout.
  case $1 in /*) state=$1 ;; *) state=$OLDPWD/$1 ;; esac
  shift
fi

swift build --configuration release --product layoutfuzz >&2

commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
if [ -n "$commit" ] && [ -n "$(git status --porcelain --untracked-files=no)" ]; then
  commit="$commit+changes"
fi

case " $* " in *" --mutants"[\ =]*) ;; *) set -- --mutants 5 "$@" ;; esac

status=0
.build/release/layoutfuzz campaign nightly --state "$state" --corpus Corpus/regressions \
  ${commit:+--commit "$commit"} "$@" || status=$?
if [ -f "$state/index.html" ]; then
  echo "the page of the night: $state/index.html; its evidence: $state/findings.html" >&2
fi
exit "$status"
