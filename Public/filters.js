// The filters as the sheet that they are on a phone, which the way back closes. Without this file it
// leaves the page; app.js loads it where there are filters.

/** While it is open the sheet has a place of its own in the history. @param tools app.js has them. */
export function follow(menu, { one, all, when }) {
    const form = one('form', menu);
    let hasPlace = false;
    when(menu, 'toggle', keepPlace);
    when(window, 'popstate', close);
    // Who goes back to a list comes for what it shows.
    when(window, 'pageshow', ({ persisted }) => {
        if (!persisted) return;
        close();
        one('.orders').open = false;
    });
    when(form, 'submit', (event) => {
        const address = event.submitter?.getAttribute('formaction') ?? form.action;
        goOn(event, `${address}?${new URLSearchParams(new FormData(form))}`);
    });
    when(form, 'click', (event) => {
        const link = event.target.closest('a');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        goOn(event, link.href);
    });
    const names = one('.terms summary small', form);
    if (names) {
        when(form, 'change', showNames);
        // They may be ticked before this was here.
        showNames();
    }
    keepPlace();

    /** Whoever folds the neighbourhoods up still sees which are ticked. */
    function showNames() {
        const ticked = all('[name=place]:checked', form).map((box) => box.parentElement);
        // Without how many listings there are.
        const texts = ticked.map((label) => label.textContent.trim().replace(/ \([\d,]+\+?\)$/, ''));
        names.textContent = texts.join(', ') || names.dataset.all;
        if (ticked.length) names.lang = ticked.find(({ lang }) => lang)?.lang ?? '';
        else names.removeAttribute('lang');
    }

    function keepPlace() {
        if (menu.open === hasPlace) return;
        if (!menu.open) return history.back();
        if (getComputedStyle(form).position !== 'fixed') return;
        hasPlace = true;
        history.pushState(null, '');
    }

    function close() {
        hasPlace = false;
        menu.open = false;
    }

    /** What was chosen takes the place of the sheet. */
    function goOn(event, address) {
        if (!hasPlace) return;
        event.preventDefault();
        location.replace(address);
    }
}
