// What the editor keeps in this browser of texts that were not saved (src/blocks/editor/saving/local-copies.ts) is for
// one person: who sits down here next could read it. It goes with the session, and is named before. Without this script
// the form works, and the texts stay until they are saved.
const form = document.querySelector('form[data-user]');
const note = document.getElementById('unsaved');
const { user, next } = form.dataset;

function keysOfUnsaved() {
  return Object.keys(localStorage).filter((key) => key.startsWith(`mortise-editor:${user}:`));
}

/** The same text may have been kept by several tabs. */
function titles() {
  return new Set(keysOfUnsaved().map((key) => JSON.parse(localStorage.getItem(key)).title || '…'));
}

function forget() {
  // Tabs that are still open write no more of it.
  localStorage.setItem(`mortise-editor-left:${user}`, new Date().toISOString());
  for (const key of keysOfUnsaved()) localStorage.removeItem(key);
  // What other pages keep for one person, such as what they searched for.
  for (const key of Object.keys(localStorage)) if (key.startsWith(`mortise-own:${user}:`)) localStorage.removeItem(key);
}

try {
  for (const title of titles())
    note.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: title }));
  note.hidden = keysOfUnsaved().length === 0;
} catch {
  // A browser that keeps nothing has nothing to name.
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  // Drafts are removed only after the server ended the session: offline, it does not end.
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
  if (answer?.type !== 'opaqueredirect') {
    form.submit();
    return;
  }
  try {
    forget();
  } catch {
    // As above.
  }
  location.assign(next);
});
