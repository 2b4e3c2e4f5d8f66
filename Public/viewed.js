// What was looked at here, last first: this browser alone keeps it, and tells it by a cookie to the page that
// lists it, and to no other. Everything else works without this file; app.js loads it where there is a
// listing of somebody else's, and where they are listed.

const most = 30;
/** In seconds: 90 days. */
const lifetime = 90 * 86_400;

/** @param part is a listing and has its number, or it lists them. @param tools app.js has them. */
export function follow(part, { when, store, stored }) {
    const { item } = part.dataset;
    if (!item) return forget();
    // A browser may get a page ready before anybody asks for it.
    if (document.prerendering) when(document, 'prerenderingchange', note);
    else note();

    /** Which others there are is asked now: another window may have come in between. */
    function note() {
        const now = Math.floor(Date.now() / 1_000);
        const others = (stored('viewed') ?? [])
            .filter(([other, time]) => other !== item && now - time < lifetime);
        const viewed = [[item, now], ...others].slice(0, most);
        store('viewed', viewed);
        // The cookie cannot be read here, where it is not sent.
        document.cookie = `viewed=${viewed.map(([id]) => id).join('.')}; Path=/items/viewed`
            + `; Max-Age=${lifetime}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
    }

    /** The button takes the cookie away, and so does the browser in time: then nothing else stays. */
    function forget() {
        if (!/(?:^|; )viewed=/.test(document.cookie)) store('viewed', []);
        when(part, 'submit', () => store('viewed', []));
    }
}
