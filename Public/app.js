// Every page works without this file. Each function does nothing where its part is missing.

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const when = (target, event, act) => target?.addEventListener(event, act);
const bubbling = (event) => new Event(event, { bubbles: true });

followAlert();
closeByEscape();
actInPlace();
showChosenIcon();
chooseCategoryOnScreen();
offerFreeShare();
takePhotos();
sendOnce();
tellOfSent();
turnPhotos();
enlargePhotos();
closeMenuOutside();
leaveOutBlanks();
showPasswords();
carryNickname();
goBack();
stepOverForm();
showChosenChip();
const pages = growList();
shareText();
completeSearches();
sharePage();
nameMovingPhoto();
followChanges();
followScripts();

/** A failure is read first; its lines lead to their fields. */
function followAlert() {
    const alert = one('dialog.alert');
    if (!alert) return;
    when(alert, 'click', (event) => {
        const link = event.target.closest('a');
        const field = link?.hash && one(link.hash);
        if (!field) return;
        event.preventDefault();
        field.focus();
    });
    one('[role=alert]')?.focus();
    if (one('[role=status]', alert)) leave(alert);
}

function closeByEscape() {
    when(document, 'keydown', ({ key, target }) => {
        if (key !== 'Escape') return;
        if (!one('dialog:modal')) one('dialog.alert')?.close();
        const menu = target.closest('.menu[open]');
        if (!menu) return;
        menu.open = false;
        one('summary', menu).focus();
    });
}

/** When one goes on, or, where it covers something, after a while. */
function leave(toast) {
    let rest;
    const go = () => {
        toast.classList.add('gone');
        setTimeout(() => toast.close(), 300);
    };
    const wait = () => {
        clearTimeout(rest);
        rest = setTimeout(() => toast.matches(':hover, :focus-within') ? wait() : go(),
            one('[action]', toast) ? 15_000 : 8_000);
    };
    for (const event of ['click', 'input']) {
        when(document, event, ({ target }) => { if (!toast.contains(target)) go(); });
    }
    if (getComputedStyle(toast).position === 'fixed') wait();
}

function say(text) {
    const toast = document.createElement('dialog');
    toast.className = 'alert';
    toast.innerHTML = '<div role="status"></div><form method="dialog"><button></button></form>';
    const main = one('#main');
    one('button', toast).textContent = main.dataset.close;
    main.before(toast);
    toast.open = true;
    toast.firstChild.textContent = text;
    leave(toast);
}

/** The select stays what is sent; a button opens its choices as a screen. */
function chooseCategoryOnScreen() {
    const select = one('#category');
    if (!select) return;
    const button = one('#category-button');
    const screen = one('#category-screen');
    const choices = all('li button', screen);
    const show = () => { button.textContent = select.selectedOptions[0].textContent; };
    when(button, 'click', () => {
        screen.returnValue = '';
        screen.showModal();
        for (const choice of choices) {
            choice.ariaCurrent = choice.value === select.value ? 'true' : null;
        }
        (one('[aria-current]', screen) ?? choices[0]).focus();
    });
    when(screen, 'keydown', (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        choices[choices.indexOf(document.activeElement) + step]?.focus();
    });
    when(screen, 'close', () => {
        if (screen.returnValue) select.value = screen.returnValue;
        show();
        for (const event of ['input', 'focusout']) select.dispatchEvent(bubbling(event));
    });
    when(select, 'change', show);
    when(select, 'focus', () => button.focus());
    when(window, 'pageshow', show);
    select.classList.add('unseen');
    select.tabIndex = -1;
    select.ariaHidden = 'true';
    button.hidden = false;
    show();
}

/** The button shows while the price is empty or 0 and it has not been pressed. */
function offerFreeShare() {
    const button = one('[value=free-share]');
    if (!button) return;
    const price = one('#price');
    const chosen = one('[name=free]');
    const hint = one('#price-hint');
    const show = () => {
        const isEmpty = !price.value.trim();
        const isFree = !chosen.disabled || /^[\s\p{Sc}]*0[0.,]*\p{Lo}?\s*$/u.test(price.value);
        button.hidden = !chosen.disabled || !isEmpty && !isFree;
        hint.textContent = isFree ? hint.dataset.free : isEmpty ? hint.dataset.open : '\xa0';
    };
    when(price, 'input', () => {
        chosen.disabled = true;
        show();
    });
    when(button, 'click', (event) => {
        event.preventDefault();
        price.value = one('#discounted_price').value = '';
        chosen.disabled = false;
        chosen.dispatchEvent(bubbling('input'));
        show();
        price.focus();
    });
    // What the server says of it stays until somebody types.
    when(window, 'pageshow', () => {
        if (price.value !== price.defaultValue || !chosen.disabled) show();
    });
}

