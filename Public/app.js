// Every page works without this file. Each function does nothing where its part is missing.

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const when = (target, event, act) => target?.addEventListener(event, act);

followAlert();
chooseCategoryOnScreen();
offerFreeShare();
takePhotos();
sendOnce();
pagePhotos();
closeMenuOutside();
showChosenChip();
const pages = growList();
shareText();
followChanges();

/** A failure is read first, its lines lead to their fields, Escape dismisses. */
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
    when(document, 'keydown', ({ key }) => {
        if (key === 'Escape' && !one('dialog:modal')) alert.close();
    });
    one('[role=alert]')?.focus();
}

/** The select stays what is sent; a button opens its choices as a screen. */
function chooseCategoryOnScreen() {
    const select = one('#category');
    if (!select) return;
    const button = one('#category-button');
    const screen = one('#category-screen');
    const show = () => { button.textContent = select.selectedOptions[0].textContent; };
    when(button, 'click', () => {
        screen.returnValue = '';
        screen.showModal();
        for (const choice of all('li button', screen)) {
            const isChosen = choice.value === select.value;
            choice.ariaCurrent = isChosen ? 'true' : null;
            if (isChosen) choice.focus();
        }
    });
    when(screen, 'close', () => {
        if (screen.returnValue) select.value = screen.returnValue;
        show();
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
    const price = one('#price');
    if (!price) return;
    const button = one('[value=free-share]');
    const chosen = one('[name=free]');
    const show = () => {
        button.hidden = !chosen.disabled || !/^[\s0]*$/.test(price.value);
        one('.price-row .hint').textContent = chosen.disabled ? '' : '나눔으로 올라가요.';
    };
    when(price, 'input', () => {
        chosen.disabled = true;
        show();
    });
    when(button, 'click', (event) => {
        event.preventDefault();
        price.value = one('#discounted_price').value = '';
        chosen.disabled = false;
        show();
        price.focus();
    });
    when(window, 'pageshow', show);
}

/** Chosen files are uploaded at once; their tiles are moved and removed in place. */
function takePhotos() {
    const input = one('input#photos');
    if (!input) return;
    const tiles = one('.tiles ol');
    const most = Number(tiles.dataset.most);
    input.classList.add('unseen');
    one('[value=add-photos]').hidden = true;
    when(input, 'change', () => {
        const files = [...input.files];
        // What is uploaded now must not be sent again with the form.
        input.value = '';
        const room = most - tiles.children.length;
        showPhotosFaults(files.length > room ? [`사진은 ${most}장까지 올릴 수 있어요.`] : []);
        for (const file of files.slice(0, room)) addPhoto(file, tiles);
    });
    when(tiles, 'click', (event) => {
        const button = event.target.closest('button');
        if (!button) return;
        event.preventDefault();
        arrange(button, tiles);
    });
}

function showPhotosFaults(lines) {
    one('#photos-fault').textContent = lines.join('\n');
    one('#photos').ariaInvalid = lines.length ? 'true' : null;
}

function addPhotosFault(line) {
    showPhotosFaults([...one('#photos-fault').textContent.split('\n'), line].filter(Boolean));
}

async function addPhoto(file, tiles) {
    const tile = document.createElement('li');
    tile.className = 'tile loading';
    tile.innerHTML = '<progress aria-label="올리는 중"></progress>';
    tiles.append(tile);
    numberTiles(tiles);
    try {
        tile.outerHTML = await upload(file, tile.firstChild);
    } catch (line) {
        tile.remove();
        addPhotosFault(line || `‘${file.name}’: 올리지 못했어요. 다시 골라주세요.`);
    }
    numberTiles(tiles);
}

/** Resolves to the tile's HTML or rejects with the line to show; fetch tells no progress. */
function upload(file, progress) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        const form = new FormData();
        form.append('photos', file);
        when(request.upload, 'progress', ({ loaded, total }) => progress.value = loaded / total);
        when(request, 'loadend', () => {
            if (request.status === 201) return resolve(request.responseText);
            const type = request.getResponseHeader('Content-Type');
            reject(type?.startsWith('text/plain') ? request.responseText.trim() : '');
        });
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

/** Numbers the tiles in their order, as the server does. */
function numberTiles(tiles) {
    const count = tiles.children.length;
    [...tiles.children].forEach((tile, index) => {
        const number = index + 1;
        for (const button of all('button', tile)) {
            const [move] = button.value.split('-');
            button.value = `${move}-${number}`;
            const label = button.getAttribute('aria-label');
            button.setAttribute('aria-label', label.replace(/\d+/, number));
            button.disabled = { earlier: number === 1, later: number === count }[move] ?? false;
        }
    });
    one('.counter b').textContent = count;
    one('#photos').disabled = count >= Number(tiles.dataset.most);
    settle(tiles.closest('form'));
}

/** A form goes once, and after its photos. */
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
    when(window, 'pageshow', () => all('form[method=post]').forEach(release));
}

function settle(form) {
    const isUploading = one('.loading', form) !== null;
    for (const button of all('.submit', form)) {
        button.dataset.label ??= button.textContent;
        button.textContent = isUploading ? '사진 올리는 중…' : button.dataset.label;
        button.disabled = isUploading || form.ariaBusy === 'true';
    }
}

function pagePhotos() {
    const strip = one('.strip');
    const dots = all('.dots a');
    if (!dots.length) return;
    const mark = () => {
        const shown = Math.round(strip.scrollLeft / strip.clientWidth);
        dots.forEach((dot, index) => { dot.ariaCurrent = index === shown ? 'true' : null; });
    };
    dots.forEach((dot, index) => when(dot, 'click', (event) => {
        // The fragment would scroll the page too.
        event.preventDefault();
        strip.scrollTo({ left: index * strip.clientWidth });
    }));
    when(strip, 'scroll', mark);
    mark();
}

function closeMenuOutside() {
    const menu = one('.menu');
    when(menu && document, 'click', ({ target }) => { menu.open &&= menu.contains(target); });
    when(menu, 'keydown', ({ key }) => { menu.open &&= key !== 'Escape'; });
}

function showChosenChip() {
    const chip = one('.chips [aria-current]');
    if (chip) one('.chips').scrollLeft = chip.offsetLeft - innerWidth / 2;
}

/** The next page is appended before the last one ends. Returns the pages that the list shows. */
function growList() {
    const list = one('.entries');
    if (!list?.firstElementChild) return;
    const pages = [{ address: location.href, first: list.firstElementChild }];
    keepPlace(pages);
    const link = one('a[rel=next]');
    if (!link) return pages;
    const watcher = new IntersectionObserver(async ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watcher.disconnect();
        if (await appendPage(link, list, pages)) watcher.observe(link);
    }, { rootMargin: '0px 0px 1600px' });
    watcher.observe(link);
    return pages;
}

