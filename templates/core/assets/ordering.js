/*
 * Sortable list: adds a grip to each item, which moves it by mouse, pen, touch or arrow keys. Without this script,
 * buttons of the form do the same.
 *
 * <m-ordering> contains a form with `data-ordered`. Its items have a `data-name`, and a `data-label` for messages. An
 * item moves among items of the same parent. The form is posted with `step` "order NAME", an `order` for each item, and
 * `seen` if the list has `data-seen`. `data-in` and `data-out` are the steps of the horizontal arrow keys. The
 * <m-ordering> of the response replaces the content, so that the page shows the server's order. It does so only while
 * the user is not moving or pressing anything, and keeps the focus and typed text.
 */

/** Debounce delay of keyboard moves, in milliseconds. Several key presses send one order. */
const PAUSE = 400;
/** Distance from the window edge, in pixels, at which a drag scrolls the page. */
const EDGE = 70;

class Ordering extends HTMLElement {
  #status = document.createElement('p');
  #words = document.createElement('div');
  /** The <m-ordering> of the latest response. */
  #latest = null;
  /** Whether the latest response is not shown yet. */
  #isOutdated = false;
  /** Names of the list when the user focused a grip or started a drag. Escape restores this order. */
  #start = null;
  /** Dragged item and vertical pointer position. */
  #dragged = null;
  #pointer = 0;
  #timer = 0;
  /** Item moved by keyboard whose new order is not sent yet. */
  #moved = null;
  /** Whether the focus moves because of this script. */
  #isMoving = false;
  /** Whether a pointer or the space bar is pressed. Replacing a pressed button would lose its click. */
  #isPressed = false;
  /** Changes to send, oldest first. Each returns its form fields based on the latest response; null for no change. */
  #queue = [];
  #isSending = false;
  /** Button pressed while changes were being sent. */
  #submitter = null;