/** Does it once nobody has asked for so many milliseconds; tells it whether somebody has since. */
function afterPause(milliseconds, act) {
    let pause, latest;
    return () => {
        const own = latest = {};
        clearTimeout(pause);
        pause = setTimeout(act, milliseconds, () => latest === own);
    };
}

/** Each window has its own history. */
function storage(key) {
    return ['sending', 'sent'].includes(key) ? sessionStorage : localStorage;
}

/** A browser may keep nothing for anybody: then nothing is stored. */
function store(key, values) {
    try {
        if (values.length) storage(key)[key] = JSON.stringify(values);
        else storage(key).removeItem(key);
    } catch { /* As above. */ }
}

function stored(key) {
    try {
        return JSON.parse(storage(key)[key] ?? null);
    } catch {
        return null;
    }
}

/** As a form does. */
function send(action, fields) {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action });
    for (const [name, value] of fields) {
        const field = document.createElement('input');
        Object.assign(field, { type: 'hidden', name, value });
        form.append(field);
    }
    document.body.append(form);
    form.submit();
}

/** Files are uploaded at once. */
function takePhotos() {
    const input = one('input#photos');
    if (!input) return;
    const tiles = one('.tiles ol');
    const counter = one('.counter');
    input.classList.add('unseen');
    one('[value=add-photos]').hidden = true;
    when(input, 'change', () => {
        const files = [...input.files];
        // What is uploaded now must not be sent again with the form.
        input.value = '';
        addPhotos(files, tiles);
    });
    const isDragging = dragTiles(tiles);
    // A file dropped beside the tile would take the page away.
    when(document, 'dragover', (event) => {
        if (isDragging() || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        counter.classList.add('dropping');
    });
    when(document, 'dragleave', ({ relatedTarget }) => {
        if (!relatedTarget) counter.classList.remove('dropping');
    });
    when(document, 'drop', (event) => {
        counter.classList.remove('dropping');
        const files = isDragging() ? [] : [...event.dataTransfer.files];
        if (!isDragging() && !files.length) return;
        event.preventDefault();
        if (files.length) addPhotos(files, tiles);
    });
    when(document, 'paste', (event) => {
        const { files, types } = event.clipboardData;
        // A spreadsheet copies a picture of its cells with them; a folder, the name of a file.
        const isText = ['text/plain', 'text/html'].every((type) => types.includes(type));
        if (!files.length || isText) return;
        event.preventDefault();
        addPhotos([...files], tiles);
    });
    when(tiles, 'click', (event) => {
        const button = event.target.closest('button[value]');
        if (!button) return;
        event.preventDefault();
        arrange(button, tiles);
    });
}

/** Answers whether a tile is being dragged. */
function dragTiles(tiles) {
    let dragged = null;
    tiles.classList.add('draggable');
    when(tiles, 'dragstart', ({ target, dataTransfer }) => {
        dragged = target.closest('.tile');
        dataTransfer.effectAllowed = 'move';
    });
    when(tiles, 'dragover', (event) => {
        const tile = event.target.closest('.tile');
        if (!dragged || !tile) return;
        event.preventDefault();
        const order = [...tiles.children];
        const isLater = order.indexOf(tile) > order.indexOf(dragged);
        if (tile !== dragged) tile[isLater ? 'after' : 'before'](dragged);
    });
    when(tiles, 'dragend', () => {
        dragged = null;
        numberTiles(tiles);
    });
    return () => dragged !== null;
}

function showPhotosFaults(lines) {
    one('#photos-fault').textContent = lines.join('\n');
    one('#photos').ariaInvalid = lines.length ? 'true' : null;
}

function addPhotosFault(line) {
    showPhotosFaults([...one('#photos-fault').textContent.split('\n'), line].filter(Boolean));
}

/** What the tiles were made of that were added here. */
const addedFiles = new WeakMap();
let addedInTurn = Promise.resolve();

/**
 * One after another: a phone has no memory for five at once. One that is there already leaves
 * its place to the first that has found none.
 */
function addPhotos(files, tiles) {
    const { most, full } = tiles.dataset;
    let left = [...files];
    const tell = () => {
        const lines = one('#photos-fault').textContent.split('\n');
        const others = lines.filter((line) => line && line !== full);
        showPhotosFaults(left.length ? [full, ...others] : others);
    };
    const add = (count) => {
        for (const file of left.splice(0, count)) {
            const tile = addTile(tiles);
            addedInTurn = addedInTurn.then(() => addPhoto(file, tile, tiles, drop));
        }
        numberTiles(tiles);
        tell();
    };
    const drop = (tile) => {
        tile.remove();
        add(1);
    };
    showPhotosFaults([]);
    add(most - tiles.children.length);
    addedInTurn = addedInTurn.then(async () => {
        const added = [];
        for (const file of left) if (await isAdded(file, tiles)) added.push(file);
        left = left.filter((file) => !added.includes(file));
        tell();
    });
}

function addTile(tiles) {
    tiles.append(one('#new-tile').content.cloneNode(true));
    const tile = tiles.lastElementChild;
    tile.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    when(one('button', tile), 'click', () => {
        tile.remove();
        tile.dispatchEvent(new Event('cancel'));
        numberTiles(tiles);
        one('#photos').focus();
    });
    return tile;
}

/** Done once it is on its way. */
async function addPhoto(file, tile, tiles, drop) {
    if (!tile.isConnected) return;
    if (await isAdded(file, tiles)) return drop(tile);
    addedFiles.set(tile, file);
    sendPhoto(file, await smaller(file, tile), tile, tiles, drop);
}

async function isAdded(file, tiles) {
    for (const tile of [...tiles.children]) {
        const other = addedFiles.get(tile);
        if (other && await areSame(file, other)) return true;
    }
    return false;
}

/** Byte by byte; what cannot be read is the same as nothing. */
async function areSame(file, other) {
    if (file.size !== other.size) return false;
    try {
        const buffers = await Promise.all([file.arrayBuffer(), other.arrayBuffer()]);
        const [bytes, others] = buffers.map((buffer) => new Uint8Array(buffer));
        return bytes.every((byte, at) => byte === others[at]);
    } catch {
        return false;
    }
}

async function sendPhoto(file, photo, tile, tiles, drop) {
    if (!tile.isConnected) return;
    try {
        const made = document.createElement('template');
        made.innerHTML = await upload(photo, file.name, tile);
        const stored = made.content.firstElementChild;
        // Of those that were there before only the server can tell.
        const { value } = one('[name=photos]', stored);
        if (one(`[name=photos][value="${value}"]`, tiles)) return drop(tile);
        addedFiles.set(stored, file);
        tile.replaceWith(stored);
    } catch (line) {
        if (!tile.isConnected) return;
        tile.remove();
        addPhotosFault(line || `${file.name}: ${tiles.dataset.failed}`);
    }
    numberTiles(tiles);
}

/** What cannot be read here is left to the server. */
async function smaller(file, tile) {
    try {
        const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
        const { width, height } = image;
        const [preview, side] = [one('canvas', tile), Math.min(width, height)];
        preview.getContext('2d').drawImage(
            image, (width - side) / 2, (height - side) / 2, side, side,
            0, 0, preview.width, preview.height);
        const scale = Math.min(1, 2_048 / Math.max(width, height));
        const canvas = document.createElement('canvas');
        canvas.width = Math.max(1, Math.round(width * scale));
        canvas.height = Math.max(1, Math.round(height * scale));
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        // JPEG has no transparency.
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        image.close();
        const photo = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', .85));
        return photo?.size < file.size ? photo : file;
    } catch {
        return file;
    }
}

/** The tile's HTML, or the line to show; fetch tells no progress. */
function upload(photo, name, tile) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        const form = new FormData();
        form.append('photos', photo, name);
        const progress = one('progress', tile);
        when(request.upload, 'progress', ({ loaded, total }) => progress.value = loaded / total);
        when(request, 'loadend', () => {
            if (request.status === 201) return resolve(request.responseText);
            const type = request.getResponseHeader('Content-Type');
            reject(type?.startsWith('text/plain') ? request.responseText.trim() : '');
        });
        when(tile, 'cancel', () => request.abort());
        request.open('POST', '/photos');
        request.timeout = 120_000;
        request.send(form);
    });
}

