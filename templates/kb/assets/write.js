/* Article form: autosave, a warning before leaving, a conflict dialog, and pasted front matter fills in the fields. */

/** Debounce delay of autosaves, in milliseconds. */
const PAUSE = 5000;

class Write extends HTMLElement {
  #isUnsaved = false;
  #isLeaving = false;
  #timer = 0;
  #isSaving = false;
  /** Last saved state as JSON, which skips autosaves without changes. */
  #savedText = '';

  connectedCallback() {
    if (this.form) return;
    this.form = this.querySelector('form');
    this.config = JSON.parse(this.getAttribute('config'));
    this.status = this.querySelector('#write-status');
    this.#isUnsaved = this.hasAttribute('unsaved');
    this.#savedText = JSON.stringify(this.#written());
    this.form.addEventListener('input', () => this.#changed());
    this.form.addEventListener('submit', () => {
      this.#isLeaving = true;
      clearTimeout(this.#timer);
    });
    this.form.elements.content.addEventListener('paste', (event) => this.#paste(event));
    // A hidden tab may be closed without another event.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.#isUnsaved) this.#keep();
    });
    window.addEventListener('beforeunload', (event) => {
      if (this.#isUnsaved && !this.#isLeaving) event.preventDefault();
    });
    // The back button may restore this page, which then has to warn about unsaved changes again.
    window.addEventListener('pageshow', () => {
      this.#isLeaving = false;
    });
    this.form.elements.file?.addEventListener('change', ({ target }) => {
      if (target.files.length > 0) this.#send('open');
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      this.#send('save');
    });
    this.#showConflict();
    // Other scripts build tools around the text first, which removes its focus.
    if (document.readyState === 'complete') this.#find();
    else window.addEventListener('load', () => this.#find(), { once: true });
  }

  /** Selects the text that the page was opened for, and scrolls to it. */
  #find() {
    const { content } = this.form.elements;
    const place = this.config.find.find((each) => content.value.includes(each));
    if (place === undefined || this.#isUnsaved) return;
    const start = content.value.indexOf(place);
    const lines = content.value.split('\n').length;
    const line = content.value.slice(0, start).split('\n').length;
    content.focus();
    content.setSelectionRange(start, start + place.length);
    content.scrollTop = Math.max(0, (line / lines) * content.scrollHeight - content.clientHeight / 2);
    content.scrollIntoView({ block: 'center' });
  }

  /** Submits the form like the button with this step. */
  #send(step) {
    this.form.requestSubmit(this.form.querySelector(`button[name="step"][value="${step}"]`));
  }

  #changed() {
    this.#isUnsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), PAUSE);
  }

  #written() {
    const { title, content, excerpt, tags, aliases } = this.form.elements;
    const list = (text, by) =>
      text
        .split(by)
        .map((part) => part.trim())
        .filter(Boolean);
    return {
      version: Number(this.form.elements.version.value) || this.config.version,
      title: title.value.slice(0, 200),
      content: content.value,
      format: this.config.format,
      fields: {
        excerpt: excerpt.value,
        tags: list(tags.value, ','),
        search_aliases: list(aliases.value, '\n'),
      },
    };
  }

  async #keep() {
    const written = this.#written();
    const text = JSON.stringify(written);
    if (text === this.#savedText || this.#isLeaving || this.#isSaving) return;
    this.#isSaving = true;
    try {
      const answer = await (this.config.autosave ? this.#put(written) : this.#putNew());
      this.config.nonce = answer.headers.get('X-CMS-Nonce') ?? this.config.nonce;
      const { autosave, message } = await answer.json();
      if (!answer.ok) throw new Error(message);
      this.config.autosavedAt = autosave.date;
      if (this.form.elements.autosaved_at) this.form.elements.autosaved_at.value = autosave.date;
      this.#savedText = text;
      const time = new Date(autosave.date).toLocaleTimeString(this.config.locale, { timeStyle: 'short' });
      this.#say(this.config.texts['script.kept'].replace('{time}', time));
    } catch (error) {
      const message = error instanceof TypeError ? this.config.texts['script.offline'] : error.message;
      this.#say(this.config.texts['script.not-kept'].replace('{message}', message));
    }
    this.#isSaving = false;
  }

  #put(written) {
    return fetch(this.config.autosave, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-CMS-Nonce': this.config.nonce },
      body: JSON.stringify({ ...written, replaces: this.config.autosavedAt }),
    });
  }

  /** A new article has no autosave URL, so the page of the form stores it. */
  #putNew() {
    const sent = new FormData(this.form);
    sent.delete('file');
    sent.set('step', 'keep-new');
    return fetch(this.form.action, { method: 'POST', body: sent });
  }

  #say(text) {
    this.status.textContent = text;
  }

  /** Submits a pasted document with front matter. The server parses it, and responds with the fields filled in. */
  #paste(event) {
    const { content } = this.form.elements;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const isWhole = content.value.slice(0, content.selectionStart).trim() === '';
    if (!isWhole || !/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.test(pasted)) return;
    event.preventDefault();
    content.setRangeText(pasted, 0, content.selectionEnd, 'end');
    this.#send('open');
  }

  #showConflict() {
    const section = this.querySelector('.kb-conflict');
    if (!section) return;
    const dialog = document.createElement('dialog');
    dialog.className = 'kb-conflict-dialog';
    dialog.setAttribute('aria-labelledby', 'conflict-title');
    section.before(dialog);
    section.classList.remove('m-notice', 'm-notice-error');
    section.removeAttribute('aria-labelledby');
    dialog.append(section);
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'm-button m-button-quiet';
    close.textContent = this.config.texts['conflict.close'];
    close.addEventListener('click', () => dialog.close());
    section.querySelector('.m-form-buttons').append(close);
    dialog.addEventListener('close', () => {
      // Keep the conflict readable on the page.
      section.classList.add('m-notice', 'm-notice-error');
      section.setAttribute('aria-labelledby', 'conflict-title');
      dialog.replaceWith(section);
      this.form.elements.content.focus();
    });
    dialog.showModal();
  }
}

customElements.define('kb-write', Write);