  connectedCallback() {
    if (this.#latest) return;
    this.#latest = this.cloneNode(true);
    const hint = document.createElement('p');
    hint.id = `${this.id || 'm-ordering'}-hint`;
    hint.className = 'm-ordering-hint m-quiet';
    hint.textContent = this.getAttribute('hint');
    this.#status.className = 'm-ordering-status';
    this.#status.setAttribute('role', 'status');
    this.#words.className = 'm-ordering-words';
    this.#words.append(hint, this.#status);
    this.prepend(this.#words);
    this.#addGrips();
    this.addEventListener('focusin', (event) => this.#reach(event));
    this.addEventListener('keydown', (event) => this.#press(event));
    this.addEventListener('focusout', () => !this.#isMoving && this.#flush());
    this.addEventListener('submit', (event) => this.#submit(event));
    this.addEventListener('pointerdown', (event) => this.#take(event));
    this.addEventListener('pointermove', (event) => this.#drag(event.clientY));
    this.addEventListener('pointerup', (event) => this.#drop(event.clientY));
    this.addEventListener('pointercancel', () => this.#putBack());
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#dragged && this.#putBack());
    for (const end of ['pointerup', 'pointercancel', 'keyup']) document.addEventListener(end, () => this.#release());
  }

  #form(root) {
    return root.querySelector('form[data-ordered]');
  }

  #items(list) {
    return [...list.children].filter((item) => item.dataset.name !== undefined);
  }

  #names(list) {
    return this.#items(list).map((item) => item.dataset.name);
  }

  /** Returns the item of this name; the names of a page are unique. */
  #item(name, root = this) {
    return root.querySelector(`[data-name="${CSS.escape(name)}"]`);
  }

  #addGrips() {
    for (const item of this.querySelectorAll('[data-name]')) {
      const sides = item.dataset.in !== undefined || item.dataset.out !== undefined;
      if (!sides && this.#items(item.parentElement).length < 2) continue;
      const grip = document.createElement('button');
      grip.type = 'button';
      grip.className = 'm-grip';
      grip.textContent = '⠿';
      grip.setAttribute('aria-label', this.#say('grip', item));
      grip.setAttribute('aria-keyshortcuts', `ArrowUp ArrowDown${sides ? ' ArrowLeft ArrowRight' : ''}`);
      grip.setAttribute('aria-describedby', `${this.id || 'm-ordering'}-hint`);
      (item.querySelector(':scope > [data-row]') ?? item).prepend(grip);
    }
  }

  /** Returns the message of this name for an item, from the element's attributes. */
  #say(name, item) {
    const items = this.#items(item.parentElement);
    const first = Number(item.parentElement.dataset.first ?? 1);
    return (this.getAttribute(name) ?? '')
      .replace('#name', () => item.dataset.label ?? '')
      .replace('#place', () => String(first + items.indexOf(item)))
      .replace('#total', () => item.parentElement.dataset.total ?? String(items.length));
  }

  #reach({ target }) {
    const item = target.closest('.m-grip') && target.closest('[data-name]');
    if (item && !this.#isMoving) this.#start = this.#names(item.parentElement);
  }

  #press(event) {
    if (event.key === ' ') this.#isPressed = true;
    const grip = event.target.closest('.m-grip');
    if (!grip || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const item = grip.closest('[data-name]');
    const isBackwards = getComputedStyle(this).direction === 'rtl';
    const [inward, outward] = isBackwards ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.#step(item, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === inward) this.#aside(item, 'in');
    else if (event.key === outward) this.#aside(item, 'out');
    else if (event.key === 'Escape' && !this.#dragged) this.#undo(item);
    else return;
    event.preventDefault();
  }

  #step(item, by) {
    const items = this.#items(item.parentElement);
    const other = items[items.indexOf(item) + by];
    if (!other) {
      this.#tell(this.#say('place', item));
      return;
    }
    this.#keepFocus(item, () => (by < 0 ? other.before(item) : other.after(item)));
    this.#later(item);
  }

  /** Moving an element in the document removes its focus. Restores it, without sending the order early. */
  #keepFocus(item, move) {
    this.#isMoving = true;
    move();
    item.querySelector('.m-grip')?.focus();
    item.scrollIntoView({ block: 'nearest' });
    this.#isMoving = false;
  }

  #later(item) {
    this.#tell(this.#say('place', item));
    this.#moved = item;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), PAUSE);
  }

  #flush() {
    clearTimeout(this.#timer);
    const item = this.#moved;
    this.#moved = null;
    if (item) this.#sendOrder(item);
  }

  /** Nests or unnests an item. Whether that is possible depends on the orders sent before. */
  #aside(item, side) {
    this.#flush();
    this.#send(() => {
      const step = this.#item(item.dataset.name, this.#latest)?.dataset[side];
      return step === undefined ? null : [['step', step]];
    });
  }

  #undo(item) {
    const list = item.parentElement;
    const names = this.#names(list);
    const hasSameItems = this.#start?.toSorted().join() === names.toSorted().join();
    if (!hasSameItems || this.#start.join() === names.join()) return;
    this.#keepFocus(item, () => this.#arrange(list, this.#start));
    this.#later(item);
    this.#tell(this.#say('back', item));
  }

  #arrange(list, names) {
    const items = new Map(this.#items(list).map((item) => [item.dataset.name, item]));
    for (const name of names) if (items.has(name)) list.append(items.get(name));
  }

  #take(event) {
    this.#isPressed = event.button === 0;
    const item = event.button === 0 && event.target.closest('.m-grip') ? event.target.closest('[data-name]') : null;
    if (!item) return;
    this.#flush();
    this.#dragged = item;
    this.#start = this.#names(item.parentElement);
    item.classList.add('m-dragged');
    // Capture the pointer on this element, because its items move in the document.
    this.setPointerCapture(event.pointerId);
    this.#pointer = event.clientY;
    requestAnimationFrame(() => this.#scroll());
  }

  #drag(y) {
    const item = this.#dragged;
    if (!item) return;
    this.#pointer = y;
    const list = item.parentElement;
    const { left, width, top: first, bottom: last } = list.getBoundingClientRect();
    // Above the list means the start, below it the end.
    const inside = Math.min(Math.max(y, first + 1), last - 1);
    let other = document.elementFromPoint(left + width / 2, inside);
    while (other && other.parentElement !== list) other = other.parentElement;
    if (!other || other === item || other.dataset.name === undefined) return;
    const { top, height } = other.getBoundingClientRect();
    const isBefore = inside < top + height / 2;
    if (isBefore ? item.nextElementSibling === other : item.previousElementSibling === other) return;
    if (isBefore) other.before(item);
    else other.after(item);
    this.#tell(this.#say('place', item));
  }

  /** Scrolls the page while the pointer is near an edge of the window. */
  #scroll() {
    if (!this.#dragged) return;
    const below = this.#pointer - (innerHeight - EDGE);
    const by = this.#pointer < EDGE ? this.#pointer - EDGE : Math.max(0, below);
    if (by !== 0) {
      scrollBy(0, by / 4);
      this.#drag(this.#pointer);
    }
    requestAnimationFrame(() => this.#scroll());
  }

  #drop(y) {
    this.#drag(y);
    const item = this.#letGo();
    if (item) this.#sendOrder(item);
  }

  #putBack() {
    const item = this.#letGo();
    if (!item) return;
    this.#arrange(item.parentElement, this.#start);
    this.#tell(this.#say('back', item));
    this.#settle();
  }