function arrange(button, tiles) {
    const tile = button.closest('.tile');
    const [move] = button.value.split('-');
    const { previousElementSibling: previous, nextElementSibling: next } = tile;
    if (move === 'earlier') previous.before(tile);
    if (move === 'later') next.after(tile);
    if (move === 'remove') tile.remove();
    numberTiles(tiles);
    const place = tile.isConnected ? tile : next ?? previous ?? tiles.closest('.row');
    (one(`[value^=${move}]:enabled`, place) ?? one('button:enabled, #photos', place)).focus();
}

function numberTiles(tiles) {
    const count = tiles.children.length;
    [...tiles.children].forEach((tile, index) => {
        const number = index + 1;
        for (const button of all('button[value]', tile)) {
            const [move] = button.value.split('-');
            button.value = `${move}-${number}`;
            button.ariaLabel = button.ariaLabel.replace(/\d+/, number);
            button.disabled = { earlier: number === 1, later: number === count }[move] ?? false;
        }
    });
    one('.counter b').textContent = count;
    one('#photos').disabled = count >= Number(tiles.dataset.most);
    settle(tiles.closest('form'));
    tiles.dispatchEvent(bubbling('input'));
}

function sendOnce() {
    const release = (form) => {
        form.ariaBusy = 'false';
        settle(form);
    };
    when(document, 'submit', (event) => {
        const form = event.target;
        if (form.method !== 'post' || event.defaultPrevented) return;
        if (form.ariaBusy === 'true' || one('.loading', form)) return event.preventDefault();
        form.ariaBusy = 'true';
        settle(form);
        // A press that was stopped on its way may be repeated: the server takes it once.
        setTimeout(release, 10_000, form);
    });
    when(window, 'pageshow', () => {
        if (one('[action="/signout"]')?.ariaBusy === 'true') location.reload();
        all('form[method=post]').forEach(release);
    });
}

