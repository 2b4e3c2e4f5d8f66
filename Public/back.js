// The way back from a page that many others lead to, as a listing, goes to where the reader came from; from a
// chat, to the list that it was chosen in. Without this file it goes to the market's front page, or to all
// chats; app.js loads it.

const leadingHere = new RegExp('^/(my(/(follows|interests|reminders|searches/\\d+))?|people/\\d+'
    + '|items/(\\d+(/chats)?|viewed)|chats(/\\d+)?)$');
const leadingToChats = /^\/(chats(\/waiting)?|items\/\d+\/chats)$/;

/** @param link is the way back. @param tools app.js has them. */
export function follow(link, { when }) {
    when(link, 'click', (event) => {
        if (!document.referrer || event.defaultPrevented) return;
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        const { origin, pathname } = new URL(document.referrer);
        // A form of the page itself may have led here again.
        if (origin !== location.origin || pathname === location.pathname) return;
        const leading = document.body.matches('.chat') ? leadingToChats : leadingHere;
        if (!leading.test(pathname)) return;
        event.preventDefault();
        history.back();
    });
}