/** Whether another page follows. When it fails the link is there to be pressed. */
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

/** Null when it cannot be had, or another answers in its place: who was signed in is so no more. */
async function fetchPage(address) {
    try {
        const response = await fetch(address, { headers: { 'X-Refresh': '1' } });
        if (!response.ok || response.redirected) return null;
        return new DOMParser().parseFromString(await response.text(), 'text/html');
    } catch {
        return null;
    }
}

/** The address names the page in view, for reloading and coming back. */
function keepPlace(pages) {
    history.scrollRestoration = 'manual';
    const bar = one('.site').offsetHeight;
    const top = ({ first }) => first.getBoundingClientRect().top - bar;
    if (history.state) window.scrollBy(0, top(pages[0]) + history.state.offset);
    let rest;
    when(window, 'scroll', () => {
        clearTimeout(rest);
        rest = setTimeout(() => {
            const page = pages.findLast((page) => top(page) <= 0) ?? pages[0];
            history.replaceState({ offset: -top(page) }, '', page.address);
        }, 150);
    });
}

/** What the browser can do with a text: keep it to paste, hand it to another app. */
function shareText() {
    const text = one('.shared')?.textContent;
    if (!text) return;
    offer('[value=copy]', navigator.clipboard, async (button) => {
        await navigator.clipboard.writeText(text);
        button.textContent = '복사했어요';
    });
    offer('[value=share]', navigator.share, () => navigator.share({ text }));
}

