// Says over the reports how many more have come, where the list is left as it was for somebody who writes a
// reason in it. Everything else works without this file; app.js loads it on the page of what waits.

/**
 * @param part the line that says so, of the page as it was opened; each page that comes later has one.
 * @param tools app.js has them.
 */
export function follow(part, { one, all }) {
    const main = one('#main');
    const tell = () => {
        const line = one('[data-cases]', main);
        if (!line) return;
        // The later a report came the larger is its number.
        const last = Math.max(0, ...all('.reviews > li', main).map(({ id }) => Number(id.split('-')[1])));
        const count = line.dataset.cases.split(' ').filter((number) => Number(number) > last).length;
        const { text1, text2 } = line.dataset;
        one('a', line).textContent = count === 1 ? text1 : text2.replace('2', count);
        line.hidden = count === 0;
    };
    // A page that is brought up to date has other parts, and the old list where somebody writes in it.
    new MutationObserver(tell).observe(main, { childList: true });
}
