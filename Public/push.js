// Notifications of this device: push.js shows what the browser can do and subscribes it; the service
// worker shows what comes. Only pages that offer them load this file, and those soon after a sign-in; only
// what they show depends on it.

/**
 * Under this name the browser keeps which account decided what, and at which of its endings of all:
 * `[account, endpoint, endings]`, or no endpoint.
 */
const place = 'push';

let isKnown = one('[data-push]')?.dataset.on !== undefined;
/** Which state says why it could not be begun. */
let failure = null;
let subscription = null;

start();

async function start() {
    if (!page()) return;
    document.addEventListener('click', press);
    // An open list of chats is made anew as it changes.
    new MutationObserver(show).observe(one('#main'), { childList: true });
    if (canPush()) {
        const answer = look().catch(() => null);
        // Where it takes long, or for ever, there is something to press meanwhile.
        await inTime(answer, 3_000).catch(() => null);
        answer.then(show);
    }
    show();
}

async function look() {
    const { pushManager } = await navigator.serviceWorker.ready;
    subscription = await pushManager.getSubscription();
    await keepTold();
}

function canPush() {
    return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/**
 * The account that goes on here after a new sign-in is told as before, also at a new endpoint; not when
 * it has ended all since, here or elsewhere, of which the server has the last word.
 */
async function keepTold() {
    const [account, endpoint, endings] = decision();
    const now = page();
    if (!subscription || !endpoint || account !== now.account) return;
    if (endings !== (now.endings ?? endings)) return;
    if (isKnown && endpoint === subscription.endpoint) return;
    // Pages that say no more than who has signed in come one after another: the first is enough.
    if (now.since && now.since === sessionStorage[place]) return;
    const status = await tell('/push', { endpoint: subscription.endpoint, account, endings });
    isKnown = status === 204;
    if (isKnown) decide(subscription.endpoint, { account, endings });
    if (now.since && status < 500) sessionStorage[place] = now.since;
}

// MARK: What is shown

function show() {
    const part = one('[data-push]');
    if (!part) return;
    const state = current();
    if ('offer' in part.dataset) {
        const [account] = decision();
        part.hidden = state !== 'off' || account === part.dataset.account;
    } else if (state) {
        part.hidden = false;
    }
    for (const shown of part.querySelectorAll('[data-state]')) {
        shown.hidden = ![state, failure].includes(shown.dataset.state);
    }
}

/** Null where nothing can be done. */
function current() {
    if (!canPush()) {
        // Safari of phones has it for what was added to the home screen alone.
        return navigator.standalone === false ? 'install' : null;
    }
    if (Notification.permission === 'denied') return 'denied';
    return subscription && isKnown ? 'on' : 'off';
}

// MARK: What is pressed

async function press({ target }) {
    const button = target.closest?.('[data-push] button');
    if (!button || button.form) return;
    button.disabled = true;
    if ('dismiss' in button.dataset) decide(null);
    else if ('begin' in button.dataset) failure = await begin().catch(() => 'failed');
    else await end();
    button.disabled = false;
    show();
}

/** Which state says why not; null where the browser says so by itself, too. */
async function begin() {
    if (await Notification.requestPermission() !== 'granted') return null;
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    const options = {
        userVisibleOnly: true, applicationServerKey: one('[data-push]').dataset.push,
    };
    // One by another key of the site is worth nothing any more.
    const subscribe = () => inTime(pushManager.subscribe(options));
    subscription = await subscribe().catch(async (error) => {
        const old = await pushManager.getSubscription();
        if (!old) throw error;
        await old.unsubscribe();
        return subscribe();
    });
    const status = await tell('/push', { endpoint: subscription.endpoint });
    isKnown = status === 204;
    if (isKnown) decide(subscription.endpoint);
    else return status === 422 ? 'unknown' : 'failed';
    return null;
}

async function end() {
    decide(null);
    const { endpoint } = subscription;
    await subscription.unsubscribe().catch(() => false);
    subscription = null;
    isKnown = false;
    // Where that does not arrive, the push service says that nobody is there any more.
    await tell('/push/deletion', { endpoint });
}

// MARK: Helpers

function one(selector) {
    return document.querySelector(selector);
}

/** What the page says of who is signed in; one soon after a sign-in perhaps no more than who. */
function page() {
    return (one('[data-push]') ?? one('script[data-account]'))?.dataset;
}

/** A browser that does not reach its push service may say nothing at all. */
function inTime(promise, milliseconds = 20_000) {
    const end = new Promise((_, refuse) => { setTimeout(refuse, milliseconds); });
    return Promise.race([promise, end]);
}

/** What the server answers: 204, or why it did nothing. */
async function tell(path, fields) {
    const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
        .catch(() => null);
    return answer?.status;
}

/** Who has decided here, and for which endpoint; nobody where nothing can be kept. */
function decision() {
    try {
        return JSON.parse(localStorage[place] ?? '[]');
    } catch (error) {
        return [];
    }
}

function decide(endpoint, { account, endings } = page()) {
    try {
        localStorage[place] = JSON.stringify([account, endpoint, endings]);
    } catch (error) {
        // It is asked again.
    }
}