  #letGo() {
    const item = this.#dragged;
    this.#dragged = null;
    item?.classList.remove('m-dragged');
    return item;
  }

  #release() {
    if (!this.#isPressed) return;
    // The click event follows.
    setTimeout(() => {
      this.#isPressed = false;
      this.#settle();
    });
  }

  #sendOrder(item) {
    const { name } = item.dataset;
    const names = this.#names(item.parentElement);
    this.#send(() => {
      const list = this.#item(name, this.#latest)?.parentElement;
      if (list && this.#names(list).join() === names.join()) return null;
      const seen = list?.dataset.seen;
      const order = names.map((each) => ['order', each]);
      return [['step', `order ${name}`], ...(seen === undefined ? [] : [['seen', seen]]), ...order];
    });
  }

  /** Sends changes one at a time, because each is based on the response to the one before. */
  async #send(change) {
    this.#queue.push(change);
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const fields = next();
      if (fields) await this.#post(fields);
      // The focus may be moving, so do not replace anything now.
      else await new Promise((resolve) => setTimeout(resolve));
    }
    this.#isSending = false;
    this.#settle();
  }

  async #post(fields) {
    const form = this.#form(this.#latest);
    try {
      const body = new URLSearchParams(new FormData(form));
      body.delete('step');
      for (const [name, value] of fields) body.append(name, value);
      const answer = await fetch(form.action, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('m-ordering');
      if (!fresh) throw new Error('The response contains no list.');
      const notice = page.querySelector('main .m-refusal, main .m-notice');
      notice?.querySelector('strong')?.remove();
      const noticeText = notice?.textContent.trim() ?? '';
      this.#latest = fresh;
      this.#isOutdated = true;
      if (!answer.ok) this.#fail(noticeText);
      // A later move has its own message.
      else if (this.#queue.length === 0 && !this.#moved && !this.#dragged) this.#tell(noticeText);
    } catch {
      this.#fail('');
    }
  }

  /** Shows the server's order. Moves made since are dropped, because they are based on the one that failed. */
  #fail(reason) {
    clearTimeout(this.#timer);
    this.#moved = null;
    this.#queue = [];
    this.#submitter = null;
    this.#letGo();
    this.#start = null;
    this.#isOutdated = true;
    this.#tell(`${this.getAttribute('failed')} ${reason}`.trim(), true);
  }

  /** Submits a button after the changes that were made before it. */
  #submit(event) {
    this.#flush();
    if (!this.#isSending) return;
    event.preventDefault();
    this.#submitter = event.submitter;
  }

  /** Shows the latest response once the user has finished, and continues with the button pressed before it. */
  #settle() {
    if (this.#isSending || this.#moved || this.#dragged || this.#isPressed) return;
    if (this.#isOutdated) this.#show();
    const pressed = this.#submitter;
    this.#submitter = null;
    if (!pressed) return;
    const buttons = [...this.querySelectorAll('button[name=step]')];
    // The value of an undo button depends on the last change.
    const button =
      buttons.find(({ value }) => value === pressed.value) ??
      buttons.find(
        ({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === (pressed.ariaLabel ?? pressed.textContent),
      );
    button?.form.requestSubmit(button);
  }

  #tell(text, isFault = false) {
    this.#status.textContent = text;
    this.#status.classList.toggle('m-ordering-fault', isFault);
  }

  #show() {
    this.#isOutdated = false;
    const { activeElement } = document;
    const focused = this.contains(activeElement) ? activeElement : null;
    const inside = focused?.closest('[data-name]')?.dataset.name;
    const typed = [...this.querySelectorAll('input')].filter(({ value, defaultValue }) => value !== defaultValue);
    for (const child of [...this.childNodes]) if (child !== this.#words) child.remove();
    this.append(...[...this.#latest.childNodes].map((child) => document.importNode(child, true)));
    this.#addGrips();
    for (const { name, value } of typed) {
      const input = this.querySelector(`input[name="${CSS.escape(name)}"]`);
      if (input) input.value = value;
    }
    if (!focused) return;
    const root = inside === undefined ? this : this.#item(inside);
    this.#isMoving = true;
    this.#refocus(focused, [...(root?.querySelectorAll(focused.localName) ?? [])]);
    this.#isMoving = false;
    // After a failed move, Escape restores the order that is shown now.
    if (!this.#start) this.#reach({ target: document.activeElement });
  }

  /** Focuses the element that replaces the focused one, with the same selected text. */
  #refocus(focused, candidates) {
    const attributes = focused.localName === 'input' ? ['name'] : ['class', 'name', 'value', 'href'];
    const isSame = (other) => attributes.every((name) => other.getAttribute(name) === focused.getAttribute(name));
    const element = candidates.find(isSame);
    element?.focus();
    if (focused.localName === 'input') element?.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  }
}

customElements.define('m-ordering', Ordering);
