#!/usr/bin/env bash
# Converts the reference of LayoutSolving with `docc`, whose warnings are errors.
#
# usage: scripts/docs.sh [OUTPUT]
#
# OUTPUT is a new folder for the pages (default: .build/LayoutSolving.doccarchive). Exit code 75: `docc` is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v docc >/dev/null 2>&1 || {
  echo "skipped: docc is not installed" >&2
  exit 75
}
output=${1:-.build/LayoutSolving.doccarchive}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols"

# The module alone is compiled: a symbol graph of the package would need all of its targets.
find Sources/LayoutSolving -name '*.swift' -print0 | sort -z >"$work/files"
xargs -0 swiftc -emit-module -emit-symbol-graph -emit-symbol-graph-dir "$work/symbols" \
  -symbol-graph-minimum-access-level public -swift-version 6 -package-name layoutfuzz -parse-as-library \
  -module-name LayoutSolving -o "$work/LayoutSolving.swiftmodule" <"$work/files"
rm -rf "$output"
docc convert Sources/LayoutSolving/LayoutSolving.docc --warnings-as-errors \
  --additional-symbol-graph-dir "$work/symbols" \
  --fallback-display-name LayoutSolving --fallback-bundle-identifier LayoutSolving --output-path "$output"
