/* Watermark library: actions without a page load, originals on click, live progress, and a comparison slider. */

/** Polling interval of a run, in milliseconds. */
const PAUSE = 1500;
/** Minimum interval between progress announcements, in milliseconds. */
const SPOKEN_EVERY = 10_000;

/** Ids of the page parts that an action replaces. */
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

  /** Shows controls that need this script. */
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
    image.src = isOriginal ? image.dataset.original : image.dataset.preview;
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

  /** Replaces the changed parts. @returns false if the response is another page */
  #show(page) {
    if (!page.getElementById('wm-run')) return false;
    for (const id of PARTS) document.getElementById(id).replaceWith(page.getElementById(id));
    for (const old of document.querySelectorAll('main > .m-notice')) old.remove();
    const notices = [...page.querySelectorAll('main > .m-notice')];
    // #wm-status announces them: a live region must exist before its text changes.
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

  /** Restores the focus after the pressed button was replaced. */
  #focus({ card, name, value }) {
    const within = card ? document.getElementById(card) : document.querySelector('.wm-run');
    const equivalent = within?.querySelector(`button[name="${name}"][value="${value}"]`);
    const near = within?.querySelector('.wm-act, .wm-run-buttons button') ?? within?.querySelector('.wm-title a');
    (equivalent ?? near ?? document.getElementById('wm-grid')).focus({ preventScroll: true });
  }

  async #look() {
    const panel = this.querySelector('.wm-run[data-live]');
    if (panel && !this.#isBusy && !document.hidden) {
      try {
        const answer = await fetch(this.getAttribute('progress'));
        if (answer.ok && !answer.redirected && !this.#isBusy) await this.#follow(panel, await answer.text());
      } catch {
        // The server may be restarting.
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
        // Update the progress bar in place, so that assistive technology keeps tracking it.
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

  /** Reloads the images, unless the user is interacting with them. */
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

/* Comparison slider: the original to the left of the handle, the watermarked image to the right. */
class Compare extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('input')) return;
    const slider = document.createElement('input');
    slider.type = 'range';
    slider.min = '0';
    slider.max = '100';
    // Leaves most watermarks visible, and shows that the handle can be dragged.
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
