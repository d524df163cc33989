#!/usr/bin/env bash
# Makes a tarball of the two tools for Linux machines without Swift: the same build gives the same bytes.
#
# usage: scripts/package.sh [OUTPUT]
#
# OUTPUT is the folder of the tarball (default: .build/package). Prints the path of the tarball. The tools are the objects
# of the release build, linked with archives in 4 seconds each. --static-swift-stdlib would compile everything again.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  printf 'scripts/package.sh: error: %s\n' "$1" >&2
  [ -z "${2:-}" ] || printf '  fix: %s\n' "$2" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "packages are made on Linux only"
command -v swift >/dev/null || fail "swift is missing" "install Swift 6.3: https://swift.org/install"
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
PATH="$PATH:$toolchain"
for program in ar clang nm objdump pkg-config strip; do
  command -v "$program" >/dev/null || fail "$program is missing" "apt-get install binutils pkg-config"
done
output=${1:-.build/package}
tools="layoutfuzz layoutbench"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
swift build -c release >&2
build=$(swift build -c release --show-bin-path)

# Libraries that a bare system lacks, as archives: Swift's own, that of C++, and libxml2 with what it is built upon.
mkdir -p "$work/libraries" "$work/licences"
cp LICENSE "$work/licences/LayoutFuzz.txt"
cp "$toolchain/../share/swift/LICENSE.txt" "$work/licences/Swift.txt" || fail "the licence of Swift is missing"
add_archive() {
  local archive package
  archive=$(readlink -f "$(clang -print-file-name="lib$1.a")")
  [ -f "$archive" ] || fail "lib$1.a is missing" "apt-get install libxml2-dev libicu-dev liblzma-dev zlib1g-dev libstdc++-12-dev"
  ln -s "$archive" "$work/libraries/lib$1.a"
  package=$(dpkg-query --search "$archive" 2>/dev/null | sed 's/:.*//') || fail "no package has $archive"
  cp "/usr/share/doc/$package/copyright" "$work/licences/$package.txt"
}
links=()
add_archive stdc++
for library in $(pkg-config --static --libs-only-l libxml-2.0); do
  case ${library#-l} in
    c | dl | m | pthread) continue ;;
  esac
  add_archive "${library#-l}"
  links+=(-Xlinker "$library")
done
# libxml2 uses ICU for encodings other than UTF-8, and the reader of documents refuses those first. So ICU gets an empty
# table, as in its own "stubdata", and each tool is 30 MB smaller.
if [ -e "$work/libraries/libicudata.a" ]; then
  table=$(nm --defined-only "$work/libraries/libicudata.a" | sed -n 's/.* R \(icudt[0-9]*_dat\)$/\1/p')
  [ -n "$table" ] || fail "libicudata.a has no table of a known name"
  echo "const char $table[64] __attribute__((aligned(16))) = {0};" >"$work/table.c"
  clang -c -o "$work/table.o" "$work/table.c"
  rm "$work/libraries/libicudata.a"
  ar rcsD "$work/libraries/libicudata.a" "$work/table.o"
fi
# Objects of the release build ask for the shared libraries' names. This one asks for those of the archives.
printf 'import %s\n' Dispatch Foundation FoundationXML Synchronization >"$work/archives.swift"
(cd "$work" && swiftc -static-stdlib -parse-as-library -module-name Archives -O -c archives.swift -o archives.o)

version=$("$build/layoutfuzz" --version)
version=${version##* }
# A tree without history has no commit date, and is named by the first day of Unix time.
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
platform=linux-$(uname -m)
name=layoutfuzz-$version-$(date -u -d "@$time" +%Y%m%d)-$platform
root=$work/$name
share=$root/share
mkdir -p "$root/bin" "$root/Corpus" "$share/man/man1" "$share/adapters" "$share/engines" \
  "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
for tool in $tools; do
  swiftc -static-stdlib -emit-executable -o "$root/bin/$tool" -L "$work/libraries" -Xclang-linker -static-libgcc \
    -Xlinker --gc-sections -Xlinker --defsym -Xlinker "main=${tool}_main" \
    "@$build/$tool.product/Objects.LinkFileList" "$work/archives.o" "${links[@]}" >"$work/link.txt" 2>&1 \
    || { cat "$work/link.txt" >&2; fail "$tool cannot be linked"; }
  strip "$root/bin/$tool"
  for needed in $(objdump -p "$root/bin/$tool" | sed -n 's/^ *NEEDED *//p'); do
    case $needed in
      ld-linux*.so.* | libc.so.* | libdl.so.* | libm.so.* | libpthread.so.*) ;;
      *) fail "$tool needs $needed, which a bare system may lack" ;;
    esac
  done
  # A closure that outlives its call, for example, brings the path of its source file.
  path=$(grep --only-matching --text -e "$PWD/[[:print:]]*" -e "$work/[[:print:]]*" "$root/bin/$tool" | head -n 1 || true)
  [ -z "$path" ] || fail "$tool names a folder of this machine: $path"
  "$root/bin/$tool" man >"$share/man/man1/$tool.1"
  "$root/bin/$tool" completions bash >"$share/bash-completion/completions/$tool"
  "$root/bin/$tool" completions zsh >"$share/zsh/site-functions/_$tool"
  "$root/bin/$tool" completions fish >"$share/fish/vendor_completions.d/$tool.fish"
done
glibc=$(for tool in $tools; do objdump -T "$root/bin/$tool"; done | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
cp -R Corpus/documents Corpus/scenes "$root/Corpus"
cp -R "$work/licences" "$share/licences"
cp scripts/adapters/*.py "$share/adapters"
cp scripts/engines/*.py scripts/engines/*.c "$share/engines"
for folder in adapters engines; do
  case $folder in
    adapters) page=scripts/adapters/README.md ;;
    engines) page=docs/engines.md ;;
  esac
  sed -e 's|scripts/adapters/|share/adapters/|g' -e 's|scripts/engines/|share/engines/|g' "$page" >"$share/$folder/README.md"
done
cp LICENSE "$root/LICENSE"
cat >"$root/README.md" <<README
# LayoutFuzz $version

\`layoutfuzz\` fuzzes Auto Layout solvers and checks storyboards. \`layoutbench\` measures solvers. Swift is not needed.

    bin/layoutfuzz check Corpus/documents/banner.storyboard
    bin/layoutfuzz fuzz --time 30s

| Path | Content |
|---|---|
| \`bin\` | the two tools |
| \`share/man\` | manual pages: \`man -l share/man/man1/layoutfuzz.1\` |
| \`share/bash-completion\`, \`share/zsh\`, \`share/fish\` | completions |
| \`share/adapters\`, \`share/engines\` | adapters of other solvers and layout engines, with their protocols; most need Python |
| \`share/licences\` | the licences of everything that is linked |
| \`Corpus\` | documents and layouts; \`layoutbench\` finds them beside \`bin\` |

The tools need Linux ($(uname -m)) with glibc ${glibc#GLIBC_} or later, and a mounted \`/proc\`.
README

find "$root" -exec chmod u=rwX,go=rX {} +
mkdir -p "$output"
tar --create --format=ustar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner \
  --directory "$work" "$name" | gzip -n -6 >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$output/$name.tar.gz"
echo "$output/$name.tar.gz"
