// Shows a page of the market's own where the network fails. That page, with what it is made of, is
// all that is kept: everything else comes from the network alone, so that no list is ever stale.

/** Another version of the site's looks keeps its own, and forgets the one before. */
const cacheName = `offline-${new URL(location).searchParams.get('v')}`;
const page = '/offline';

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

async function visit({ request, preloadResponse }) {
    try {
        return (await preloadResponse) ?? (await fetch(request));
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
