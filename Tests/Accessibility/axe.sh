#!/usr/bin/env bash
# Looks at every page with axe-core, which a package of PyPI holds. Where that cannot be had it says
# so and goes on: 0 is passed or left out.
#
#     Tests/Accessibility/axe.sh PATH_OF_THE_TESTS
set -euo pipefail

PACKAGE=axe-playwright-python==0.1.8
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/jangteo/${PACKAGE//==/-}
AXE=$CACHE/axe_playwright_python/axe.min.js

if [ ! -e "$AXE" ]; then
    mkdir -p "$CACHE"
    { python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$CACHE" \
        "$PACKAGE" && python3 -m zipfile -e "$CACHE"/*.whl "$CACHE"; } || {
        echo "* The pages were NOT looked at with axe: it cannot be had from PyPI." >&2
        exit 0
    }
fi

JANGTEO_AXE=$AXE "$1" --testing-library swift-testing --no-parallel \
    --filter '^BrowserTests\.MarketInBrowserTests/Axe'
