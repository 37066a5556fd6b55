// Completes queries in search forms, which also work without this script. Follows the editable combobox pattern of the
// ARIA Authoring Practices: the focus stays in the field, and aria-activedescendant refers to the active option.

/** Debounce delay of suggestions, in milliseconds. */
const PAUSE = 120;
/** Maximum query length of the suggestions endpoint, in code points. */
const MAX_QUERY_LENGTH = 60;
/** Maximum number of recent searches. */
const MAX_RECENT = 5;

/**
 * Stores recent searches. The browser may be shared: without an account, they last as long as the tab. Those of a user
 * are stored per account, and removed at logout (core/logout.js). Without storage, the list is empty.
 */
function createRecent(user) {
  const key = `mortise-own:${user}:kb-searches`;
  const attempt = (act, otherwise) => {
    try {
      return act(user === '' ? sessionStorage : localStorage);
    } catch {
      return otherwise;
    }
  };
  const list = () => attempt((store) => JSON.parse(store.getItem(key) ?? '[]'), []);
  return {
    list,
    add(text) {
      const others = list().filter((other) => other.toLowerCase() !== text.toLowerCase());
      attempt((store) => store.setItem(key, JSON.stringify([text, ...others].slice(0, MAX_RECENT))));
    },
    clear: () => attempt((store) => store.removeItem(key)),
  };
}

/** Setting of the `/` shortcut. A single-key shortcut must be possible to turn off (WCAG 2.1.4). */
const slash = {
  key: 'mortise:kb-slash',
  get isOn() {
    try {
      return localStorage.getItem(this.key) === null;
    } catch {
      return true;
    }
  },
  turn(isOn) {
    try {
      if (isOn) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, 'off');
    } catch {
      // Without storage, the setting lasts until the next page.
    }
  },
};

function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** @param match start and length of each matched part */
function marked(text, match) {
  const parts = [];
  let end = 0;
  for (const [start, length] of match) {
    parts.push(text.slice(end, start), element('mark', {}, text.slice(start, start + length)));
    end = start + length;
  }
  return [...parts, text.slice(end)];
}

function slashSwitch(label) {
  const field = element('input', { type: 'checkbox', checked: slash.isOn });
  field.addEventListener('change', () => slash.turn(field.checked));
  return element('label', {}, field, ` ${label}`);
}

class SearchBox {
  #active = -1;
  #request = new AbortController();
  #options = [];
  #timer = 0;

