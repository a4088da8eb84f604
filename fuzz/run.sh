#!/bin/sh
# Runs the fuzz targets, two at a time, from a few small inputs: fuzz/run.sh [SECONDS | --build]
#
# SECONDS is the time for each target, 60 by default; --build only compiles. Inputs that reach new code
# stay in fuzz/corpus, and the next run starts from them; inputs that fail are kept in fuzz/artifacts.
# The last line says how many targets passed.
#
# The targets are those of cargo-fuzz, and `cargo fuzz run TARGET` works too. This script passes the same
# flags to the compiler without it, as installing it takes longer than compiling all targets.
set -u

seconds=${1:-60}
case $seconds in
    --build) ;;
    '' | 0* | *[!0-9]*)
        echo "usage: fuzz/run.sh [SECONDS | --build]" >&2
        exit 2
        ;;
esac

cd "$(dirname "$0")" || exit 2

# The address sanitizer, and what libFuzzer needs to see which code an input reaches.
flags="-Zsanitizer=address --cfg fuzzing -Cdebug-assertions -Ccodegen-units=1 -Cpasses=sancov-module"
for pass in level=4 inline-8bit-counters pc-table trace-compares stack-depth; do
    flags="$flags -Cllvm-args=-sanitizer-coverage-$pass"
done
host=$(rustc -vV | sed -n 's/^host: //p')
target_folder=${CARGO_TARGET_DIR:-target}
# Sanitizers are flags of the nightly compiler, which the stable one accepts if this is set. The target is
# named so that the flags are not those of build scripts.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" cargo build --quiet --release --bins --target "$host" \
    --target-dir "$target_folder" || exit 1
[ "$seconds" != --build ] || exit 0

# seed TARGET NAME, with the input on the standard input
seed() {
    mkdir -p "corpus/$1"
    cat >"corpus/$1/seed-$2"
}

# seed_all NAME CRAWLER URL, with a file on the standard input: a seed for each target. `lint` reads a file,
# `parse` one byte and a file, `twins` a crawler, a URL and a file, `proofs` a URL and two files.
seed_all() {
    file=$(cat && echo .)
    printf '%s\n%s\n%s' "$2" "$3" "${file%.}" | seed twins "$1"
    printf '%s' "${file%.}" | seed lint "$1"
    printf '%s%s' "@" "${file%.}" | seed parse "$1"
    printf '%s\n%s\n---\n%s' "$3" "${file%.}" "${file%.}" | seed proofs "$1"
}

seed_all groups ExampleBot 'https://example.com/shop/catalogue?page=2' <<'END'
# Two groups for one crawler, and one for all others.
User-agent: ExampleBot
User-agent: AI2Bot/1.0
Disallow: /shop
Crawl-delay: 1.5

Sitemap: https://example.com/sitemap.xml
User-agent: *
Disallow: /
Allow: /public$

User-agent: examplebot*
Allow: /shop/catalogue
END

seed_all stars '*' '/a/b.pdf?x=1#top' <<'END'
User-agent: *
Disallow: /*.pdf$
Disallow: /*?
Allow: /*?page=
Allow: /**/b*
Disallow: /a$b$
END

seed_all encodings a '/caf%c3%a9/%7Eb/%2f*$' <<'END'
User-agent: a
Disallow: /café/
Allow: /caf%C3%A9/~
Disallow: /%63af%e9/%2F%2A%24
Disallow: /100%/%zz
END

seed_all lenient 'Example Bot' 'https://example.com/folder/' <<'END'
Disallow: /before
user agent : Example Bot/2.0, Other
Disallow /
Allow: /folder/index.html
Disallow-AI: /ai
Dissallow:/x # why
: empty
no separator here
Content-Signal: search=yes, ai-train=no
Request-rate: 1/10s 0800-1700
Visit-time: 0600-0845
END

printf '@\357\273\277User-agent: *\r\nDisallow: /a\rAllow: /\000b\n\r\n\303\377' | seed parse odd
printf 'a\n?x;y\n\357\273User-agent: *\r\nDisallow: /a\rAllow: /\000?x\n\r\n\303\377' | seed twins odd

# fuzz TARGET: runs a target and keeps what it prints.
fuzz() {
    mkdir -p "corpus/$1" "artifacts/$1"
    # A generic function in two codegen units is one definition to Rust, and two to the sanitizer.
    ASAN_OPTIONS=detect_odr_violation=0 "$target_folder/$host/release/$1" "corpus/$1" \
        -artifact_prefix="artifacts/$1/" -dict=robots.dict -max_total_time="$seconds" -max_len=2048 \
        -timeout=20 -verbosity=0 -print_funcs=0 -print_final_stats=1 >"artifacts/$1.txt" 2>&1
}

passed=0
failed=0
# ended TARGET STATUS: prints what a target printed, and whether it passed.
ended() {
    cat "artifacts/$1.txt"
    if [ "$2" -eq 0 ]; then
        echo "fuzz: $1 passed, $seconds seconds"
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "fuzz: $1 FAILED with status $2; its inputs are in fuzz/artifacts/$1" >&2
    fi
}

mkdir -p artifacts
while read -r one other; do
    fuzz "$one" &
    one_pid=$!
    fuzz "$other" &
    other_pid=$!
    wait "$one_pid"
    ended "$one" $?
    wait "$other_pid"
    ended "$other" $?
done <<'END'
parse proofs
twins lint
END
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -eq 4 ]
