/* What the page of marked pictures gains from a script: acts without leaving the place, originals at a press, progress that moves, pictures laid over each other. */

/** Milliseconds between two looks at a run. */
const PAUSE = 1500;
/** Milliseconds between two times that progress is said aloud. */
const SPOKEN_EVERY = 10_000;

/** Parts of the page that an act may change; the rest stays as it is. */
const PARTS = ['wm-run', 'wm-grid'];

class Library extends HTMLElement {
  #isBusy = false;
  #spokenAt = 0;

  connectedCallback() {
    if (this.status) return;
    this.status = this.querySelector('#wm-status');
    this.addEventListener('submit', (event) => this.#submit(event));
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('change', (event) => this.#change(event));
    this.#prepare();
    setTimeout(() => this.#look(), PAUSE);
  }

  /** Shows what only works with a script. */
  #prepare() {
    for (const each of this.querySelectorAll('.wm-face, .wm-all')) each.hidden = false;
    this.#count();
  }

  #boxes() {
    return [...this.querySelectorAll('.wm-select')];
  }

  #count() {
    const boxes = this.#boxes();
    const ticked = boxes.filter((box) => box.checked).length;
    const all = this.querySelector('#wm-select-all');
    if (!all) return;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    const text = ticked === 0 ? '' : this.getAttribute('selected').replace('#', String(ticked));
    this.querySelector('.wm-selected').textContent = text;
  }

  #change({ target }) {
    if (target.id === 'wm-select-all') for (const box of this.#boxes()) box.checked = target.checked;
    if (target.id === 'wm-select-all' || target.classList.contains('wm-select')) this.#count();
  }

  #click(event) {
    const face = event.target.closest('.wm-face');
    if (!face) return;
    const image = face.closest('.wm-card').querySelector('img');
    const isOriginal = face.getAttribute('aria-pressed') !== 'true';
    face.setAttribute('aria-pressed', String(isOriginal));
    image.src = isOriginal ? image.dataset.original : image.dataset.shown;
  }

  async #submit(event) {
    const form = event.target;
    if (form.method !== 'post') return;
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { submitter } = event;
    const card = submitter?.closest('.wm-card');
    const place = placeOf(submitter);
    const busy = card ?? form;
    busy.setAttribute('aria-busy', 'true');
    this.status.textContent = this.getAttribute('busy');
    try {
      const body = new URLSearchParams(new FormData(form, submitter));
      const answer = await fetch(form.action, { method: 'POST', body });
      if (!this.#show(new DOMParser().parseFromString(await answer.text(), 'text/html'))) {
        // The session ended, or the page reports an error.
        location.reload();
        return;
      }
      this.#focus(place);
    } catch {
      this.#notice(this.getAttribute('failed'));
      busy.removeAttribute('aria-busy');
    } finally {
      this.#isBusy = false;
    }
  }

  /** Takes over what is other now. @returns whether the answer was this page */
  #show(page) {
    if (!page.getElementById('wm-run')) return false;
    for (const id of PARTS) document.getElementById(id).replaceWith(page.getElementById(id));
    for (const old of document.querySelectorAll('main > .m-notice')) old.remove();
    const notices = [...page.querySelectorAll('main > .m-notice')];
    // Read out by the status below, whose region was there before.
    for (const notice of notices) notice.removeAttribute('role');
    document.querySelector('main > .m-heading').after(...notices);
    this.status.textContent = notices.map((notice) => notice.textContent).join(' ');
    this.#prepare();
    return true;
  }

  #notice(text) {
    this.status.textContent = text;
    const notice = document.createElement('p');
    notice.className = 'm-notice m-notice-error';
    notice.textContent = text;
    for (const old of document.querySelectorAll('main > .m-notice')) old.remove();
    document.querySelector('main > .m-heading').after(notice);
  }

  /** Whoever pressed a button that is gone is where it was. */
  #focus({ card, name, value }) {
    const within = card ? document.getElementById(card) : document.querySelector('.wm-run');
    const same = within?.querySelector(`button[name="${name}"][value="${value}"]`);
    const near = within?.querySelector('.wm-act, .wm-run-buttons button') ?? within?.querySelector('.wm-title a');
    (same ?? near ?? document.getElementById('wm-grid')).focus({ preventScroll: true });
  }

  async #look() {
    const panel = this.querySelector('.wm-run[data-live]');
    if (panel && !this.#isBusy && !document.hidden) {
      try {
        const answer = await fetch(this.getAttribute('progress'));
        if (answer.ok && !answer.redirected && !this.#isBusy) await this.#follow(panel, await answer.text());
      } catch {
        // The server may be starting again.
      }
    }
    setTimeout(() => this.#look(), PAUSE);
  }

  async #follow(panel, html) {
    const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('.wm-run');
    if (!fresh || !panel.isConnected) return;
    const spoken = fresh.querySelector('[data-spoken]')?.textContent ?? '';
    const isOther = fresh.dataset.key !== panel.dataset.key;
    if (isOther) {
      const place = panel.contains(document.activeElement) ? placeOf(document.activeElement) : null;
      panel.replaceWith(fresh);
      if (place) this.#focus(place);
      if (!('live' in fresh.dataset)) await this.#refreshGrid();
    } else {
      const [from, to] = [fresh, panel].map((each) => each.querySelector('[data-part="progress"]'));
      if (from && to) {
        // The bar stays the one that it is, so that assistive technology follows it.
        to.querySelector('progress').value = from.querySelector('progress').value;
        to.querySelector('progress').max = from.querySelector('progress').max;
        to.querySelector('.wm-facts').replaceWith(from.querySelector('.wm-facts'));
      }
      panel.querySelector('.wm-run-total').textContent = fresh.querySelector('.wm-run-total').textContent;
    }
    const words = isOther && spoken === '' ? (fresh.querySelector('.wm-facts')?.textContent ?? '') : spoken;
    if (isOther || Date.now() - this.#spokenAt >= SPOKEN_EVERY) {
      this.#spokenAt = Date.now();
      this.status.textContent = words.trim();
    }
  }

  /** The pictures as they are now, unless somebody is in the middle of something there. */
  async #refreshGrid() {
    const grid = document.getElementById('wm-grid');
    const isTouched = () => grid.contains(document.activeElement) || this.#boxes().some((box) => box.checked);
    if (isTouched()) return;
    const answer = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('wm-grid');
    if (!fresh || isTouched()) return;
    grid.replaceWith(fresh);
    this.#prepare();
  }
}

function placeOf(button) {
  return { card: button?.closest('.wm-card')?.id, name: button?.name ?? '', value: button?.value ?? '' };
}

customElements.define('wm-library', Library);

/* Two pictures become one with a slider: what is left of it is the original, what is right of it is marked. */
class Compare extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('input')) return;
    const slider = document.createElement('input');
    slider.type = 'range';
    slider.min = '0';
    slider.max = '100';
    // Most marks are seen at once, and that there is something to pull as well.
    slider.value = '12';
    slider.setAttribute('aria-label', this.getAttribute('label') ?? '');
    const divider = document.createElement('span');
    divider.className = 'wm-divider';
    const show = () => {
      this.style.setProperty('--wm-share', `${slider.value}%`);
      slider.setAttribute('aria-valuetext', (this.getAttribute('value-text') ?? '').replace('#', slider.value));
    };
    slider.addEventListener('input', show);
    this.append(divider, slider);
    this.classList.add('wm-over');
    show();
  }
}

customElements.define('wm-compare', Compare);