/** Who goes back to what was sent is told, but in a chat. */
function tellOfSent() {
    const { activation, currentEntry } = window.navigation ?? {};
    if (!activation || one('.up[data-before]')) return;
    const { from, navigationType } = activation;
    const { key } = currentEntry;
    // The last led here.
    let forms = stored('sending') ?? [];
    if (navigationType !== 'push' || forms.at(-1) !== from?.key) forms = [];
    if (performance.getEntriesByType('navigation')[0].responseStatus < 400) {
        if (forms.length) store('sent', [...stored('sent') ?? [], ...forms].slice(-20));
        forms = [];
    }
    when(document, 'submit', ({ target, defaultPrevented }) => {
        if (defaultPrevented || !target.matches('[novalidate]:not(.chat *)')) return;
        store('sending', [...forms, key]);
    });
    when(window, 'pageshow', ({ persisted }) => {
        if (!persisted && navigationType !== 'traverse') return;
        store('sending', []);
        if (!stored('sent')?.includes(key) || !one('[novalidate]')) return;
        one('.failure')?.close();
        all('.fault').forEach((fault) => fault.replaceChildren());
        say(one('#main').dataset.sent);
        setTimeout(scrollTo, 150, 0, 0);
    });
}

function settle(form) {
    const isUploading = one('.loading', form) !== null;
    for (const button of all('.submit', form)) {
        button.dataset.label ??= button.textContent;
        button.textContent = isUploading ? form.dataset.uploading : button.dataset.label;
        button.disabled = isUploading || form.ariaBusy === 'true';
    }
}

function turnPhotos() {
    const strip = one('.strip');
    if (!strip) return;
    const dots = all('.dots a');
    dots.forEach((dot, index) => when(dot, 'click', (event) => {
        // The fragment would scroll the page too.
        event.preventDefault();
        turnTo(strip, index);
    }));
    followTurns(strip, (shown) => dots.forEach((dot, index) => {
        dot.ariaCurrent = index === shown ? 'true' : null;
    }));
}

function shownPhoto(strip) {
    return Math.round(strip.scrollLeft / strip.clientWidth);
}

function turnTo(strip, index, behavior = 'auto') {
    strip.scrollTo({ left: index * strip.clientWidth, behavior });
}

function followTurns(strip, mark = () => {}) {
    const buttons = all('.turn', strip.parentElement);
    const show = () => {
        const shown = shownPhoto(strip);
        for (const button of buttons) {
            button.disabled = !strip.children[shown + Number(button.value)];
        }
        mark(shown);
    };
    for (const button of buttons) {
        button.hidden = false;
        when(button, 'click', () => turnTo(strip, shownPhoto(strip) + Number(button.value)));
    }
    when(strip, 'scroll', show);
    show();
}

/** What shows them is in a file of its own, loaded at the first press. */
function enlargePhotos() {
    const viewer = one('.viewer');
    when(viewer && one('.strip'), 'click', (event) => {
        const link = event.target.closest('a');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        import(viewer.dataset.viewer)
            .then(({ enlarge }) => enlarge(viewer, link, { one, all, when, turnTo, followTurns }))
            .catch(() => location.assign(link.href));
    });
}

