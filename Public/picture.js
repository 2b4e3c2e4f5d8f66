// The picture of a profile. Without this file it is shown once it is saved, and one that is too large
// is refused; app.js loads it where a picture is chosen.

/** Shows the chosen picture, and makes it smaller before it is sent. @param tools app.js has them. */
export function follow(row, { one, when, smaller }) {
    const input = one('#picture', row);
    when(input, 'change', show);
    // It may be chosen before this was here.
    if (input.files[0]) show();

    async function show() {
        const [file] = input.files;
        if (!file) return;
        forgetFault();
        const picture = await smaller(file, row);
        one('canvas', row).hidden = false;
        // Another may have been chosen meanwhile.
        if (picture === file || input.files[0] !== file) return;
        const files = new DataTransfer();
        files.items.add(new File([picture], file.name, { type: picture.type }));
        input.files = files.files;
    }

    /** What was said of the picture before; the alert goes with its last line. */
    function forgetFault() {
        const fault = one('.fault', row);
        if (!fault) return;
        fault.remove();
        input.ariaInvalid = null;
        input.removeAttribute('aria-describedby');
        const alert = one('.failure.alert');
        const line = alert && one('a[href="#picture"]', alert)?.parentElement;
        if (!line) return;
        line.remove();
        if (!one('li', alert)) alert.close();
    }
}
