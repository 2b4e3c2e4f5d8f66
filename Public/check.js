// What a form says of its rows while it is filled in. Without this file it says so when it is sent;
// app.js loads it where there is a form of a listing.

/** A row says what is wrong once it has been left. @param tools app.js has them. */
export function follow(form, { one, all, when, afterPause }) {
    const left = new Set(all('.fault', form).filter((fault) => fault.textContent).map(rowOf));
    const category = one('#category', form);
    const likely = one('#likely-category', form);
    const check = afterPause(250, async (isLatest) => {
        const fields = new FormData(form);
        fields.delete('photos');
        for (const row of left) fields.append('left', row);
        const answer = await fetch(form.dataset.check, { method: 'POST', body: fields })
            .then((response) => response.json()).catch(() => ({}));
        const { faults, price } = answer;
        if (!faults || !isLatest()) return;
        Object.entries(faults).forEach(([row, fault]) => showFault(row, fault));
        if (price) one('#price-hint').textContent = price;
        likely.value = answer.category ?? '';
        likely.lastElementChild.textContent = answer.categoryName ?? '';
        suggest();
    });
    when(form, 'focusout', ({ target, relatedTarget }) => {
        const isRow = target.name !== 'photos' && one(`#${target.name}-fault`);
        // The whole form is about to be looked through.
        if (!isRow || relatedTarget?.matches('.submit')) return;
        left.add(target.name);
        check();
    });
    // Somebody who types a price sees at once how it is read.
    when(form, 'input', ({ target: { name } }) => {
        suggest();
        if (left.has(name) || ['price', 'free'].includes(name)) check();
    });
    when(likely, 'click', () => {
        category.value = likely.value;
        for (const type of ['change', 'input', 'focusout']) {
            category.dispatchEvent(new Event(type, { bubbles: true }));
        }
        one('#category-button').focus();
    });
    suggest();
    // An answer with a password in it is kept nowhere: who comes back finds the form that it answered,
    // with the texts that a browser takes for typed.
    when(form, 'submit', () => {
        if (!one('#password', form)?.defaultValue) return;
        for (const field of all('input:not([type]), textarea', form)) {
            field.value += '';
        }
        history.replaceState(null, '', document.referrer);
    });

    /** Offers the category that the title names, until one is chosen. */
    function suggest() {
        likely.hidden = !likely.value || category.value !== '';
    }

    function rowOf(fault) {
        return fault.id.replace(/-fault$/, '');
    }

    function showFault(row, text) {
        if (row === 'photos') return;
        const fault = one(`#${row}-fault`);
        const fold = fault.closest('details');
        if (fault.textContent !== (text ?? '')) fault.textContent = text;
        one(`#${row}`).ariaInvalid = text ? 'true' : null;
        if (row === 'price') one('#price-hint').hidden = Boolean(text);
        if (text && fold) fold.open = true;
        showLine(row, text);
    }

    /** The alert lists what is still wrong, and goes with the last of it. */
    function showLine(row, text) {
        const alert = one('.failure.alert');
        const line = alert && one(`a[href="#${row}"]`, alert)?.parentElement;
        if (!line) return;
        line.hidden = !text;
        if (!one('li:not([hidden])', alert)) alert.close();
    }
}