function closeMenuOutside() {
    when(document, 'click', ({ target }) => {
        all('.menu[open]').forEach((menu) => { menu.open = menu.contains(target); });
    });
}

/** What asks for nothing stays out of the address. */
function leaveOutBlanks() {
    when(document, 'formdata', ({ target, formData }) => {
        if (target.method !== 'get') return;
        for (const [name, value] of [...formData]) if (!value) formData.delete(name);
    });
}

function showPasswords() {
    for (const button of all('.reveal')) {
        const field = one('input', button.parentElement);
        const show = (isShown) => {
            field.type = isShown ? 'text' : 'password';
            button.ariaPressed = String(isShown);
        };
        when(button, 'click', () => show(field.type === 'password'));
        // Browsers keep texts to offer them again, and passwords only of fields for one.
        when(field.form, 'submit', () => show(false));
        when(window, 'pagehide', () => show(false));
        button.setAttribute('aria-controls', field.id);
        button.hidden = false;
    }
}

function carryNickname() {
    for (const link of all('.form + .choices a')) {
        when(link, 'click', () => {
            const url = new URL(link.href);
            url.searchParams.set('nickname', one('#nickname').value.slice(0, 100));
            link.href = url;
        });
    }
}

/** Who comes back finds the page before; no form is sent again. */
function stepOverForm() {
    const before = one('[data-before]');
    if (!before) return;
    history.replaceState(null, '', before.href);
    when(window, 'pageshow', ({ persisted }) => {
        if (persisted && before.matches('.up')) location.replace(before.href);
    });
}

/** Who came from where the way back leads finds that page as it was. */
function goBack() {
    const link = one('a.up');
    when(link, 'click', (event) => {
        if (!document.referrer || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const before = new URL(document.referrer);
        if (before.origin !== location.origin || before.pathname !== link.pathname) return;
        event.preventDefault();
        history.back();
    });
}

function showChosenChip() {
    const chip = one('.chips [aria-current]');
    if (!chip) return;
    const { left, width } = chip.getBoundingClientRect();
    one('.chips').scrollLeft += left + width / 2 - innerWidth / 2;
}

/** Returns the pages that the list shows. */
function growList() {
    const list = one('.entries');
    if (!list?.firstElementChild) return;
    const pages = [{ address: location.href, first: list.firstElementChild }];
    keepPlace(pages);
    const link = one('a[rel=next]');
    if (!link) return pages;
    // After so many the footer is in reach.
    const atOnce = 3;
    let left = atOnce;
    const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
        if (isIntersecting) goOn();
    }, { rootMargin: '0px 0px 1600px' });
    const goOn = async () => {
        watcher.disconnect();
        left -= 1;
        const hasNext = await appendPage(link, list, pages);
        if (hasNext && left > 0) watcher.observe(link);
        return hasNext;
    };
    watcher.observe(link);
    when(link, 'click', async (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        left = atOnce;
        if (!await goOn() && link.isConnected) location.assign(link.href);
    });
    return pages;
}

/** Whether another page follows. */
async function appendPage(link, list, pages) {
    const address = link.href;
    const page = await fetchPage(address);
    if (!page) return false;
    const entries = all('.entries > li', page).filter(({ id }) => !document.getElementById(id));
    if (entries.length) pages.push({ address, first: entries[0] });
    list.append(...entries);
    const next = one('a[rel=next]', page);
    if (next) link.href = next.href;
    else link.remove();
    return next !== null;
}

/**
 * Null when it cannot be had, or another answers in its place: somebody has signed out, or chosen
 * another language in another window.
 */
async function fetchPage(address) {
    try {
        const response = await fetch(address, { headers: { 'X-Refresh': '1' } });
        if (!response.ok || response.redirected) return null;
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        const { lang } = document.documentElement;
        return page.documentElement.lang === lang ? page : null;
    } catch {
        return null;
    }
}

function keepPlace(pages) {
    history.scrollRestoration = 'manual';
    const bar = one('.site').offsetHeight;
    const top = ({ first }) => first.getBoundingClientRect().top - bar;
    if (history.state) window.scrollBy(0, top(pages[0]) + history.state.offset);
    const keep = () => {
        const page = pages.findLast((page) => top(page) <= 0) ?? pages[0];
        history.replaceState({ offset: -top(page) }, '', page.address);
    };
    let rest;
    when(window, 'scroll', () => {
        clearTimeout(rest);
        rest = setTimeout(keep, 150);
    });
    // Who follows a link at once has scrolled too.
    when(document, 'click', keep);
}

