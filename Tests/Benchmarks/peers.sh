#!/bin/sh
# Runs the first table of README.md: other servers doing the same work, and ours, driven side by side by the
# runner beside this repository. Says so and ends well when the runner or its peers are not there.
# usage: peers.sh RUNNER [OPTIONS OF THE RUNNER]
set -eu
runner=$1
shift
peers=${PEERS:-/tmp/peers}
if ! [ -f "$runner" ] || ! [ -x "$peers/bin/climit" ]; then
    echo "no table: build the peers with $(dirname "$runner")/setup.sh first"
    exit 0
fi

root=$(pwd)
program=$root/.build/release/jangteo
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
database=$folder/market.sqlite
server=
"$program" seed --items 100000 --database "$database"

# A seller posts signed in: Argon2id would be all that a guest's posts measure.
"$program" serve --port 8096 --root "$root" --database "$database" --access-log off >/dev/null &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    curl -sf -o /dev/null http://127.0.0.1:8096/icon.svg && break
    sleep 0.3
done
cookie=$(curl -s -i --data-urlencode "nickname=벤치" --data-urlencode "password=$(date)$$" \
    http://127.0.0.1:8096/signup | tr -d '\r' | sed -n 's/^Set-Cookie: \(session=[^;]*\).*/\1/p')
kill "$server"
wait "$server" || true

# As large as the file that the peers send: none of the site's own is.
cp -r "$root/Public" "$root/Templates" "$folder"
head -c 12406 "$root/Public/app.css" >"$folder/Public/peers.css"

serve="$program serve --root $folder --database $database --access-log off"
# made: pages made anew; kept: from the page cache; posts: by a seller, without the limits on rates.
python3 "$runner" "$@" \
    --add "made=$serve --port 8093 --cached-pages 0@8093" --ids made:1-100000 \
    --map made:css=- --map made:cached=- --map made:post=- \
    --add "kept=$serve --port 8094@8094" --ids kept:1-100000 --map kept:cached=/ \
    --map kept:css=/peers.css --map kept:list=- --map kept:before=- --map kept:item=- --map kept:post=- \
    --add "posts=$serve --port 8095 --post-rate 0 --newcomer-post-rate 0@8095" --ids posts:1-100000 \
    --map posts:list=- --map posts:before=- --map posts:item=- --map posts:css=- --map posts:cached=- \
    --header "posts:Cookie: $cookie" --field posts:currency=KRW --field posts:stock=1
