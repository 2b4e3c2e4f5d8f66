#!/usr/bin/env bash
# Tests a freshly started server against Public/api/openapi.json, with all that schemathesis knows
# to ask. Where that cannot be had it says so and goes on: 0 is passed or left out.
#
#     Tests/OpenAPI/check.sh PATH_OF_JANGTEO [EXAMPLES [SEED]]
set -euo pipefail

PROGRAM=$(realpath "$1")
EXAMPLES=${2:-600}
SEED=${3:-1}
VERSION=4.32.5
MOST_SECONDS=${MOST_SECONDS:-600}
FOLDER=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$FOLDER/../.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/jangteo/schemathesis-$VERSION

leave_out() {
    echo "**************************************************************************" >&2
    echo "* The API was NOT checked against its document: $1." >&2
    echo "**************************************************************************" >&2
    exit 0
}

command -v python3 >/dev/null || leave_out "there is no python3"
if ! "$CACHE/bin/schemathesis" --version >/dev/null 2>&1; then
    rm -rf "$CACHE"
    python3 -m venv "$CACHE" >/dev/null 2>&1 || leave_out "python3 has no venv"
    "$CACHE/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$VERSION" ||
        leave_out "schemathesis $VERSION cannot be installed from PyPI"
fi

WORK=$(mktemp -d)
trap '[ -z "${SERVER:-}" ] || kill "$SERVER" 2>/dev/null; rm -rf "$WORK"' EXIT

"$PROGRAM" seed --items 30 --database "$WORK/market.sqlite" >"$WORK/seed.log" 2>&1 ||
    { cat "$WORK/seed.log" >&2; exit 1; }
"$PROGRAM" serve --port 0 --database "$WORK/market.sqlite" --root "$ROOT" --access-log off \
    --post-rate 0 --photo-rate 0 --password-tries 1000000 \
    --password-passes 1 --password-memory 8192 >"$WORK/server.log" 2>&1 &
SERVER=$!
for _ in $(seq 100); do
    URL=$(sed -n 's|^jangteo: listening on \(http://.*\)|\1|p' "$WORK/server.log")
    [ -z "$URL" ] || break
    kill -0 "$SERVER" 2>/dev/null || { cat "$WORK/server.log" >&2; exit 1; }
    sleep 0.1
done

# By its seed alone a run is what it is: nothing is remembered of earlier ones.
cd "$WORK"
SCHEMATHESIS_HOOKS=hooks PYTHONPATH="$FOLDER" PYTHONDONTWRITEBYTECODE=1 \
    timeout "$MOST_SECONDS" "$CACHE/bin/schemathesis" run "$URL/api/openapi.json" --url "$URL" \
    --checks all --max-examples "$EXAMPLES" --seed "$SEED" --generation-database none \
    --continue-on-failure --no-color
