// The photos of a listing as large as the window, which the way back leaves. app.js loads it when
// somebody wants to see one.

let show;

/** Shows the photo of the link first. @param tools app.js has them. */
export function enlarge(viewer, link, tools) {
    if (viewer.open) return;
    show ??= fill(viewer, link.closest('ul'), tools);
    show(link);
}

/** Answers what opens it at a link. While it is open it has a place of its own in the history. */
function fill(viewer, strip, { one, all, when, turnTo, followTurns }) {
    const reel = one('.reel', viewer);
    const number = one('p', viewer);
    const links = all('a', strip);
    let shown = 0;
    let hasPlace = false;
    when(viewer, 'keydown', ({ key }) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
        if (!step || !links[shown + step]) return;
        shown += step;
        turnTo(reel, shown);
    });
    when(viewer, 'close', () => {
        if (hasPlace) history.back();
        hasPlace = false;
        turnTo(strip, shown, 'instant');
        links[shown].focus({ preventScroll: true });
    });
    when(window, 'popstate', () => {
        hasPlace = false;
        viewer.close();
    });
    return (link) => {
        viewer.showModal();
        history.pushState(null, '');
        hasPlace = true;
        if (!reel.firstChild) {
            reel.append(...links.map(enlarged));
            // What is closed has no width to tell its photo by.
            followTurns(reel, (index) => { if (viewer.open) mark(index); });
        }
        mark(links.indexOf(link));
        turnTo(reel, shown, 'instant');
    };

    function mark(index) {
        shown = index;
        if (number) number.textContent = `${index + 1}/${links.length}`;
    }

    function enlarged(link) {
        const row = document.createElement('li');
        const image = one('img', link).cloneNode();
        image.sizes = '100vw';
        image.loading = 'lazy';
        row.append(image);
        return row;
    }
}
