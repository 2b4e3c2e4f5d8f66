// The draft of a listing: kept by the server for members, else in this browser. One that waits to
// be gone on with is not written over: it goes when it is posted, or by its button. Everything else
// works without this file; app.js loads it where there is the form of a new listing.

/** @param offer says that one waits. @param tools app.js has them. */
export function follow(offer, { one, when, say, afterPause, send, store, stored }) {
    const form = one('[data-draft]');
    const path = form.dataset.draft;
    const own = one('[name=draft]', form).value;
    let waitsThere = !offer.hidden;
    let isKept = true;
    const keepLater = afterPause(path ? 2_000 : 500, keepTyped);
    when(form, 'input', noteTyped);
    when(window, 'pagehide', keepTyped);
    when(window, 'pageshow', () => { isKept ||= isPosted(); });
    // What goes through the sign-in may come back from there: it is forgotten when it is sent on.
    when(form, 'submit', ({ submitter }) => {
        if (submitter?.name !== 'sign-in') forgetOwn();
    });
    when(one('a', offer), 'click', goOn);
    when(one('[formaction]', offer), 'click', forget);
    // What is not saved while another one waits is not left behind without being asked.
    when(window, 'beforeunload', (event) => {
        if (isTaken() && !isKept && form.ariaBusy !== 'true') event.preventDefault();
    });
    const cameBack = location.pathname === new URL(form.action).pathname;
    // A form that came back is kept as it is: it was forgotten on its way.
    if (cameBack && !isPosted()) keep();
    // So is what was typed before this was here.
    else if (!isPosted() && [...form.elements].some(isTyped)) noteTyped();
    showOffer();

    /** As app.js notes it: then it is no draft until somebody types in it again. */
    function isPosted() {
        return stored('sent')?.includes(window.navigation?.currentEntry?.key) ?? false;
    }

    function isTyped({ value, defaultValue }) {
        return defaultValue !== undefined && value !== defaultValue;
    }

    function noteTyped() {
        isKept = false;
        keepLater();
    }

    function keepTyped() {
        if (!isKept) keep();
    }

    async function keep() {
        if (form.ariaBusy === 'true') return;
        if (isTaken()) return showOffer();
        isKept = true;
        const typed = fields();
        if (!path) return store('draft', typed.length > 1 ? typed : []);
        const body = new FormData();
        for (const [name, value] of typed) body.append(name, value);
        const answer = await fetch(path, { method: 'POST', body, keepalive: true })
            .catch(() => null);
        if (answer?.ok) forgetOwn();
        if (answer?.status !== 409) return;
        // Another window has begun one.
        waitsThere = true;
        isKept = false;
        showOffer();
    }

    /** Says whether another one waits where this one would be kept. */
    function isTaken() {
        return path ? waitsThere : waitingHere();
    }

    /** Without the password; nothing but its key when nobody would miss it. */
    function fields() {
        const passedOver = ['password', 'submission_key', 'of_account'];
        const typed = [...new FormData(form)].filter(([name, value]) =>
            typeof value === 'string' && !passedOver.includes(name));
        const isMissed = typed.some(([name, value]) =>
            ['title', 'price', 'content', 'photos'].includes(name) && value.trim());
        return isMissed ? typed : typed.filter(([name]) => name === 'draft');
    }

    // MARK: What waits

    function showOffer() {
        offer.hidden = !waitsThere && !waitingHere();
    }

    /** What was typed into another form here, also before signing in; null for nothing. */
    function waitingHere() {
        const typed = stored('draft');
        const key = typed?.find(([name]) => name === 'draft')?.[1] ?? '';
        return typed && key !== own ? typed : null;
    }

    function forgetOwn() {
        if (!waitingHere()) store('draft', []);
    }

    function goOn(event) {
        // Where the link leads, the server fills in what it has.
        if (waitsThere) return;
        event.preventDefault();
        const key = one('[name=submission_key]', form).value;
        const typed = waitingHere() ?? [];
        send(form.action, [...typed, ['submission_key', key], ['arrange', 'add-photos']]);
    }

    /** What is being typed here stays, and takes its place. */
    async function forget(event) {
        const button = event.target;
        event.preventDefault();
        if (waitsThere) {
            const body = new URLSearchParams();
            const answer = await fetch(button.formAction, { method: 'POST', body, redirect: 'manual' })
                .catch(() => null);
            if (answer?.type !== 'opaqueredirect') return answer && form.requestSubmit(button);
        } else {
            store('draft', []);
        }
        waitsThere = false;
        showOffer();
        say(button.dataset.done);
        keepTyped();
    }
}
