// Deletes unsaved editor drafts (src/blocks/editor/saving/local-copies.ts) from this browser at logout, because the
// next person at this computer could read them. The page lists them first. Without this script, logout works and the
// drafts stay until they are saved.
const form = document.querySelector('form[data-user]');
const note = document.getElementById('unsaved');
const { user, next } = form.dataset;

function keysOfUnsaved() {
  return Object.keys(localStorage).filter((key) => key.startsWith(`mortise-editor:${user}:`));
}

/** Several tabs may have a draft of the same document. */
function titles() {
  return new Set(keysOfUnsaved().map((key) => JSON.parse(localStorage.getItem(key)).title || '…'));
}

function forget() {
  // Stops open tabs from writing drafts.
  localStorage.setItem(`mortise-editor-left:${user}`, new Date().toISOString());
  for (const key of keysOfUnsaved()) localStorage.removeItem(key);
  // Data of other scripts for this user, such as recent searches.
  for (const key of Object.keys(localStorage)) if (key.startsWith(`mortise-own:${user}:`)) localStorage.removeItem(key);
}

try {
  for (const title of titles())
    note.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: title }));
  note.hidden = keysOfUnsaved().length === 0;
} catch {
  // Without storage, there are no drafts to list.
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  // Delete drafts only after the server has ended the session. Offline, the session continues.
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
  if (answer?.type !== 'opaqueredirect') {
    form.submit();
    return;
  }
  try {
    forget();
  } catch {
    // Without storage, there is nothing to delete.
  }
  location.assign(next);
});
