// Shows a page of the market's own where the network fails. That page, with what it is made of, is
// all that is kept: everything else comes from the network alone, so that no list is ever stale.
// And shows what is new when a push says that something is, until it was seen.

/** Another version of the site's looks keeps its own, and forgets the one before. */
const cacheName = `offline-${new URL(location).searchParams.get('v')}`;
const page = '/offline';
/** Under this name it is kept what pushes have shown: a number for each tag. */
const shown = '/push/shown';
/** Of so many notices the site is asked at once. */
const mostNotices = 50;
/** Of the push before. */
let turn = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
    const { method, mode, destination } = event.request;
    // What a form sends is for the browser to send again.
    if (method !== 'GET') return;
    if (mode === 'navigate') event.respondWith(visit(event));
    else if (['style', 'script'].includes(destination)) event.respondWith(part(event.request));
});

async function keepPage() {
    const cache = await caches.open(cacheName);
    const answer = await fetch(page, { cache: 'reload' });
    if (!answer.ok) throw new Error(`${page} answers ${answer.status}`);
    const html = await answer.clone().text();
    const parts = html.matchAll(/(?:href|src)="(\/[\w-]+\.(?:css|js)[^"]*)"/g);
    await cache.addAll([...parts].map(([, path]) => path));
    await cache.put(page, answer);
    await self.skipWaiting();
}

async function takeOver() {
    const others = (await caches.keys()).filter((name) => name !== cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
    // The page is asked for while the worker starts, not after.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
}

async function visit(event) {
    try {
        const answer = (await event.preloadResponse) ?? (await fetch(event.request));
        // What the page shows was seen by now.
        event.waitUntil(closeSeen());
        return answer;
    } catch (error) {
        return (await caches.match(page)) ?? Response.error();
    }
}

async function part(request) {
    try {
        return await fetch(request);
    } catch (error) {
        return (await caches.match(request)) ?? Response.error();
    }
}

// MARK: Pushes

self.addEventListener('push', (event) => {
    // One after the other: each shows what none before it has.
    turn = turn.then(showNews, showNews);
    event.waitUntil(turn);
});
self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data.url));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** A push has nothing in it: what is new the site tells, in the language of who is signed in. */
async function showNews() {
    const [all] = await Promise.all([ask('/push/news'), closeSeen()]);
    // Each push has to show something, unless the site is in sight anyway.
    if ((!all || all[0].isSeen) && await isInSight()) return;
    const { title, body, tag, url, isSeen } = all ? await newOf(all) :
        { title: await marketName(), body: '', tag: 'news', url: '/chats', isSeen: false };
    await self.registration.showNotification(title, {
        body, tag, data: { url }, icon: '/icon-192.png', silent: isSeen, renotify: !isSeen,
    });
}

/** Null where the site does not say. */
function ask(path) {
    return fetch(path, { cache: 'no-store' })
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null);
}

/** Takes away the notices of what was seen since, here or on another device. */
async function closeSeen() {
    const notices = (await self.registration.getNotifications?.() ?? []).slice(-mostNotices);
    if (!notices.length) return;
    const unseen = await ask(`/push/unseen?tags=${notices.map(({ tag }) => tag)}`);
    for (const notice of notices) if (unseen?.includes(notice.tag) === false) notice.close();
}

/** The newest that was not shown; where all were, the newest again, without a sound. */
async function newOf(all) {
    const cache = await caches.open(cacheName);
    const numbers = await (await cache.match(shown))?.json() ?? {};
    const found = all.find(({ tag, number }) => numbers[tag] !== number);
    // What was seen since needs to be known no more.
    const kept = all.map(({ tag }) => [tag, numbers[tag]]);
    if (found) kept.push([found.tag, found.number]);
    await cache.put(shown, new Response(JSON.stringify(Object.fromEntries(kept))));
    return found ?? { ...all[0], isSeen: true };
}

/** As the kept page has it: the network has failed just now. */
async function marketName() {
    const html = await (await caches.match(page))?.text();
    return html?.match(/<title>.* - (.*)<\/title>/)?.[1] ?? '';
}

async function isInSight() {
    const windows = await self.clients.matchAll({ type: 'window' });
    return windows.some(({ visibilityState }) => visibilityState === 'visible');
}

async function open(path) {
    const url = new URL(path, location).href;
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find((window) => window.url.split('#')[0] === url);
    return there ? there.focus() : self.clients.openWindow(url);
}

/** The browser has another endpoint from now on: in place of the one before, unless that was ended. */
async function renew({ oldSubscription, newSubscription }) {
    // Else push.js tells of it at the next visit.
    if (!oldSubscription) return;
    const { endpoint } = newSubscription ??
        await self.registration.pushManager.subscribe(oldSubscription.options);
    const body = new URLSearchParams({ endpoint, former: oldSubscription.endpoint });
    await fetch('/push', { method: 'POST', body });
}
