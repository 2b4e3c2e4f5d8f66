// The form of a review that came back for want of a rating. Without this file it says so until it is
// sent again; app.js loads it where that is said.

/** It is said no more once one is chosen; the alert goes with its last line. @param tools app.js has them. */
export function follow(fault, { one, when }) {
    const form = fault.closest('form');
    when(form, 'change', look);
    // It may be chosen before this was here.
    look();

    function look() {
        if (!fault.textContent || !one('[name=rating]:checked', form)) return;
        fault.textContent = '';
        const alert = one('.failure.alert');
        const line = alert && one('a[href="#rating"]', alert)?.parentElement;
        if (!line) return;
        line.hidden = true;
        if (!one('li:not([hidden])', alert)) alert.close();
    }
}