function shareText() {
    const text = one('.shared')?.textContent;
    offer('[value=copy]', navigator.clipboard, async (button) => {
        await navigator.clipboard.writeText(text ?? button.dataset.text);
        button.textContent = button.dataset.done;
    });
    offer('[value=share]', navigator.share, () => navigator.share({ text }));
}

/** Shows a button that only some browsers can serve; a change of mind is no fault. */
function offer(selector, isAble, act) {
    for (const button of isAble ? all(selector) : []) {
        button.hidden = false;
        when(button, 'click', () => Promise.resolve(act(button)).catch(() => {}));
    }
}

function sharePage() {
    offer('[value=share-page]', navigator.share ?? navigator.clipboard, async (button) => {
        const url = location.origin + location.pathname;
        if (navigator.share) return navigator.share({ title: one('h1').textContent, url });
        await navigator.clipboard.writeText(url);
        say(button.dataset.done);
    });
}

function nameMovingPhoto() {
    const move = ({ viewTransition }, address) => {
        const id = address?.match(/\/items\/(\d+)$/)?.[1];
        const photo = viewTransition && id && one(`#item-${id} img`);
        if (!photo) return;
        photo.style.viewTransitionName = 'photo';
        const forget = () => { photo.style.viewTransitionName = ''; };
        viewTransition.finished.then(forget, forget);
    };
    when(window, 'pageswap', (event) => move(event, event.activation?.entry.url));
    when(window, 'pagereveal', (event) => move(event, window.navigation?.activation?.from?.url));
}

function followChanges() {
    const main = one('#main');
    // What came back with its faults is as somebody typed it.
    if (!main.dataset.live || one('[role=alert]')) return;
    const address = location.href;
    const isMarket = one('.news') !== null;
    let source, retry, hurry, isHurried;
    let patience = 2_000;
    const stop = () => {
        source?.close();
        clearTimeout(retry);
    };
    const listen = () => {
        stop();
        // Phones hold no connection for what nobody looks at.
        if (document.hidden) return;
        source = new EventSource(main.dataset.live);
        when(source, 'open', () => { patience = 2_000; });
        when(source, 'message', ({ data }) => {
            isHurried = data === 'own';
            if (isHurried && hurry) hurry();
            else update();
        });
        when(source, 'error', listenLater);
    };
    const listenLater = () => {
        stop();
        // After a restart not everybody at once.
        retry = setTimeout(listen, patience * (1 + Math.random()));
        patience = Math.min(patience * 2, 120_000);
    };
    const update = oneAtATime(async () => {
        // Not everybody at once for a new listing; one's own is told at once.
        if (isMarket && !isHurried) {
            await new Promise((go) => {
                hurry = go;
                setTimeout(go, Math.random() * 1_500);
            });
            hurry = null;
        }
        const page = await fetchPage(address);
        if (!page) return listenLater();
        showCounts(page, '.tabs .member, .tabs .chats, footer a:last-child');
        if (!isMarket) return swapContent(main, one('#main', page));
        main.dataset.live = one('#main', page).dataset.live;
        showNews(page);
    });
    when(document, 'visibilitychange', listen);
    // What is done here shows on the page that it leads to.
    when(document, 'submit', ({ target, defaultPrevented }) => {
        if (target.method === 'post' && !defaultPrevented) stop();
    });
    listen();
}

/** What only some pages have is in files of their own. */
function followScripts() {
    const tools = { one, all, when, say, smaller, areSame, afterPause, send, store, stored };
    for (const part of all('[data-script]')) {
        import(part.dataset.script).then(({ follow }) => follow(part, tools));
    }
}

function showCounts(page, parts) {
    const fresh = all(parts, page);
    all(parts).forEach((part, at) => {
        if (fresh[at]) part.replaceChildren(...fresh[at].childNodes);
    });
}

/** Calls while it works are one more run afterwards. */
function oneAtATime(work) {
    let isWorking, isWanted;
    return async () => {
        isWanted = true;
        if (isWorking) return;
        isWorking = true;
        while (isWanted) {
            isWanted = false;
            await work();
        }
        isWorking = false;
    };
}

/** New listings go on top when somebody asks for them: what a finger is about to press stays there. */
function showNews(page) {
    const list = one('.entries');
    const news = one('.news');
    const entries = all('.entries > li', page);
    const first = list.firstElementChild;
    if (!first && !entries.length) return;
    if (!first || !entries.length) return location.reload();
    const stays = entries.some(({ id }) => id === first.id);
    const isNew = entries[0].id !== first.id
        && (stays || !document.getElementById(entries[0].id));
    const show = () => {
        news.replaceChildren();
        showCounts(page, '.hits, .chips a');
        keepFocus(list, () => putOnTop(entries, list));
    };
    if (!isNew) return show();
    const button = document.createElement('button');
    Object.assign(button, { className: 'button primary', textContent: news.dataset.show });
    when(button, 'click', () => {
        show();
        scrollTo(0, 0);
    });
    news.replaceChildren(button);
}

