#!/usr/bin/env bash
# The merge of a campaign as a Slurm job: what slurm.sh submits. Not for people.
#
# Usage: slurm-merge.sh DIR SLURM_SH [OPTION OF SBATCH...]
set -uo pipefail

dir=$1
launcher=$2
shift 2
status=0
"$LAYOUTFUZZ" campaign merge --dir "$dir" --json >"$dir/merged.json.tmp" || status=$?
if [ "$status" = 75 ] && [ "$LAYOUTFUZZ_ROUNDS" -gt 1 ]; then
  rm -f "$dir/merged.json.tmp"
  LAYOUTFUZZ_ROUNDS=$((LAYOUTFUZZ_ROUNDS - 1)) exec "$launcher" "$dir" "$@"
fi
if [ "$status" = 0 ] || [ "$status" = 1 ]; then
  mv "$dir/merged.json.tmp" "$dir/merged.json"
else
  rm -f "$dir/merged.json.tmp"
fi
echo "$status" >"$dir/merged.code.tmp" && mv "$dir/merged.code.tmp" "$dir/merged.code"
exit "$status"