  constructor(form) {
    const { announcements, nonce = '', user = '' } = form.dataset;
    const field = form.elements.namedItem('q');
    const list = element('ul', { id: `${field.id}-list`, role: 'listbox', ariaLabel: form.dataset.label });
    const clear = element('button', { type: 'button', hidden: true }, form.dataset.clear);
    const popup = element('div', { className: 'kb-suggestions', popover: 'manual' }, list, clear);
    if (form.dataset.slash) popup.append(slashSwitch(form.dataset.slash));
    const status = element('div', { className: 'kb-hidden', ariaLive: 'polite' });
    Object.assign(this, { form, field, list, clear, popup, status, nonce, announcements: JSON.parse(announcements) });
    this.recent = createRecent(user);
    form.append(popup, status);
    const states = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
    };
    for (const [name, value] of Object.entries(states)) field.setAttribute(name, value);
    this.#listen();
  }

  #listen() {
    const { form, field, list, clear, popup } = this;
    field.addEventListener('input', () => this.#typed());
    field.addEventListener('click', () => this.offerRecent());
    field.addEventListener('keydown', (event) => this.#key(event));
    form.addEventListener('submit', () => field.value.trim() && this.recent.add(field.value.trim()));
    form.addEventListener('focusout', ({ relatedTarget }) => form.contains(relatedTarget) || this.#close());
    // Clicking an option keeps the focus in the field. The clear button takes it, as it does with the keyboard.
    list.addEventListener('pointerdown', (event) => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const option = target.closest('[role=option]');
      if (option) this.#choose(this.#options[[...list.children].indexOf(option)]);
    });
    clear.addEventListener('click', () => {
      this.recent.clear();
      this.#close();
      field.focus();
    });
    for (const moved of ['scroll', 'resize']) addEventListener(moved, () => this.#place(), { passive: true });
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.#close();
      field.focus();
    });
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#request.abort();
    const text = this.field.value.trim();
    if (text === '') {
      this.#close();
      this.offerRecent();
      return;
    }
    this.#timer = setTimeout(() => this.#suggest(text), PAUSE);
  }

  async #suggest(text) {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const found = await this.#ask(text, signal);
      if (!signal.aborted) this.#show(found);
    } catch {
      // Superseded or offline. The form works without suggestions.
      if (!signal.aborted) this.#close();
    }
  }

  async #ask(text, signal) {
    const address = new URL(this.form.dataset.suggestions, location.href);
    address.searchParams.set('q', [...text].slice(0, MAX_QUERY_LENGTH).join(''));
    const headers = this.nonce === '' ? {} : { 'X-CMS-Nonce': this.nonce };
    const answer = await fetch(address, { headers, signal });
    if (answer.status === 403 && this.nonce !== '') {
      // The session has ended. Request public suggestions.
      this.nonce = '';
      return this.#ask(text, signal);
    }
    return answer.ok ? (await answer.json()).suggestions : [];
  }

  /** Shows recent searches if the field is empty. */
  offerRecent() {
    if (this.field.value.trim() !== '') return;
    const recent = this.recent.list().map((text) => ({ type: 'recent', text, match: [] }));
    if (recent.length > 0) this.#show(recent, true);
  }

  #show(options, canClear = false) {
    this.#options = options;
    this.#point(-1);
    this.clear.hidden = !canClear;
    this.list.replaceChildren(...options.map((option, index) => this.#describe(option, index)));
    this.say(this.announcements[Math.min(options.length, this.announcements.length - 1)]);
    if (options.length === 0) {
      this.#hide();
      return;
    }
    this.field.setAttribute('aria-expanded', 'true');
    this.popup.showPopover();
    this.#place();
  }

  say(text) {
    this.status.textContent = text;
  }

  #describe({ type, text, match }, index) {
    const option = element(
      'li',
      { id: `${this.list.id}-${index}`, role: 'option' },
      element('span', {}, ...marked(text, match)),
    );
    const kind = this.form.dataset[type];
    if (kind) option.append(element('span', { className: 'kb-count' }, kind));
    option.ariaSelected = 'false';
    return option;
  }

  /** Positions the popup below the field and inside the window. A sidebar would clip it, so it is in the top layer. */
  #place() {
    if (!this.#isOpen) return;
    const { left, bottom, width } = this.form.getBoundingClientRect();
    const room = document.documentElement.clientWidth - 16;
    const own = Math.min(room, Math.max(width, 352));
    const x = Math.max(
      8,
      Math.min(getComputedStyle(this.form).direction === 'rtl' ? left + width - own : left, room + 8 - own),
    );
    Object.assign(this.popup.style, { left: `${x}px`, top: `${bottom + 4}px`, width: `${own}px` });
  }

  get #isOpen() {
    return this.field.ariaExpanded === 'true';
  }

  #hide() {
    this.field.setAttribute('aria-expanded', 'false');
    this.popup.hidePopover();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.#point(-1);
    this.say('');
    this.#hide();
  }

  #point(index) {
    this.list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.field.setAttribute('aria-activedescendant', option.id);
    else this.field.removeAttribute('aria-activedescendant');
  }

  /** Cycles through the options and the typed text, which follows the last option. */
  #step(by) {
    const places = this.#options.length + 1;
    this.#point(((this.#active + 1 + by + places) % places) - 1);
  }

  #key(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.#actOn(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Returns the action of a key, or null to leave the key to the field. */
  #actOn(key) {
    const last = this.#options.length - 1;
    if (!this.#isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
      return () => (this.field.value.trim() === '' ? this.offerRecent() : this.#suggest(this.field.value.trim()));
    }
    if (key === 'ArrowDown') return () => this.#step(1);
    if (key === 'ArrowUp') return () => this.#step(-1);
    if (key === 'Escape') return () => this.#close();
    if (this.#active < 0) return null;
    if (key === 'Home') return () => this.#point(0);
    if (key === 'End') return () => this.#point(last);
    return key === 'Enter' ? () => this.#choose(this.#options[this.#active]) : null;
  }

  #choose({ link, text }) {
    this.#close();
    if (link) {
      location.assign(link);
      return;
    }
    this.field.value = text;
    this.form.requestSubmit();
  }
}

/** Focuses the first visible search form, or opens the drawer that contains it on narrow screens. */
function openSearch(boxes) {
  const box = boxes.find(({ field }) => field.checkVisibility()) ?? boxes[0];
  if (!box.field.checkVisibility()) box.form.closest('[popover]')?.showPopover();
  box.field.focus();
  box.field.select();
  box.offerRecent();
}

const isTyping = ({ target }) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]');

const boxes = [...document.querySelectorAll('form[data-suggestions]')].map((form) => new SearchBox(form));

if (boxes.length > 0) {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey;
    const isK = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !event.shiftKey;
    if (isSlash && !(boxes[0].form.dataset.slash && slash.isOn)) return;
    if ((!isSlash && !isK) || event.defaultPrevented || event.isComposing || isTyping(event)) return;
    event.preventDefault();
    openSearch(boxes);
  });
}

// Screen readers announce changes of a live region, not its content at page load.
const count = document.querySelector('[data-search-status]')?.textContent.trim();
if (count) setTimeout(() => boxes[0]?.say(count), 500);

/** Reports an opened result to the statistics, including those opened in another tab. Errors are ignored. */
function tellClick({ target }) {
  const link = target.closest('a[data-article]');
  const results = link?.closest('[data-clicks]');
  if (!results) return;
  const { clicks, search: query } = results.dataset;
  const nonce = boxes.find((box) => box.nonce !== '')?.nonce;
  fetch(clicks, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...(nonce ? { 'X-CMS-Nonce': nonce } : {}) },
    body: JSON.stringify({ query, article_id: Number(link.dataset.article), position: Number(link.dataset.position) }),
  }).catch(() => undefined);
}

// A middle click fires auxclick.
for (const kind of ['click', 'auxclick']) document.querySelector('[data-clicks]')?.addEventListener(kind, tellClick);
