/// Scripts that return the faults of a page, a line for each.
extension MarketInBrowserTests.Accessibility {
    /// Titles, ids, landmarks, headings, text alternatives, labels and references.
    static let structure = """
        const all = (selector) => [...document.querySelectorAll(selector)];
        const tag = (element) => element.outerHTML.slice(0, 100);
        const found = [];
        const need = (holds, finding) => holds || found.push(finding);
        need(document.documentElement.lang, 'no language');
        need(document.title.trim(), 'no title');
        const ids = all('[id]').map(({ id }) => id);
        ids.filter((id, index) => ids.indexOf(id) !== index)
            .forEach((id) => found.push(`two elements are #${id}`));
        for (const [landmark, count] of [['main', 1], ['body > header', 1]]) {
            need(all(landmark).length === count, `${all(landmark).length} times ${landmark}`);
        }
        all('nav').forEach((nav) => need(all('nav').length === 1 || nav.ariaLabel
            || nav.getAttribute('aria-labelledby'), `a nav without a name: ${tag(nav)}`));
        let level = 0;
        for (const heading of all('main :is(h1, h2, h3, h4, h5, h6)')) {
            if (!heading.checkVisibility()) continue;
            const own = Number(heading.localName[1]);
            need(own <= level + 1, `h${own} behind h${level}: ${heading.textContent.trim()}`);
            level = own;
        }
        all('img').forEach((img) => need(img.hasAttribute('alt'), `no alt: ${tag(img)}`));
        all('svg').forEach((svg) => need(svg.closest('[aria-hidden=true]')
            || svg.getAttribute('role') === 'img', `a drawing that is read: ${tag(svg)}`));
        all('input:not([type=hidden], [hidden]), select, textarea').forEach((field) => need(
            field.labels.length || field.ariaLabel || field.getAttribute('aria-labelledby'),
            `no label: ${tag(field)}`));
        all('input[type=password]').forEach((field) => need(
            /password|off/.test(field.autocomplete), `no autocomplete: ${tag(field)}`));
        for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
            all(`[${name}]`).forEach((element) => element.getAttribute(name).split(' ')
                .forEach((id) => need(document.getElementById(id), `no #${id}: ${tag(element)}`)));
        }
        all('[tabindex]').forEach((element) => need(
            element.tabIndex <= 0, `an order of its own: ${tag(element)}`));
        all('a :is(a, button, input), button :is(a, button, input)').forEach((element) =>
            found.push(`a control within a control: ${tag(element)}`));
        all('html[lang]').forEach(({ lang }) => need(/^[a-z]{2}$/.test(lang), `lang ${lang}`));
        return found;
        """

    /// The contrast of texts with the background painted below them (WCAG 2.2, 1.4.3).
    static let contrast = """
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const rgba = (color) => {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
            return [r, g, b, a / 255];
        };
        const over = ([r, g, b, a], below) =>
            [r, g, b].map((value, i) => value * a + below[i] * (1 - a));
        const luminance = (color) => {
            const [r, g, b] = color.map((value) => value / 255)
                .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
            const layers = [];
            for (let at = element; at; at = at.parentElement) {
                const style = getComputedStyle(at);
                if (style.backgroundImage !== 'none') return null;
                layers.push(rgba(style.backgroundColor));
                if (layers.at(-1)[3] === 1) break;
            }
            const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
            return layers.reduceRight((below, layer) => over(layer, below),
                isDark ? [18, 18, 18] : [255, 255, 255]);
        };
        const found = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            const element = text.parentElement;
            if (!text.data.trim() || !element.checkVisibility({ visibilityProperty: true,
                opacityProperty: true }) || element.closest('script, :disabled, .unseen, .skip, option'))
                continue;
            const style = getComputedStyle(element);
            const below = ground(element);
            if (!below) continue;
            let opacity = 1;
            for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
            const [r, g, b, a] = rgba(style.color);
            const [light, dark] = [luminance(over([r, g, b, a * opacity], below)), luminance(below)]
                .sort((one, other) => other - one);
            const ratio = (light + 0.05) / (dark + 0.05);
            const size = parseFloat(style.fontSize);
            const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
            if (ratio < (isLarge ? 3 : 4.5) - 0.01) {
                found.push(`${ratio.toFixed(2)}: “${text.data.trim().slice(0, 30)}” `
                    + `in ${element.localName}.${element.className}`);
            }
        }
        return [...new Set(found)];
        """

    /// Controls whose `aria-label` differs from their visible text.
    static let names = """
        const words = (text) => text.replace(/[\\s‘’]+/g, ' ').trim().toLowerCase();
        return [...document.querySelectorAll(':is(a, button, summary)[aria-label]')]
            .filter((element) => element.checkVisibility() && /[\\p{L}]/u.test(element.innerText)
                && !words(element.ariaLabel).includes(words(element.innerText)))
            .map((element) => element.outerHTML.slice(0, 120));
        """

