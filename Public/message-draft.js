// What somebody has begun to write to somebody, with the price of a first message, or as a memo: kept in this
// window until it is sent, each conversation's by itself, and the reasons that an operator has begun to give,
// those of each form in each case by themselves. Nobody else who signs in here finds it, and signing out forgets
// all of it. Everything else works without this file; app.js loads it where a message or a memo is written, where
// a message that came through the sign-in is sent on, where reports are looked at, and where one signs out.

/** Behind the place of a text where its price is kept. */
const priceMark = ' price';

/**
 * @param part a form that a message is written in, that carries one, or that signs out; or what has forms with
 *   reasons in it.
 * @param tools app.js has them.
 */
export function follow(part, tools) {
    const { one, all, when } = tools;
    const { writer } = part.dataset;
    if (part.matches('form')) {
        const field = one('textarea', part);
        // That of a page that is brought up to date is another one later.
        if (!field) return when(document, 'submit', ({ target }) => {
            forget(placeOf(target));
            forgetListing(target, tools);
        });
        addAnswers(part, field, tools);
        // What a first message offers goes with it.
        const price = one('[name=price]', part);
        if (price) followField(price, writer, tools, priceMark);
        return followField(field, writer, tools);
    }
    const followed = new WeakSet();
    const followReason = (field) => {
        if (field.name !== 'reason' || followed.has(field)) return;
        followed.add(field);
        followField(field, writer, tools);
    };
    all('[name=reason]', part).forEach(followReason);
    // Those of a page that is brought up to date come later.
    when(part, 'focusin', ({ target }) => followReason(target));
}

/** A quick answer stands behind what is typed, to be sent or written on. */
function addAnswers(form, field, { when }) {
    when(form, 'click', (event) => {
        const answer = event.target.closest('[name=quick]');
        if (!answer) return;
        event.preventDefault();
        field.value = [field.value.trim(), answer.value].filter(Boolean).join(' ');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.focus();
    });
}

function followField(field, writer, { when }, mark = '') {
    const { form } = field;
    // Somebody may be suspended in each case of theirs: what is begun in one is no reason of another.
    const place = (form.closest('li')?.id ?? '') + placeOf(form) + mark;
    // What came back is as it was sent; what was typed before this was here stays.
    field.value ||= texts()[place] ?? '';
    // A reason that has been begun is in sight.
    const folded = form.closest('details.terms');
    if (folded && field.value) folded.open = true;
    keep();
    when(form, 'input', () => keep());
    when(document, 'submit', ({ target, submitter, defaultPrevented }) => {
        // What goes through the sign-in may come back from there, and what a script sends may fail.
        if (target === form && !defaultPrevented && submitter?.name !== 'sign-in') keep('');
    });

    /** What the same writer has begun, by the case and where it would be sent to. */
    function texts() {
        const kept = stored();
        return kept?.writer === writer ? kept.texts : {};
    }

    function keep(text = field.value) {
        const kept = { ...texts(), [place]: text };
        if (!text.trim()) delete kept[place];
        put({ writer, texts: kept });
    }
}

/** Where a form is sent to, and the listing that its memo is pinned to: what is begun of one is not of another. */
function placeOf(form) {
    const item = form.querySelector('[name=item]')?.value;
    return form.getAttribute('action') + (item ? `?item=${item}` : '');
}

/** What signs out leaves nothing; anything else takes along what was kept to be sent there. */
function forget(place) {
    const kept = place === '/signout' ? null : stored();
    if (kept) {
        delete kept.texts[place];
        delete kept.texts[place + priceMark];
    }
    put(kept);
}

/** The draft of a listing that came through the sign-in, as draft.js has kept it. */
function forgetListing(form, { one, store, stored }) {
    const key = one('[name=draft]', form)?.value;
    const isIt = ([name, value]) => name === 'draft' && value === key;
    if (key && stored('draft')?.some(isIt)) store('draft', []);
}

/** A browser may keep nothing for anybody: then nothing is stored. */
function put(kept) {
    try {
        if (kept && Object.keys(kept.texts).length) sessionStorage.messages = JSON.stringify(kept);
        else sessionStorage.removeItem('messages');
    } catch { /* As above. */ }
}

function stored() {
    try {
        return JSON.parse(sessionStorage.messages ?? null);
    } catch {
        return null;
    }
}
