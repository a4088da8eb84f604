#!/usr/bin/env bash
# Counts the instructions of a fixed set of operations under callgrind and compares them with
# counts/recorded.toml. Fails if an operation takes 5 % more than recorded.
#
#   bench/counts.sh             compare
#   bench/counts.sh --record    record the new counts
#   bench/counts.sh NAME...     compare only these operations
#   bench/counts.sh --build     compile only
#
# Each operation runs n times and then 2n times; the difference divided by n is the cost of the operation
# alone. The counts are valid for one compiler and one kind of processor (memchr chooses its instructions
# at run time; valgrind offers AVX2 at most). They count instructions, not time.
#
# This is not done with gungraun (0.20), because it needs a runner installed in the same version, which
# takes 100 CPU seconds to compile, and keeps callgrind's output files as baselines in target/; here CI
# compares with one small file that is committed and reviewed.
set -euo pipefail
cd "$(dirname "$0")"

recorded=counts/recorded.toml
percent=5
record=no
build=no
names=()
for argument in "$@"; do
  case "$argument" in
    --record) record=yes ;;
    --build) build=yes ;;
    -*) echo "unknown argument: $argument" >&2; exit 2 ;;
    *) names+=("$argument") ;;
  esac
done
if ! command -v valgrind >/dev/null; then
  echo "valgrind was not found; install it: apt-get install valgrind" >&2
  exit 2
fi

# Ignore the caller's flags: the profile in Cargo.toml decides.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_INCREMENTAL CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS
cargo build --quiet --release --no-default-features --bin counts
if [ $build = yes ]; then
  exit
fi
target=$(cargo metadata --no-deps --format-version 1 |
  sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
counts="$target/release/counts"

instructions() { # operation, times
  local output
  output=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$counts" "$1" "$2" 2>&1)
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<<"$output"
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
{
  echo "# Instructions per operation, from \`bench/counts.sh --record\`."
  echo "# $(rustc --version), $(valgrind --version), $(uname -m)"
} >"$new"
failed=0
while read -r name times; do
  if [ ${#names[@]} -gt 0 ] && [[ " ${names[*]} " != *" $name "* ]]; then
    continue
  fi
  once=$(instructions "$name" "$times")
  twice=$(instructions "$name" $((2 * times)))
  count=$(((twice - once) / times))
  echo "$name = $count" >>"$new"
  before=$(sed -n "s/^$name = \([0-9]*\)$/\1/p" "$recorded" 2>/dev/null || true)
  if [ -z "$before" ]; then
    printf '%-22s %12d  (nothing recorded)\n' "$name" "$count"
    [ $record = yes ] || failed=1
    continue
  fi
  change=$(awk -v a="$before" -v b="$count" 'BEGIN { printf "%+.1f", 100 * (b - a) / a }')
  verdict=""
  if awk -v c="$change" -v p=$percent 'BEGIN { exit !(c > p) }'; then
    verdict="  TOO MANY: more than $percent % above the recorded count"
    failed=1
  fi
  printf '%-22s %12d  recorded %12d  %7s %%%s\n' "$name" "$count" "$before" "$change" "$verdict"
done < <("$counts")

if [ $record = yes ]; then
  if [ ${#names[@]} -gt 0 ]; then
    echo "--record records all operations and takes no names" >&2
    exit 2
  fi
  cp "$new" "$recorded"
  echo "written: bench/$recorded"
  exit 0
fi
if [ $failed = 1 ]; then
  echo "If the change is intended, run bench/counts.sh --record and give the reason in the commit." >&2
fi
exit $failed
