/* Watermark design: live preview, arrow keys in the position grid, and undo of unsaved changes. */

/** Debounce delay of the preview, in milliseconds. */
const REST = 250;

class Design extends HTMLElement {
  #timer;
  #looking = null;

  connectedCallback() {
    this.form = this.querySelector('form');
    this.preview = this.querySelector('.wm-preview');
    this.image = document.getElementById('design-image');
    this.fault = this.querySelector('.wm-preview-fault');
    this.applies = document.getElementById('design-applies');
    this.state = document.getElementById('design-state');
    this.unsaved = document.getElementById('design-unsaved');
    this.saved = this.#values();
    this.form.addEventListener('input', ({ target }) => this.#changed(target));
    this.form.addEventListener('keydown', (event) => this.#moved(event));
    this.form.addEventListener('click', (event) => this.#searched(event));
    this.form.addEventListener('submit', () => {
      this.isLeaving = true;
    });
    document.getElementById('design-undo').addEventListener('click', (event) => this.#undo(event));
    window.addEventListener('beforeunload', (event) => {
      if (!this.isLeaving && this.#isUnsaved()) event.preventDefault();
    });
    // The initial preview failed. Request it again to show the reason.
    if (this.image.complete && this.image.naturalWidth === 0) this.#look();
    else this.image.addEventListener('error', () => this.#look(), { once: true });
  }

  /** Serializes the values to save, without the preview settings. */
  #values() {
    const form = new FormData(this.form);
    for (const name of ['_nonce', 'picture', 'marks']) form.delete(name);
    return new URLSearchParams(form).toString();
  }

  #isUnsaved() {
    return this.hasAttribute('unsaved') || this.#values() !== this.saved;
  }

  #changed(target) {
    if (target.name === 'marks') return;
    this.#tellUnsaved();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), REST);
  }

  #tellUnsaved() {
    const words = this.#isUnsaved() ? this.getAttribute('changed') : '';
    if (this.unsaved.textContent !== words) this.unsaved.textContent = words;
  }

  async #look() {
    this.#looking?.abort();
    const looking = new AbortController();
    this.#looking = looking;
    this.preview.setAttribute('aria-busy', 'true');
    this.state.textContent = this.getAttribute('working');
    const body = new URLSearchParams(new FormData(this.form));
    body.set('do', 'image');
    try {
      const answer = await fetch(this.form.action, { method: 'POST', body, signal: looking.signal });
      const type = answer.headers.get('content-type') ?? '';
      if (type.startsWith('image/')) this.#show(await dataAddress(await answer.blob()), answer.headers);
      else if (type.startsWith('application/json')) this.#refuse(await answer.json());
      else this.#refuse({ message: this.getAttribute('failed'), errors: {} });
    } catch {
      // A newer request replaces this one, and updates the status.
      if (looking.signal.aborted) return;
      this.#refuse({ message: this.getAttribute('failed'), errors: {} });
    }
    if (this.#looking === looking) this.preview.removeAttribute('aria-busy');
  }

  #show(address, headers) {
    this.image.src = address;
    const applies = decodeURIComponent(headers.get('x-design-applies') ?? '');
    if (this.applies.textContent !== applies) this.applies.textContent = applies;
    this.fault.textContent = '';
    this.state.textContent = this.getAttribute('shown');
    this.#mark({});
  }

  #refuse({ message, errors }) {
    this.state.textContent = '';
    if (this.fault.textContent !== message) this.fault.textContent = message;
    this.#mark(errors);
  }

  /** Shows errors beside their fields, with the server's markup. */
  #mark(errors) {
    for (const error of this.form.querySelectorAll('.m-error')) {
      const field = document.getElementById(error.id.replace(/-error$/, ''));
      field?.removeAttribute('aria-invalid');
      describe(field, (ids) => ids.filter((id) => id !== error.id));
      error.remove();
    }
    for (const [name, text] of Object.entries(errors)) {
      const field = document.getElementById(`design-${name}`);
      if (!field) continue;
      const error = document.createElement('p');
      error.className = 'm-error';
      error.id = `${field.id}-error`;
      error.textContent = text;
      if (field.tagName === 'FIELDSET') field.querySelector('legend').after(error);
      else {
        field.before(error);
        field.setAttribute('aria-invalid', 'true');
      }
      describe(field, (ids) => [...ids, error.id]);
    }
  }

  /** Native radio buttons move one step at a time. In the 3 × 3 grid, up and down move by a row. */
  #moved(event) {
    const { target, key } = event;
    if (key === 'Enter' && target.name === 'marks') {
      event.preventDefault();
      this.#search();
    }
    if (target.name !== 'position' || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    const all = [...this.form.querySelectorAll('[name="position"]')];
    const next = all[all.indexOf(target) + (key === 'ArrowUp' ? -3 : 3)];
    if (!next) return;
    next.focus();
    next.checked = true;
    this.#changed(next);
  }

  #searched(event) {
    const button = event.target.closest('button[value="search"]');
    if (!button) return;
    event.preventDefault();
    this.#search();
  }

  /** Loads the watermark images that match the search, and keeps the selected one. */
  async #search() {
    const choices = document.getElementById('design-image_id-choices');
    const address = new URL(this.getAttribute('page'), location.href);
    address.searchParams.set('marks', document.getElementById('design-marks').value);
    try {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const found = page.getElementById('design-image_id-choices');
      if (!found) return;
      const chosen = choices.querySelector(':checked');
      const equivalent = [...found.querySelectorAll('input')].find(({ value }) => value === chosen?.value);
      if (equivalent) equivalent.checked = true;
      else if (chosen) found.prepend(chosen.closest('.wm-choice'));
      choices.replaceChildren(...found.childNodes);
    } catch {
      // Keep the current images.
    }
  }

  #undo(event) {
    this.isLeaving = true;
    // The form was rendered with unsaved values, so the link has to load the saved ones.
    if (this.hasAttribute('unsaved')) return;
    event.preventDefault();
    this.isLeaving = false;
    this.form.reset();
    this.#tellUnsaved();
    this.#look();
  }
}

function describe(field, change) {
  if (!field) return;
  const ids = change((field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== ''));
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '));
  else field.removeAttribute('aria-describedby');
}

/** Returns the image as a data URL, because the page's CSP does not allow blob: URLs. */
function dataAddress(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

customElements.define('wm-design', Design);
