#!/usr/bin/env bash
# Tries a tarball of scripts/package.sh in a bare Debian system without Swift, as a user without rights.
#
# usage: scripts/package_test.sh TARBALL [TOOL]
#
# TOOL is the layoutfuzz of the normal build, whose output must be the same (default: .build/release/layoutfuzz). Requires
# root and the package mirror of Debian. Exit code 75 says that the system cannot be made here.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=bookworm
mirror=http://deb.debian.org/debian

# Mounts in a name space of its own end with this script, however it ends.
if [ -z "${LAYOUTFUZZ_PACKAGE_TEST:-}" ]; then
  [ $# -ge 1 ] || { echo "usage: scripts/package_test.sh TARBALL [TOOL]" >&2; exit 64; }
  [ -f "$1" ] || { echo "scripts/package_test.sh: error: no file $1" >&2; exit 65; }
  unshare --mount true 2>/dev/null || { echo "skipped: package, a bare system requires the right to mount" >&2; exit 75; }
  LAYOUTFUZZ_PACKAGE_TEST=1 exec unshare --mount "$PWD/scripts/package_test.sh" "$@"
fi
tarball=$1
tool=$(readlink -f "${2:-.build/release/layoutfuzz}")
work=$(mktemp -d)
root=$work/root
finish() {
  umount "$root/proc" "$root/dev/shm" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

if ! command -v debootstrap >/dev/null 2>&1; then
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap; } >"$work/apt.txt" 2>&1 || {
    echo "skipped: package, debootstrap cannot be installed: $(tail -n 1 "$work/apt.txt")" >&2
    exit 75
  }
fi
# Packages are kept where apt keeps its own, for the next time.
mkdir -p /var/cache/apt/archives
debootstrap --variant=minbase --cache-dir=/var/cache/apt/archives "$suite" "$root" "$mirror" >"$work/debootstrap.txt" 2>&1 || {
  echo "skipped: package, debootstrap failed: $(tail -n 1 "$work/debootstrap.txt")" >&2
  exit 75
}
echo "bare system after $SECONDS s"
umount "$root/proc" 2>/dev/null || true
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"

mkdir "$root/opt/layoutfuzz" "$work/expected"
tar --extract --gzip --file "$tarball" --strip-components 1 --no-same-owner --directory "$root/opt/layoutfuzz"

problems=0
problem() {
  echo "scripts/package_test.sh: error: $1" >&2
  problems=$((problems + 1))
}
# Runs a command in the bare system, in a folder that its user may write to.
bare() { chroot --userspec=65534:65534 "$root" /usr/bin/env -i PATH=/opt/layoutfuzz/bin:/usr/bin:/bin HOME=/tmp \
  /bin/sh -c "cd /tmp && $1"; }
digest_of() { sed -n 's/.*"digest": *"\([^"]*\)".*/\1/p' | head -n 1; }

! find "$root" -xdev -name 'libswift*' | grep . || problem "the bare system has Swift"
[ "$(bare 'layoutfuzz --version')" = "$("$tool" --version)" ] || problem "--version differs from $tool"
[[ $(bare 'layoutbench --help') == *"Usage: layoutbench"* ]] || problem "layoutbench --help has no usage"
bare 'layoutbench run --smoke --filter scene/s2' >/dev/null || problem "layoutbench does not run"

# Both tools print the same for the same files, and end with the same code.
cp -R Corpus/documents Corpus/scenes "$root/tmp"
[ ! -d ../shared/storyboards ] || cp -R ../shared/storyboards "$root/tmp/documents/shared"
chmod -R a+rX "$root/tmp/documents" "$root/tmp/scenes"
same() {
  local expected=0 actual=0
  (cd "$root/tmp" && sh -c "'$tool' $1") >"$work/expected/output.txt" 2>&1 || expected=$?
  bare "layoutfuzz $1" >"$work/output.txt" 2>&1 || actual=$?
  [ "$expected" = "$actual" ] || problem "$1: exit code $actual, expected $expected"
  cmp --silent "$work/expected/output.txt" "$work/output.txt" || {
    problem "$1: another output than that of $tool"
    diff "$work/expected/output.txt" "$work/output.txt" | head -n 20 >&2
  }
}
same 'check documents/banner.storyboard'
same 'check --json documents'
same 'check --help'
same 'solve scenes/s6-article-cell-portrait.case.json'
same 'convert documents/banner.storyboard --to svg -o -'
same 'check no.storyboard'

expected=$("$tool" fuzz --seed 1 --cases 2000 --json --out "$work/expected/findings" 2>/dev/null | digest_of)
for run in 1 2; do
  digest=$(bare "layoutfuzz fuzz --seed 1 --cases 2000 --json --out findings-$run" 2>"$work/fuzz.txt" | digest_of)
  [ -n "$digest" ] && [ "$digest" = "$expected" ] \
    || problem "fuzz, run $run: digest '$digest', expected '$expected': $(head -n 1 "$work/fuzz.txt")"
done

for name in layoutfuzz layoutbench; do
  for file in "man/man1/$name.1" "bash-completion/completions/$name" "zsh/site-functions/_$name" \
    "fish/vendor_completions.d/$name.fish"; do
    [ -s "$root/opt/layoutfuzz/share/$file" ] || problem "share/$file is missing"
  done
  bare "bash -c 'source /opt/layoutfuzz/share/bash-completion/completions/$name && complete -p $name'" >/dev/null \
    || problem "bash does not complete $name"
done
for file in adapters/README.md adapters/kiwi.py engines/README.md engines/reference.py engines/example.c \
  licences/LayoutFuzz.txt licences/Swift.txt; do
  [ -s "$root/opt/layoutfuzz/share/$file" ] || problem "share/$file is missing"
done
[ "$problems" = 0 ] || exit 1
echo "the package works in a bare Debian $suite ($SECONDS s)"
