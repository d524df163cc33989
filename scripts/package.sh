#!/usr/bin/env bash
# Makes a tarball of the two tools for machines without Swift: the same build gives the same bytes.
#
# usage: scripts/package.sh [OUTPUT [SCRATCH]]
#
# OUTPUT is the folder of the tarball (default: .build/package), SCRATCH that of the build with a static standard library
# (default: .build/static). Prints the path of the tarball.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:-.build/package}
scratch=${2:-.build/static}
for product in layoutfuzz layoutbench; do
  swift build -c release --static-swift-stdlib --scratch-path "$scratch" --product "$product" >&2
done
bin=$scratch/release

version=$("$bin/layoutfuzz" --version)
version=${version##* }
# A tree without history has no commit date, and is named by the first day of Unix time.
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
day=$(date -u -d "@$time" +%Y%m%d)
platform=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
name=layoutfuzz-$version-$day-$platform

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
mkdir -p "$root/bin" "$root/share/man/man1" "$root/share/adapters" \
  "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d"
for tool in layoutfuzz layoutbench; do
  cp "$bin/$tool" "$root/bin/$tool"
  strip "$root/bin/$tool" 2>/dev/null || true
  "$bin/$tool" man >"$root/share/man/man1/$tool.1"
  "$bin/$tool" completions bash >"$root/share/bash-completion/completions/$tool"
  "$bin/$tool" completions zsh >"$root/share/zsh/site-functions/_$tool"
  "$bin/$tool" completions fish >"$root/share/fish/vendor_completions.d/$tool.fish"
done
cp scripts/adapters/README.md scripts/adapters/*.py "$root/share/adapters"
cp LICENSE "$root/LICENSE"
# Shared libraries of the C runtime; other ones would be missing on a bare system.
needs=$(for tool in layoutfuzz layoutbench; do
  objdump -p "$root/bin/$tool" 2>/dev/null | sed -n 's/^ *NEEDED *//p'
done | LC_ALL=C sort -u | paste -sd ' ')
cat >"$root/README.md" <<README
# LayoutFuzz $version

\`layoutfuzz\` fuzzes Auto Layout solvers and checks storyboards. \`layoutbench\` measures solvers. Swift is not needed.

| Path | Content |
|---|---|
| \`bin\` | the two tools |
| \`share/man\` | manual pages: \`man -l share/man/man1/layoutfuzz.1\` |
| \`share/bash-completion\`, \`share/zsh\`, \`share/fish\` | completions |
| \`share/adapters\` | adapters of other solvers, which require Python |
| \`LICENSE\` | the licence |

Platform: $platform. Shared libraries: ${needs:-unknown}. The C library must be as new as that of the build
($(ldd --version 2>/dev/null | head -n 1 | sed 's/.* //')). On Linux \`/proc\` must be mounted.

Start with \`bin/layoutfuzz --help\`, or copy \`bin\` and \`share\` to \`/usr/local\`.
README

find "$root" -exec chmod u=rwX,go=rX {} +
mkdir -p "$output"
tar --create --format=ustar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner \
  --directory "$work" "$name" | gzip -n -9 >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$output/$name.tar.gz"
echo "$output/$name.tar.gz"
