/* Transaction review: adds shortcuts, and shows the next transaction without a page load. */

const STORAGE_KEY = 'bank-review-keys';

class Review extends HTMLElement {
  #isBusy = false;

  connectedCallback() {
    if (this.status) return;
    this.status = this.querySelector('#bk-status');
    this.keys = this.querySelector('#bk-keys-on');
    this.querySelector('.bk-keys').hidden = false;
    this.keys.checked = remembered() !== 'off';
    this.toggleAttribute('keyed', this.keys.checked);
    this.keys.addEventListener('change', () => {
      this.toggleAttribute('keyed', this.keys.checked);
      remember(this.keys.checked ? 'on' : 'off');
    });
    this.addEventListener('submit', (event) => this.#submit(event));
    this.addEventListener('click', (event) => this.#follow(event));
    document.addEventListener('keydown', (event) => this.#press(event));
    addEventListener('popstate', () => this.#go(location.href, { isBack: true }));
  }

  #press(event) {
    const { key, target } = event;
    if (!this.keys.checked || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (target.closest?.('input:not([type="checkbox"]), select, textarea')) {
      if (key === 'Escape') this.#case()?.focus();
      return;
    }
    if (event.repeat) return;
    if (key === 's') {
      const field = this.querySelector('.bk-split-form input[type="text"]');
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
      return;
    }
    const named = this.querySelector(`#bk-review [data-key="${CSS.escape(key)}"]`);
    if (!named) return;
    event.preventDefault();
    named.click();
  }

  #follow(event) {
    const link = event.target.closest('.bk-place a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.#go(link.href);
  }

  #submit(event) {
    const { target: form, submitter } = event;
    if (form.method !== 'post') return;
    event.preventDefault();
    this.#go(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, submitter)) });
  }

  async #go(address, { isBack = false, ...options } = {}) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.status.textContent = this.getAttribute('busy');
    this.querySelector('#bk-review').setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(address, options);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (!page.getElementById('bk-review')) {
        // The session ended, or the page reports an error.
        location.assign(options.method === 'POST' ? location.href : address);
        return;
      }
      if (!isBack && answer.url !== location.href) history.pushState(null, '', answer.url);
      this.#show(page);
    } catch {
      this.#say(this.getAttribute('failed'));
    } finally {
      this.#isBusy = false;
      this.querySelector('#bk-review').removeAttribute('aria-busy');
    }
  }

  /** Replaces the review, and announces the result and the next transaction. */
  #show(page) {
    document.getElementById('bk-review').replaceWith(page.getElementById('bk-review'));
    const notices = [...page.querySelectorAll('main > .m-notice')];
    // #bk-status announces them: a live region must exist before its text changes.
    for (const notice of notices) notice.removeAttribute('role');
    this.#put(notices);
    const refusal = this.querySelector('.m-refusal');
    refusal?.removeAttribute('role');
    const place = this.querySelector('.bk-place p')?.textContent ?? '';
    const words = [...notices, refusal ?? this.#case()].map((each) => each?.textContent ?? '');
    this.status.textContent = [...words, refusal ? '' : place].map((each) => each.trim()).join(' ');
    (refusal ?? this.#case())?.focus({ preventScroll: !refusal });
    if (!refusal) scrollTo({ top: 0 });
  }

  #say(text) {
    const notice = document.createElement('p');
    notice.className = 'm-notice m-notice-error';
    notice.textContent = text;
    this.#put([notice]);
    this.status.textContent = text;
  }

  #put(notices) {
    for (const old of document.querySelectorAll('main > .m-notice')) old.remove();
    document.querySelector('main > .m-heading').after(...notices);
  }

  #case() {
    return this.querySelector('#bk-case');
  }
}

/** Returns null if the browser blocks storage. */
function remembered() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function remember(value) {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Without storage, the setting lasts until the page is closed.
  }
}

customElements.define('bk-review', Review);