function putOnTop(entries, list) {
    const last = entries.findLast(({ id }) => document.getElementById(id));
    // More has come than a page holds.
    if (!last) return location.reload();
    const end = document.getElementById(last.id).nextElementSibling;
    while (list.firstElementChild !== end) list.firstElementChild.remove();
    for (const { id } of entries) document.getElementById(id)?.remove();
    list.prepend(...entries);
    pages[0].first = list.firstElementChild;
    for (const page of pages) {
        page.first = document.getElementById(page.first.id) ?? list.lastElementChild;
    }
}

/** Everything is new but the parts in which somebody types: these are not even moved. */
function swapContent(main, fresh) {
    main.dataset.live = fresh.dataset.live;
    const kept = [...main.children].filter(isTyped);
    const twins = kept.map((part) => [...fresh.children].find((other) => isTwin(part, other)));
    if (twins.includes(undefined)) return;
    keepFocus(main, () => {
        for (const part of [...main.children]) if (!kept.includes(part)) part.remove();
        let place = main.firstElementChild;
        for (const part of [...fresh.children]) {
            if (twins.includes(part)) place = kept[twins.indexOf(part)].nextElementSibling;
            else main.insertBefore(part, place);
        }
    });
    shareText();
}

/** Whether somebody types in a part of the page, has typed, or has opened it to do so. */
function isTyped(part) {
    const isTouched = (field) => field === document.activeElement
        || field.value !== field.defaultValue || field.checked !== field.defaultChecked;
    return part.matches('details[open]') || one('details[open]', part) !== null
        || all('input, textarea', part).some(isTouched);
}

function isTwin(part, other) {
    return part.localName === other.localName
        && part.getAttribute('action') === other.getAttribute('action');
}

/** Who is on a link or button is on the same one afterwards, or on that of the next task. */
function keepFocus(root, change) {
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const link = focused?.closest('a[href]')?.getAttribute('href');
    const form = focused?.closest('form[action]')?.getAttribute('action');
    const tasks = () => all('.tasks > li', root);
    const place = tasks().indexOf(focused?.closest('.tasks > li'));
    change();
    if (!focused || focused.isConnected) return;
    const again = (focused.id && document.getElementById(focused.id))
        || (link && one(`a[href="${CSS.escape(link)}"]`, root))
        || (form && one(`form[action="${CSS.escape(form)}"] button`, root))
        || (place >= 0 && one([focused.localName, ...focused.classList].join('.'),
            tasks()[place] ?? tasks().at(-1) ?? root));
    (again || one('#main')).focus({ preventScroll: true });
}

// MARK: The organiser, where it stands

function actInPlace() {
    const main = one('#main');
    // What came back with its faults is at another address.
    if (!main.dataset.live?.startsWith('/my/') || one('[role=alert]')) return;
    let last = Promise.resolve();
    when(document, 'submit', (event) => {
        const form = event.target;
        if (!form.matches('.tasks form, .adding, .alert [action]')) return;
        event.preventDefault();
        const { action } = form;
        const fields = [...new FormData(form)];
        foresee(form);
        last = last.then(() => act(main, action, fields));
    });
}

function foresee(form) {
    const tick = one('.tick', form);
    if (tick) {
        const isDone = tick.ariaPressed !== 'true';
        tick.ariaPressed = isDone;
        form.closest('li').classList.toggle('done', isDone);
    }
    const field = one('#title', form);
    if (field) {
        field.value = '';
        field.focus();
    }
    form.closest('dialog')?.close();
}

/** What is refused, or cannot be sent from here, is sent as without this script. */
async function act(main, action, fields) {
    const body = new URLSearchParams(fields);
    const response = await fetch(action, { method: 'POST', body }).catch(() => null);
    if (!response?.ok) return send(action, fields);
    if (new URL(response.url).pathname !== location.pathname) return location.assign(response.url);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    swapContent(main, one('#main', page));
    showAlert(main, one('dialog.alert', page));
}

