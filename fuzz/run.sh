#!/bin/sh
# Runs each fuzz target for a while, from a few small files: fuzz/run.sh [seconds per target]
#
# What a run finds stays in fuzz/corpus and is where the next one starts; what fails is kept in
# fuzz/artifacts. The last line says how many targets passed.
set -u

seconds=${1:-60}
case $seconds in
    '' | 0* | *[!0-9]*)
        echo "usage: fuzz/run.sh [seconds per target]" >&2
        exit 2
        ;;
esac

cd "$(dirname "$0")" || exit 2
# The fuzzer's instrumentation asks for the nightly flags of the compiler; any compiler has them.
export RUSTC_BOOTSTRAP=1

if ! cargo fuzz --version >/dev/null 2>&1; then
    RUSTC_BOOTSTRAP=0 cargo install cargo-fuzz --version 0.13.2 --locked || exit 2
fi

# seed TARGET NAME, with the input on the standard input
seed() {
    mkdir -p "corpus/$1"
    cat >"corpus/$1/seed-$2"
}

# All take these: `lint` has a file, `parse` one byte and a file, `twins` a crawler, a URL and a file,
# `proofs` a URL and two files, here the same.
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

passed=0
failed=0
for target in parse twins proofs lint; do
    echo "fuzz: $target for $seconds seconds"
    if cargo fuzz run "$target" -- -dict=robots.dict -max_total_time="$seconds" \
        -max_len=2048 -timeout=20 -verbosity=0 -print_funcs=0 -print_final_stats=1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "fuzz: $target failed; its inputs are in fuzz/artifacts/$target" >&2
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
