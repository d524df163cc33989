#!/bin/bash -eu
# Builds each target of scripts/libfuzzer.sh into $OUT, with its inputs and dictionary beside it.
scripts/libfuzzer.sh

# Where a target runs there is no toolchain.
libraries=$(dirname "$(command -v swiftc)")/../lib/swift/linux
cp "$libraries"/*.so "$OUT"/

for folder in Corpus/libfuzzer/*/; do
  target=$(basename "$folder")
  cp ".build-fuzzer/$target" "$OUT/$target"
  patchelf --set-rpath '$ORIGIN' "$OUT/$target"
  (cd "$folder" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
  if [ -f "Corpus/libfuzzer/$target.dict" ]; then
    cp "Corpus/libfuzzer/$target.dict" "$OUT/$target.dict"
  fi
done
