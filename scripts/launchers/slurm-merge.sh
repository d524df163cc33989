#!/usr/bin/env bash
# The merge of a campaign as a Slurm job: what slurm.sh submits. Not for people.
#
# Usage: slurm-merge.sh DIR SLURM_SH [OPTION OF SBATCH...]
set -uo pipefail

dir=$1
launcher=$2
shift 2
status=0
# A name of its own: somebody may have submitted another merge.
merged=$dir/merged.json.tmp-${SLURM_JOB_ID:-$$}
code=$dir/merged.code.tmp-${SLURM_JOB_ID:-$$}
"$LAYOUTFUZZ" campaign merge --dir "$dir" --json >"$merged" || status=$?
if [ "$status" = 75 ] && [ "$LAYOUTFUZZ_ROUNDS" -gt 1 ]; then
  if LAYOUTFUZZ_ROUNDS=$((LAYOUTFUZZ_ROUNDS - 1)) "$launcher" "$dir" "$@"; then
    rm -f "$merged"
    exit 0
  fi
  # Slurm takes no more jobs: whoever waits for the code is told that shards are missing.
fi
if [ "$status" = 0 ] || [ "$status" = 1 ]; then
  mv "$merged" "$dir/merged.json"
else
  rm -f "$merged"
fi
echo "$status" >"$code" && mv "$code" "$dir/merged.code"
exit "$status"
