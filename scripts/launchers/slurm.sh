#!/usr/bin/env bash
# Submits the missing shards of a campaign to Slurm as an array, and a merge that comes after them.
#
# Usage: slurm.sh DIR [OPTION OF SBATCH...]
#
# DIR has the plan and lies on a disk that all nodes share, as does the tool (LAYOUTFUZZ, by default layoutfuzz on the
# path). A shard uses the processors of its task (--cpus-per-task, by default 1). One that ends with 75 is tried again
# up to three times; nodes that are lost cost nothing but time. The merge submits what is missing then up to
# LAYOUTFUZZ_ROUNDS times in all (3), and leaves DIR/merged.json and, in DIR/merged.code, how it ended: 0, or 1 for
# findings. Logs are in DIR/log. The same command again submits only what is missing, whatever Slurm says of the rest.
# Prints the numbers of both jobs. Exit codes: 0 submitted, 77 no Slurm, else that of the command that failed.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 64; }
dir=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
export LAYOUTFUZZ=${LAYOUTFUZZ:-layoutfuzz}
export LAYOUTFUZZ_ROUNDS=${LAYOUTFUZZ_ROUNDS:-3}
command -v sbatch >/dev/null 2>&1 || { echo "skipped: Slurm (sbatch) is not installed" >&2; exit 77; }

missing=$("$LAYOUTFUZZ" campaign missing --dir "$dir" --format array)
mkdir -p "$dir/log"
rm -f "$dir/merged.code" "$dir/merged.json"
after=()
if [ -n "$missing" ]; then
  array=$(sbatch --parsable --job-name=layoutfuzz --array="$missing" --requeue --open-mode=append \
    --output="$dir/log/shard-%a.txt" "$@" "$here/slurm-shard.sh" "$dir")
  array=${array%%;*}
  echo "shards $missing: job $array"
  # Whatever became of the shards: the merge looks at their results.
  after=(--dependency="afterany:$array")
fi
merge=$(sbatch --parsable --job-name=layoutfuzz-merge --requeue --open-mode=append ${after[@]+"${after[@]}"} \
  --output="$dir/log/merge.txt" "$@" "$here/slurm-merge.sh" "$dir" "$here/slurm.sh" "$@")
echo "merge: job ${merge%%;*}"
