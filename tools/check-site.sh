#!/usr/bin/env bash
# Whether a server gives the site as docs/hosting.md says: tools/check-site.sh http://localhost:8080
set -euo pipefail
site=${1:?address of the site}
failed=0

# Waits for a server that has just been started.
for _ in $(seq 50); do curl -sf -o /dev/null "$site/" && break || sleep 0.2; done

# PATH HEADER PATTERN: the header of the answer, in one line, fits; with an empty pattern there is none.
expect() {
  local value
  value=$(curl -sS -o /dev/null -D - -H 'Accept-Encoding: gzip' ${4:+-H "$4"} "$site$1" | tr -d '\r' |
    awk -v name="$2" 'tolower($0) ~ "^" tolower(name) ":" { sub(/^[^:]*: */, ""); print }')
  if [ -z "$3" ] && [ -z "$value" ]; then return; fi
  if [ -n "$3" ] && [[ "$value" =~ $3 ]]; then return; fi
  echo "$1: $2 is \"$value\", and not \"$3\""
  failed=1
}

# PATH CODE: the answer has this status.
status() {
  local code
  code=$(curl -sS --path-as-is -o /dev/null -w '%{http_code}' ${3:+-H "$3"} "$site$1")
  [ "$code" = "$2" ] || { echo "$1: $code, and not $2"; failed=1; }
}

html=$(curl -sf "$site/")
script=$(grep -oE 'assets/[^"]+\.js' <<< "$html" | head -1)
for path in / "/$script" /docs/index.html /docs/api/index.html /embed/lithoscope-viewer.js /no-such-file; do
  expect "$path" Content-Security-Policy "^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';.* frame-ancestors "
  expect "$path" X-Content-Type-Options '^nosniff$'
  expect "$path" Referrer-Policy '^no-referrer$'
  expect "$path" Cross-Origin-Opener-Policy '^same-origin$'
done
expect / Content-Type '^text/html'
expect "/$script" Content-Type '^(text|application)/javascript'
expect "/$script" Content-Encoding '^gzip$'
expect "/$script" Cache-Control 'max-age=31536000'
expect / Cache-Control 'no-cache'
expect /sw.js Cache-Control 'no-cache'
wasm=$(curl -sf "$site/sw.js" | grep -oE 'assets/[A-Za-z0-9_-]+\.wasm' | head -1)
expect "/$wasm" Content-Type '^application/wasm$'
expect "/$wasm" Content-Encoding '^gzip$'
expect /manifest.webmanifest Content-Type '^application/manifest\+json'
expect /embed/lithoscope-viewer.js Access-Control-Allow-Origin '^\*$'
expect /samples/clockwork.abc Access-Control-Allow-Origin '^\*$'
expect / Access-Control-Allow-Origin ''
expect "/$script" Access-Control-Allow-Origin ''
status / 200
# Paths that mean another thing to a browser than to a server.
for path in //other.example/..%2f/ //index.html /a%2findex.html /a%5cindex.html; do status "$path" 404; done
status /no-such-file 404
status /samples/clockwork.abc 206 'Range: bytes=0-9'
expect /samples/clockwork.abc Content-Range '^bytes 0-9/' 'Range: bytes=0-9'
[ $failed = 0 ] && echo "$site is as docs/hosting.md says"
exit $failed