/** Shows a button that only some browsers can serve; who changes their mind has refused nothing. */
function offer(selector, isAble, act) {
    const button = one(selector);
    if (!button || !isAble) return;
    button.hidden = false;
    when(button, 'click', () => Promise.resolve(act(button)).catch(() => {}));
}

/** A page in view is told that it has changed, asks for itself again and shows what is new. */
function followChanges() {
    const main = one('#main');
    // What came back with its faults is as somebody typed it.
    if (!main.dataset.live || one('[role=alert]')) return;
    const address = location.href;
    const isMarket = one('.news') !== null;
    let source, retry;
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
        when(source, 'message', update);
        when(source, 'error', listenLater);
    };
    const listenLater = () => {
        stop();
        // After a restart not everybody at once.
        retry = setTimeout(listen, patience * (1 + Math.random()));
        patience = Math.min(patience * 2, 120_000);
    };
    const update = oneAtATime(async () => {
        if (isMarket) await new Promise((go) => setTimeout(go, Math.random() * 1_500));
        const page = await fetchPage(address);
        if (!page) return listenLater();
        main.dataset.live = one('#main', page).dataset.live;
        if (isMarket) showNews(page);
        else swapContent(main, one('#main', page));
    });
    when(document, 'visibilitychange', listen);
    // What is done here shows on the page that it leads to.
    when(document, 'submit', ({ target }) => { if (target.method === 'post') stop(); });
    listen();
}

/** Calls that come while it works are one more run afterwards. */
function oneAtATime(work) {
    let isWorking = false;
    let isWanted = false;
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

/** New listings go on top where the top is in view, else when somebody asks for them. */
function showNews(page) {
    const list = one('.entries');
    const entries = all('.entries > li', page);
    const first = list.firstElementChild;
    if (!first && !entries.length) return;
    if (!first || !entries.length) return location.reload();
    const stays = entries.some(({ id }) => id === first.id);
    const isNew = entries[0].id !== first.id
        && (stays || !document.getElementById(entries[0].id));
    const show = () => {
        one('.news').replaceChildren();
        keepFocus(list, () => putOnTop(entries, list));
    };
    if (!isNew || list.getBoundingClientRect().top > 0) return show();
    const button = document.createElement('button');
    button.className = 'button primary';
    button.textContent = '새 글이 올라왔어요';
    when(button, 'click', () => {
        show();
        window.scrollTo({ top: 0 });
    });
    one('.news').replaceChildren(button);
}

/** What the fresh page holds takes the place of what stood there. */
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

/** Whether somebody types in a part of the page, or has typed. */
function isTyped(part) {
    return all('input, textarea', part).some((field) => field === document.activeElement
        || field.value !== field.defaultValue || field.checked !== field.defaultChecked);
}

function isTwin(part, other) {
    return part.localName === other.localName
        && part.getAttribute('action') === other.getAttribute('action');
}

/** Who is on a link or button is on the same one afterwards. */
function keepFocus(root, change) {
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const link = focused?.closest('a[href]')?.getAttribute('href');
    const form = focused?.closest('form[action]')?.getAttribute('action');
    change();
    if (!focused || focused.isConnected) return;
    const again = (link && one(`a[href="${CSS.escape(link)}"]`, root))
        ?? (form && one(`form[action="${CSS.escape(form)}"] button`, root));
    (again || one('#main')).focus({ preventScroll: true });
}

// MARK: Without a network

keepOfflinePage();

/** One page is kept for when there is no network; see service-worker.js. */
function keepOfflinePage() {
    const urls = [import.meta.url, one('link[rel=stylesheet]').href];
    const versions = urls.map((url) => new URL(url).searchParams.get('v')).join('-');
    when(window, 'load', () => {
        navigator.serviceWorker?.register(`/service-worker.js?v=${versions}`).catch(() => {});
    });
    if (one('.offline')) when(window, 'online', () => location.reload());
}
