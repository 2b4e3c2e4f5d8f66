// A conversation that stays open: what is new comes over one stream, and what is written stays on the
// page. Everything works without this file; app.js loads it where there is a conversation.

/** @param tools app.js has them. */
export function follow(list, { one, all, when, say, smaller, areSame }) {
    const pane = list.closest('.pane');
    const writing = one('.writing');
    const fresh = one('.fresh');
    const { path } = list.dataset;
    let { revision } = list.dataset;
    // As it came last.
    const isLast = !new URLSearchParams(location.search).has('before');
    /** The newest of what came and was not read; when somebody did something here last, and the page. */
    let unseen, used = Date.now(), changed = used;
    one('.beside [aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (!isLast) return;
    fresh.hidden = true;
    // What a search has found stays in view.
    if (!one(':target', list)) scrollDown();
    listen();
    watch();
    write();
    answer();
    unfold();

    /** What is reversed is scrolled from its end. */
    function isDown() {
        return pane.scrollTop > -120;
    }

    function scrollDown() {
        fresh.hidden = true;
        pane.scrollTop = 0;
    }

    // MARK: What is new

    /** One stream while somebody looks; after a break it goes on from the last change shown. */
    function listen() {
        let source, retry, alarm;
        let patience = 1_000;
        const stop = () => {
            source?.close();
            clearTimeout(retry);
        };
        /** At the time of an appointment there is something else to do: what, the stream says anew. */
        const wake = () => {
            clearTimeout(alarm);
            const wait = Date.parse(one('.steps [data-at]')?.dataset.at) - Date.now() + 1_000;
            if (wait > 0 && wait < 86_400_000) alarm = setTimeout(start, wait);
        };
        const start = () => {
            stop();
            // Phones hold no connection for what nobody looks at.
            if (document.hidden) return;
            source = new EventSource(`${path}/live?after=${revision}`);
            when(source, 'open', () => { patience = 1_000; });
            when(source, 'message', ({ data, lastEventId }) => {
                show(JSON.parse(data), lastEventId);
                wake();
            });
            when(source, 'error', () => {
                stop();
                // After a restart not everybody at once.
                retry = setTimeout(start, patience * (1 + Math.random()));
                patience = Math.min(patience * 2, 60_000);
            });
        };
        when(document, 'visibilitychange', start);
        when(window, 'online', start);
        start();
    }

    function show({ messages, subject, steps, silence, answers, tidying, tidied, read, unread, reload }, number) {
        if (reload) return location.reload();
        revision = number;
        changed = Date.now();
        const wasDown = isDown();
        const isNew = put(messages);
        mark(read);
        about(subject);
        next(steps);
        hush(silence);
        suggest(answers);
        tidy(tidying);
        head(tidied);
        count(unread);
        besides();
        if (isNew && !wasDown) fresh.hidden = false;
        if (wasDown) scrollDown();
    }

    /** In their order; one that is there already, for it was sent again or taken back, is replaced. One
        that was sent before those of this page has its place on an earlier one, and its day with it. */
    function put(html) {
        const parts = document.createElement('template');
        parts.innerHTML = html;
        const first = number(one('[id^=message]', list));
        let last;
        for (const row of [...parts.content.children]) {
            const known = document.getElementById(row.id);
            const isDay = row.className === 'day';
            if (isDay && known || number(isDay ? row.nextElementSibling : row) < first) continue;
            if (known) {
                known.replaceWith(row);
                continue;
            }
            list.append(row);
            if (!isDay && !row.matches('.own')) last = row;
        }
        unseen = last ?? unseen;
        setRead();
        return Boolean(last);
    }

    /** Who is there has done something of late: what comes to a page left open is told elsewhere. */
    function watch() {
        const note = () => {
            used = Date.now();
            setRead();
        };
        for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'focus']) {
            when(window, type, note);
        }
        when(document, 'visibilitychange', note);
        // As the cursor of a screen reader does; what comes moves the page, too.
        const noteMove = () => {
            if (Date.now() - changed > 1_000) note();
        };
        when(window, 'focusin', noteMove);
        when(pane, 'scroll', noteMove);
    }

    function setRead() {
        if (!unseen || document.hidden || Date.now() - used > 120_000) return;
        const body = new URLSearchParams({ message: number(unseen) });
        unseen = null;
        send(`${path}/reading`, body);
    }

    function number({ id }) {
        return Number(id.replace('message-', ''));
    }

    /** The last of one's own that the other has read says so, and no other: of a few that changed the
        server marks the last, too. */
    function mark(read) {
        const row = all('.own:not(.told)', list).findLast((own) => number(own) <= read);
        for (const seen of all('.seen', list)) if (!row?.contains(seen)) seen.remove();
        if (!row || one('.seen', row)) return;
        const seen = document.createElement('span');
        seen.className = 'seen';
        seen.textContent = list.dataset.seen;
        one('time', row).before(seen, ' ');
    }

    /** What it is about, which others may have reserved meanwhile. Who is on the link stays there. */
    function about(html) {
        const part = one('.subject');
        const parts = document.createElement('template');
        parts.innerHTML = html;
        const now = parts.content.firstElementChild;
        if (!now || part.isEqualNode(now)) return;
        const isFocused = part === document.activeElement;
        part.replaceWith(now);
        if (isFocused) now.focus();
    }

    /** What may be done next, unless somebody is about to do it. */
    function next(html) {
        const part = one('.steps');
        if (!one('[open]', part) && !part.contains(document.activeElement)) part.innerHTML = html;
    }

    /** Why nothing can be written takes the place of the form, unless something is typed there: sent, its
        page says why and keeps that. A form that the page came without is asked for, unless it keeps it. */
    function hush(html) {
        // Not all is told at once.
        if (html === undefined) return;
        const part = one('.silence');
        if (!html && !writing && !one('.kept')) return location.replace(path);
        const parts = document.createElement('template');
        parts.innerHTML = html;
        const isSame = part.textContent.trim() === parts.content.textContent.trim();
        if (!isSame && !part.contains(document.activeElement)) part.innerHTML = html;
        if (!writing) return;
        const isBegun = one('textarea', writing).value.trim() || one('.attached li', writing);
        const isLeft = Boolean(html) && !isBegun;
        if (isLeft && writing.contains(document.activeElement)) pane.focus();
        writing.hidden = isLeft;
    }

    /** What most write at this step, unless somebody is about to choose. */
    function suggest(html) {
        if (!writing) return;
        const part = one('.quick-answers', writing);
        const parts = document.createElement('template');
        parts.innerHTML = html;
        const now = parts.content.firstElementChild;
        if (part?.contains(document.activeElement) || now && part?.isEqualNode(now)) return;
        part?.remove();
        if (now) one('[name=token]', writing).after(now);
    }

    /** The menu offers the reverse of what was done in another window, unless it is open. */
    function tidy(html) {
        const menu = one('.tools');
        if (!html || !menu || menu.open) return;
        for (const row of all('[data-tidying]', menu)) row.remove();
        one('ul', menu).insertAdjacentHTML('afterbegin', html);
    }

    /** The head says that the chat is muted or archived, unless somebody is about to press its button. */
    function head(html) {
        const part = one('.tidied');
        if (html === undefined || part.contains(document.activeElement)) return;
        part.innerHTML = html;
        const up = one('.up');
        // A chat that is no longer archived leads back to all others, which then stand beside it.
        const isArchived = one('[action$="/archive/deletion"]', part);
        if (isArchived || up.search !== '?archived=1') return;
        up.href = up.pathname;
        up.textContent = one('.beside h2').textContent = one('.beside').ariaLabel;
    }

    /** How many messages wait in all conversations, as the server words it; a guest is told of none. */
    function count(html) {
        if (html === undefined) return;
        const tab = one('.tabs .chats');
        one('b', tab)?.remove();
        tab.insertAdjacentHTML('beforeend', html);
    }

    /** The list beside it, where there is room for one. */
    async function besides() {
        const beside = one('.beside');
        if (!beside.offsetParent || beside.contains(document.activeElement)) return;
        const answer = await fetch(one('.up').href).catch(() => null);
        if (!answer?.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const talks = one('.talks', page);
        if (!talks) return;
        all('a', talks).find(({ pathname }) => pathname === path)?.setAttribute('aria-current', 'page');
        one('.talks', beside).replaceWith(talks);
    }

    // MARK: What is written

    function write() {
        if (!writing) return;
        const field = one('textarea', writing);
        const photos = attachPhotos(field);
        let isSending = false;
        when(field, 'keydown', (event) => {
            // A syllable that is still being put together is not sent by the key that ends it.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            if (!matchMedia('(hover: hover)').matches) return;
            event.preventDefault();
            writing.requestSubmit();
        });
        when(writing, 'submit', async (event) => {
            // A quick answer that is pressed before its script is there has the page filled in.
            if (event.submitter?.name === 'quick') {
                window.onbeforeunload = null;
                return;
            }
            event.preventDefault();
            const text = field.value;
            const attached = photos.attached();
            const isEmpty = !text.trim() && !attached.length && !one('.waiting :checked', writing);
            if (isSending || isEmpty) return field.focus();
            isSending = true;
            writing.ariaBusy = 'true';
            const { isSent, isRefused } = await send(writing.action, new FormData(writing));
            isSending = false;
            writing.ariaBusy = 'false';
            // Its page says why.
            if (isRefused) {
                window.onbeforeunload = null;
                return writing.submit();
            }
            // Tried again it is the same sending, whether or not it has arrived.
            if (!isSent) return say(list.dataset.failed);
            mend();
            one('[name=token]', writing).value = `${Date.now()}-${Math.random()}`;
            if (field.value === text) field.value = '';
            // What is kept of it goes with it.
            field.dispatchEvent(new Event('input', { bubbles: true }));
            photos.remove(attached);
            one('.waiting', writing)?.remove();
            field.focus();
            scrollDown();
        });
    }

    /** What was wrong with what was sent before goes with what is sent well; what is wrong with a step of
        the deal stays. */
    function mend() {
        all('.fault', writing).forEach((fault) => fault.remove());
        for (const field of all('[aria-invalid]', writing)) {
            field.removeAttribute('aria-invalid');
            field.removeAttribute('aria-describedby');
        }
        if (!one('.steps .fault')) one('.failure.alert')?.close();
    }

    /** What was chosen stands above the field until it is sent or removed. */
    function attachPhotos(field) {
        const input = one('[type=file]', writing);
        const tiles = one('.attached', writing);
        let photos = [];
        const show = () => {
            const data = new DataTransfer();
            for (const { sent } of photos) data.items.add(sent);
            // They go along however the form is sent.
            input.files = data.files;
            tiles.hidden = !photos.length;
            // Nothing else keeps them: the browser asks whether they are to be left.
            window.onbeforeunload = photos.length ? (event) => event.preventDefault() : null;
        };
        const remove = (removed) => {
            for (const { tile } of removed) tile.remove();
            photos = photos.filter((photo) => !removed.includes(photo));
            show();
        };
        const add = (file) => {
            tiles.append(one('#attached-photo').content.cloneNode(true));
            const tile = tiles.lastElementChild;
            const photo = { file, sent: file, tile };
            const button = one('button', tile);
            button.ariaLabel = `${file.name}: ${button.ariaLabel}`;
            when(button, 'click', () => {
                remove([photo]);
                (one('button', tiles) ?? field).focus();
            });
            photos.push(photo);
            show();
            return photo;
        };
        const isAttached = async (file) => {
            for (const photo of photos) if (await areSame(file, photo.file)) return true;
            return false;
        };
        when(input, 'change', async () => {
            const files = [...input.files];
            // The field itself knows only those that were chosen last.
            show();
            const added = [];
            let isFull = false;
            for (const file of files) {
                if (await isAttached(file)) continue;
                if (photos.length < tiles.dataset.most) added.push(add(file));
                else isFull = true;
            }
            if (isFull) say(tiles.dataset.full);
            // One after another: a phone has no memory for five at once.
            for (const photo of added) {
                const small = await smaller(photo.file, photo.tile);
                if (small === photo.file) continue;
                photo.sent = new File([small], photo.file.name, { type: small.type });
                show();
            }
        });
        return { attached: () => [...photos], remove };
    }

    /** What is answered stays on the page; what leads to another one is no answer. */
    function answer() {
        when(list, 'submit', async (event) => {
            const form = event.target;
            if (form.method === 'get') return;
            event.preventDefault();
            const { isSent } = await send(form.action, new URLSearchParams());
            if (!isSent) form.submit();
        });
    }

    /** What is unfolded to be filled in begins in its first field; a spot that is chosen is filled in. */
    function unfold() {
        when(one('.steps'), 'click', (event) => {
            const spot = event.target.closest('[name=quick]');
            if (spot) {
                event.preventDefault();
                spot.form.elements.spot.value = spot.value;
            }
            const menu = event.target.closest('summary:not(.icon)')?.parentElement;
            // It opens after this.
            setTimeout(() => {
                const field = menu?.open && one('input', menu);
                // A keyboard would cover what is filled in already.
                if (field && !(field.inputMode && field.value)) field.focus();
            });
        });
    }

    /** What is done leads on to the page in view; anything else is an answer to look at. */
    async function send(action, body) {
        const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' })
            .catch(() => null);
        const isSent = answer?.type === 'opaqueredirect' || answer?.status === 204;
        return { isSent, isRefused: answer && !isSent };
    }

    when(one('a', fresh), 'click', (event) => {
        event.preventDefault();
        scrollDown();
    });
}
