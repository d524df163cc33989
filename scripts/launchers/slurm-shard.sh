#!/usr/bin/env bash
# One shard as an element of a Slurm array: what slurm.sh submits. Not for people.
#
# Usage: slurm-shard.sh DIR
set -uo pipefail

dir=$1
"$LAYOUTFUZZ" campaign run --dir "$dir" --jobs "${SLURM_CPUS_PER_TASK:-1}" --index "$SLURM_ARRAY_TASK_ID" &
shard=$!
# Slurm tells the script, too, before it kills: the shard takes down where it stands.
trap 'kill -TERM "$shard" 2>/dev/null' TERM
wait "$shard"
status=$?
# A signal ends the waiting, not the shard.
while kill -0 "$shard" 2>/dev/null; do
  wait "$shard"
  status=$?
done
if [ "$status" = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  echo "shard $SLURM_ARRAY_TASK_ID can be tried again"
  # Slurm ends this script by a signal now. The number is that of this element: that of the array would stand for all.
  trap - TERM
  scontrol requeue "$SLURM_JOB_ID" && sleep 30
fi
exit "$status"
