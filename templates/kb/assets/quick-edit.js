/* Quick edit: opens the form in a dialog above the article list instead of on its own page. */
const dialog = document.createElement('dialog');
dialog.className = 'kb-quick';

function parsed(html) {
  return new DOMParser().parseFromString(html, 'text/html');
}

function show(form) {
  const title = form.querySelector('h2');
  if (title) dialog.setAttribute('aria-labelledby', title.id);
  dialog.replaceChildren(document.adoptNode(form));
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  (dialog.querySelector('.m-refusal') ?? dialog.querySelector('[name="title"]'))?.focus();
}

document.addEventListener('click', async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = event.target.closest('a');
  if (!link) return;
  if (dialog.contains(link)) {
    event.preventDefault();
    dialog.close();
    return;
  }
  if (!/\/articles\/\d+\/quick$/.test(link.pathname)) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    const form = answer.ok && parsed(await answer.text()).querySelector('#quick-form');
    if (!form) throw new Error('The response contains no form.');
    show(form);
  } catch {
    // Signed out or offline: the page shows the reason.
    location.assign(link.href);
  }
});

dialog.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const button = form.querySelector('[type="submit"]');
  if (button.disabled) return;
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const page = parsed(await answer.text());
    const again = page.querySelector('#quick-form');
    const list = page.querySelector('main');
    if (again) show(again);
    else if (answer.ok && list?.querySelector('.m-list')) leave(form, answer.url, list);
    else throw new Error('The response contains no list.');
  } catch {
    // A regular submit shows the error, and keeps the input.
    form.submit();
  }
});

/** Replaces the list with the updated one, and returns the focus to the link that opened the dialog. */
function leave(form, address, list) {
  const path = new URL(form.action).pathname;
  dialog.close();
  document.querySelector('main').replaceChildren(...[...list.childNodes].map((child) => document.adoptNode(child)));
  history.replaceState(null, '', address);
  document.querySelector(`main a[href^="${CSS.escape(path)}"]`)?.focus();
}