/** Its words come last, so that they are read out. */
function showAlert(main, alert) {
    if (!alert) return;
    all('dialog.alert').forEach((old) => old.remove());
    const status = one('[role]', alert);
    const words = [...status.childNodes];
    status.replaceChildren();
    main.before(alert);
    status.append(...words);
    followAlert();
}

function showChosenIcon() {
    when(document, 'change', ({ target }) => {
        const fold = target.closest('.folded');
        if (!fold) return;
        const [, ...parts] = target.parentElement.cloneNode(true).children;
        one('.chosen', fold).replaceChildren(...parts);
        parts.at(-1).className = '';
    });
}

// MARK: Without a network

keepOfflinePage();

/** One page is kept for when there is no network; see service-worker.js. */
function keepOfflinePage() {
    const versions = [import.meta.url, one('link[rel=stylesheet]').href]
        .map((url) => url.split('v=')[1]).join('-');
    when(window, 'load', () => {
        navigator.serviceWorker?.register(`/service-worker.js?v=${versions}`).catch(() => {});
    });
    if (one('.offline')) when(window, 'online', () => location.reload());
}

function completeSearches() {
    let kept = stored('searches') ?? [];
    const keep = (texts) => {
        kept = texts.slice(0, 8);
        store('searches', kept);
    };
    for (const [place, field] of all('.search input[name=q]').entries()) {
        const own = () => kept.filter((text) => text.startsWith(field.value.trim()));
        const show = offerTexts(field, `searches-${place}`, own);
        when(field, 'input', afterPause(200, async (isLatest) => {
            const typed = field.value.trim();
            if (!typed) return show(own());
            const path = `/search/completions?q=${encodeURIComponent(typed)}`;
            const answer = await fetch(path).catch(() => null);
            const texts = answer?.ok ? await answer.json() : [];
            if (isLatest() && document.activeElement === field) show([...own(), ...texts]);
        }));
        when(field.form, 'submit', () => {
            show([]);
            const text = field.value.trim();
            if (text) keep([text, ...kept.filter((other) => other !== text)]);
        });
    }
    const recent = one('#recent');
    if (!recent || !kept.length) return;
    one('ul', recent).replaceChildren(...kept.map((text) => {
        const row = document.createElement('li');
        row.innerHTML = '<a><span></span></a>';
        one('a', row).href = `/?q=${encodeURIComponent(text)}`;
        one('span', row).textContent = text;
        return row;
    }));
    recent.hidden = false;
    when(one('button', recent), 'click', () => {
        keep([]);
        recent.hidden = true;
    });
}

/**
 * A list below a field, of texts that keys and pointers choose; a down key shows the first ones.
 * A browser's own list leaves out what is not typed letter by letter, as a syllable on its way.
 */
function offerTexts(field, id, first) {
    const list = document.createElement('ul');
    Object.assign(list, { id, role: 'listbox', ariaLabel: field.ariaLabel });
    field.after(list);
    Object.assign(field, { role: 'combobox', autocomplete: 'off', ariaAutoComplete: 'list' });
    field.setAttribute('aria-controls', id);
    let chosen = -1;
    const choose = (place) => {
        chosen = place;
        for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === place);
        if (place < 0) field.removeAttribute('aria-activedescendant');
        else field.setAttribute('aria-activedescendant', `${id}-${place}`);
    };
    const show = (texts) => {
        const typed = field.value.trim();
        const others = [...new Set(texts)].filter((text) => text !== typed).slice(0, 8);
        list.replaceChildren(...others.map((text, place) => {
            const option = document.createElement('li');
            return Object.assign(option, { id: `${id}-${place}`, role: 'option', textContent: text });
        }));
        list.hidden = !others.length;
        field.ariaExpanded = String(!list.hidden);
        choose(-1);
    };
    const take = (option) => {
        field.value = option.textContent;
        field.form.requestSubmit();
    };
    show([]);
    when(field, 'blur', () => show([]));
    // The focus stays where it is.
    when(list, 'mousedown', (event) => event.preventDefault());
    when(list, 'click', ({ target }) => { if (target !== list) take(target); });
    when(field, 'keydown', (event) => {
        const { key, isComposing } = event;
        const { length } = list.children;
        if (isComposing) return;
        if (!length) return key === 'ArrowDown' && show(first());
        // In front of the first one and behind the last is the field.
        const step = { ArrowDown: 1, ArrowUp: length }[key];
        if (step) choose((chosen + 1 + step) % (length + 1) - 1);
        else if (key === 'Escape') show([]);
        else if (key === 'Enter' && chosen >= 0) take(list.children[chosen]);
        else return;
        event.preventDefault();
        event.stopPropagation();
    });
    return show;
}