    /// The focused element, if it is completely covered by something else.
    static let hiddenFocus = """
        const focused = document.activeElement;
        const label = focused.labels?.[0];
        const isSeen = [focused, focused.closest('label'), label].filter(Boolean).some((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const inside = (low, high, share) => low + (high - low) * share;
            return [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
                const at = document.elementFromPoint(inside(left, right, x), inside(top, bottom, y));
                return at && (element.contains(at) || at.contains(element) && at !== document.body
                    && at !== document.documentElement);
            }));
        });
        return isSeen ? null : focused.outerHTML.slice(0, 120);
        """

    /// Whatever is wider than the page, and controls whose text is cut off.
    static let cutOff = """
        const page = document.documentElement;
        const found = page.scrollWidth > page.clientWidth
            ? [`the page is ${page.scrollWidth} wide in ${page.clientWidth}`] : [];
        for (const element of document.querySelectorAll('a, button, label, summary, legend, h1, p')) {
            const style = getComputedStyle(element);
            if (!element.checkVisibility({ visibilityProperty: true })
                || element.closest('.unseen, .skip') || element.querySelector('.unseen')
                || style.overflowX === 'visible' && style.overflowY === 'visible'
                || style.display === 'inline' || style.textOverflow === 'ellipsis'
                || style.webkitLineClamp !== 'none' || style.overflowX === 'auto') continue;
            if (element.scrollWidth > element.clientWidth + 1
                || element.scrollHeight > element.clientHeight + 1) {
                found.push(`cut off: ${element.outerHTML.slice(0, 100)}`);
            }
        }
        return found;
        """

    /// Buttons and fields without a visible edge in forced colours: without a border, an outline or text.
    static let outlines = """
        const found = [];
        for (const element of document.querySelectorAll('button, input, select, textarea, summary')) {
            if (!element.checkVisibility({ visibilityProperty: true }) || element.type === 'hidden'
                || element.closest('.unseen') || element.matches('.unseen')) continue;
            const edges = [element, ...element.querySelectorAll('*'), element.parentElement]
                .flatMap((part) => ['', '::before', '::after'].map((p) => getComputedStyle(part, p)));
            const hasEdge = edges.some(({ borderTopStyle, borderTopWidth, borderBottomWidth }) =>
                borderTopStyle !== 'none' && parseFloat(borderTopWidth) + parseFloat(borderBottomWidth));
            const isNative = element.type === 'file'
                || getComputedStyle(element).appearance !== 'none';
            if (!hasEdge && !isNative && !element.innerText?.trim()
                && !element.querySelector('svg, img')) found.push(element.outerHTML.slice(0, 100));
        }
        return found;
        """

    /// Parts of the header that overlap.
    static let overlapsInTheHeader = """
        const parts = [...document.querySelector('header.site').children]
            .filter(part => part.checkVisibility({ visibilityProperty: true }))
            .map(part => [part, part.getBoundingClientRect()]);
        return parts.flatMap(([one, a], number) => parts.slice(number + 1)
            .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            .map(([other]) => `${one.className} ${other.className}`));
        """

    /// How many pixels the page is wider than the screen.
    static let excessWidth = """
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth === clientWidth ? [] : [`${scrollWidth} wide in ${clientWidth}`];
        """

    /// Controls of less than 44 pixels to a side (WCAG 2.2, 2.5.5), except links with text beside
    /// them, links in users' texts or in a guide's list, and links that lead from a fault to its
    /// field, which is itself large enough. Links that dots set apart are not within text.
    static let smallTargets = """
        const isWithinText = element => {
            const text = element.closest('p, dd, td')?.cloneNode(true);
            text?.querySelectorAll('a, button').forEach(part => part.remove());
            return element.matches('a') && !element.closest('.reach, .note span')
                && (element.closest('.description, .guide li')
                    || /\\p{L}/u.test(text?.textContent ?? ''));
        };
        const reach = element => {
            const label = element.labels?.[0];
            const boxes = [element, label, ...(element.tagName === 'A' ? element.children : [])]
                .filter(Boolean).map(part => part.getBoundingClientRect());
            const after = getComputedStyle(element, '::after');
            if (after.position === 'absolute' && after.content !== 'none') return [44, 44];
            return [Math.max(...boxes.map(b => b.width)), Math.max(...boxes.map(b => b.height))];
        };
        return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
            .filter(element => element.checkVisibility({ visibilityProperty: true })
                && !element.closest('.unseen:not(input), .skip, .failure li')
                && !isWithinText(element) && element.type !== 'hidden' && element.tabIndex >= 0)
            .filter(element => reach(element).some(side => side < 43.5))
            .map(element => `${element.outerHTML.slice(0, 120)} ${reach(element)}`);
        """
}
