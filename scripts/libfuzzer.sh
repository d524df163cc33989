#!/usr/bin/env bash
# Coverage-guided fuzzing with the libFuzzer of the Swift toolchain.
#
#   scripts/libfuzzer.sh                          builds one program for each target, runs none
#   scripts/libfuzzer.sh TARGET... [-- OPTIONS]   builds and runs targets ('all' for all), with options of libFuzzer
#   scripts/libfuzzer.sh --merge TARGET...        takes over into Corpus/libfuzzer what runs have found: of the inputs that
#                                                 reach all the code, the smallest, 20 KB for each target
#
# Without OPTIONS a run ends after 60 seconds. Targets run side by side, as many as there are cores. What makes a target
# stop is in .build-fuzzer/crashes/TARGET; 'layoutfuzz replay --bytes FILE' makes a finding of one of the pipeline.
# Exit codes: 0 nothing found, 1 findings, 64 usage, 75 the toolchain has no libFuzzer, else the build failed.
set -euo pipefail
cd "$(dirname "$0")/.."
# A program that traps is to end at once: the backtracer would wait for a terminal.
export SWIFT_BACKTRACE=enable=no

all=(pipeline caseFile interfaceBuilder visualFormat certificate)
build=.build-fuzzer

usage() {
  echo "usage: scripts/libfuzzer.sh [--merge] [TARGET...] [-- OPTIONS]; targets: all ${all[*]}" >&2
  exit 64
}

# Inputs beside those in Corpus/libfuzzer.
seeds_of() {
  case $1 in
    caseFile) echo Corpus/scenes Corpus/regressions ;;
    interfaceBuilder) echo Corpus/documents ;;
  esac
}

# Bytes of the longest input. A case of a thousand choices is a large one; the readers are linear, and see more with less.
length_of() {
  case $1 in
    pipeline) echo 1024 ;;
    *) echo 4096 ;;
  esac
}

merge=false
targets=()
options=()
while [ $# -gt 0 ]; do
  case $1 in
    --merge) merge=true ;;
    --)
      shift
      options=("$@")
      break
      ;;
    all) targets+=("${all[@]}") ;;
    *)
      [[ " ${all[*]} " == *" $1 "* ]] || usage
      targets+=("$1")
      ;;
  esac
  shift
done
if $merge && [ ${#targets[@]} -eq 0 ]; then usage; fi
[ ${#options[@]} -gt 0 ] || options=(-max_total_time=60)

mkdir -p "$build"

# Whether the toolchain can link with libFuzzer at all.
cat >"$build/probe.swift" <<'PROBE'
@_cdecl("LLVMFuzzerTestOneInput")
public func probe(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt { 0 }
PROBE
if ! swiftc -sanitize=fuzzer,address -parse-as-library -use-ld=lld "$build/probe.swift" -o "$build/probe" \
  >"$build/probe.txt" 2>&1; then
  echo "this Swift toolchain has no libFuzzer: $(grep -m 1 error "$build/probe.txt" || tail -n 1 "$build/probe.txt")" >&2
  exit 75
fi

# One build of everything with counters of edges and comparisons. (Release builds leave asserts out; the compiler of 6.3
# crashes with '-assert-config Debug' on the oracle.)
swift build -c release --product FuzzTargets --scratch-path "$build" -Xswiftc -sanitize=fuzzer,address
library=$(swift build -c release --scratch-path "$build" --show-bin-path)/libFuzzTargets.a

# Each target is a program of its own: the same library with another function under the name that libFuzzer calls.
for target in "${all[@]}"; do
  program="$build/$target"
  [ "$program" -nt "$library" ] && continue
  swiftc -sanitize=fuzzer,address -use-ld=lld -Xlinker "--defsym=LLVMFuzzerTestOneInput=layoutfuzz_$target" \
    -Xlinker --whole-archive "$library" -Xlinker --no-whole-archive -o "$program"
done

run() {
  local target=$1
  mkdir -p "$build/corpus/$target" "$build/crashes/$target"
  local given=("Corpus/libfuzzer/$target")
  # Words of a list.
  # shellcheck disable=SC2207
  given+=($(seeds_of "$target"))
  local dictionary=()
  [ -f "Corpus/libfuzzer/$target.dict" ] && dictionary=("-dict=Corpus/libfuzzer/$target.dict")
  "$build/$target" -max_len="$(length_of "$target")" -timeout=20 -rss_limit_mb=3000 -use_value_profile=1 \
    -print_final_stats=1 -artifact_prefix="$build/crashes/$target/" ${dictionary[@]+"${dictionary[@]}"} "${options[@]}" \
    "$build/corpus/$target" "${given[@]}" >"$build/$target.log" 2>&1
}

if $merge; then
  for target in "${targets[@]}"; do
    smaller="$build/merged/$target"
    rm -rf "$smaller"
    mkdir -p "$smaller" "Corpus/libfuzzer/$target"
    "$build/$target" -set_cover_merge=1 -max_len="$(length_of "$target")" -timeout=20 -rss_limit_mb=3000 "$smaller" \
      "Corpus/libfuzzer/$target" "$build/corpus/$target"
    rm -rf "Corpus/libfuzzer/${target:?}"
    mkdir "Corpus/libfuzzer/$target"
    left=20480
    # Names are hashes, smallest file first.
    # shellcheck disable=SC2012
    ls -rS "$smaller" | while read -r name; do
      left=$((left - $(wc -c <"$smaller/$name")))
      # To the last name, so that ls ends by itself.
      [ "$left" -ge 0 ] || continue
      mv "$smaller/$name" "Corpus/libfuzzer/$target/"
    done
    du -sh "Corpus/libfuzzer/$target"
  done
  exit 0
fi

cores=$(nproc 2>/dev/null || sysctl -n hw.ncpu)
status=0
for ((first = 0; first < ${#targets[@]}; first += cores)); do
  names=("${targets[@]:first:cores}")
  jobs=()
  for target in "${names[@]}"; do
    run "$target" &
    jobs+=($!)
  done
  for position in "${!jobs[@]}"; do
    target=${names[position]}
    if wait "${jobs[position]}"; then
      executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log")
      covered=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$build/$target.log" | tail -n 1)
      echo "$target: ${executed:-0} inputs, ${covered:-0} edges, nothing found"
    else
      status=1
      grep -E "Fatal error|ERROR: |SUMMARY: |Test unit written" "$build/$target.log" >&2 || tail -n 20 "$build/$target.log" >&2
      echo "$target: stopped; see $build/$target.log" >&2
    fi
  done
done
exit "$status"
