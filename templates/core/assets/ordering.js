/*
 * Sortable list: adds a grip to each item, which moves it by mouse, pen, touch or arrow keys. Without this script,
 * buttons of the form do the same.
 *
 * <m-ordering> contains a form with `data-ordered`. Its items have a `data-name`, and a `data-label` for messages. An
 * item moves among items of the same parent. The form is posted with `step` "order NAME", an `order` for each item, and
 * `seen` if the list has `data-seen`. `data-in` and `data-out` are the steps of the horizontal arrow keys. The
 * <m-ordering> of the response replaces the content, so that the page shows the server's order.
 */

/** Debounce delay of keyboard moves, in milliseconds. Several key presses send one order. */
const PAUSE = 400;
/** Distance from the window edge, in pixels, at which a drag scrolls the page. */
const EDGE = 70;

class Ordering extends HTMLElement {
  #status = document.createElement('p');
  #words = document.createElement('div');
  /** Form fields sent with each order, from the latest response. */
  #fields = null;
  /** Order when the grip got the focus or the drag started. Escape restores it. */
  #start = null;
  /** Dragged item and vertical pointer position. */
  #dragged = null;
  #pointer = 0;
  #timer = 0;
  /** Item moved by keyboard whose new order is not sent yet. */
  #moved = null;
  #isMoving = false;
  #sending = Promise.resolve();
  #waiting = 0;

  connectedCallback() {
    if (this.#fields) return;
    this.#fields = new FormData(this.#form(this));
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
    this.addEventListener('pointerdown', (event) => this.#take(event));
    this.addEventListener('pointermove', (event) => this.#drag(event.clientY));
    this.addEventListener('pointerup', (event) => this.#drop(event.clientY));
    this.addEventListener('pointercancel', () => this.#putBack());
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#dragged && this.#putBack());
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
    if (item && !this.#isMoving) this.#start = { list: item.parentElement, names: this.#names(item.parentElement) };
  }

  #press(event) {
    const grip = event.target.closest('.m-grip');
    if (!grip || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const item = grip.closest('[data-name]');
    const isBackwards = getComputedStyle(this).direction === 'rtl';
    const [inward, outward] = isBackwards ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.#step(item, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === inward) this.#aside(item.dataset.in);
    else if (event.key === outward) this.#aside(item.dataset.out);
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

  #aside(step) {
    if (step === undefined) return;
    this.#flush();
    this.#send([['step', step]]);
  }

  #undo(item) {
    const { list, names } = this.#start ?? {};
    if (list !== item.parentElement || this.#names(list).join() === names.join()) return;
    this.#keepFocus(item, () => this.#arrange(list, names));
    this.#later(item);
    this.#tell(this.#say('back', item));
  }

  #arrange(list, names) {
    const items = new Map(this.#items(list).map((item) => [item.dataset.name, item]));
    for (const name of names) if (items.has(name)) list.append(items.get(name));
  }

  #take(event) {
    const item = event.button === 0 && event.target.closest('.m-grip') ? event.target.closest('[data-name]') : null;
    if (!item) return;
    this.#flush();
    this.#dragged = item;
    this.#start = { list: item.parentElement, names: this.#names(item.parentElement) };
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
    if (item && this.#names(this.#start.list).join() !== this.#start.names.join()) this.#sendOrder(item);
  }

  #putBack() {
    const item = this.#letGo();
    if (!item) return;
    this.#arrange(this.#start.list, this.#start.names);
    this.#tell(this.#say('back', item));
  }

  #letGo() {
    const item = this.#dragged;
    this.#dragged = null;
    item?.classList.remove('m-dragged');
    return item;
  }

  #sendOrder(item) {
    const list = item.parentElement;
    const { seen } = list.dataset;
    const order = this.#names(list).map((name) => ['order', name]);
    this.#send([['step', `order ${item.dataset.name}`], ...(seen === undefined ? [] : [['seen', seen]]), ...order]);
  }

  /** Sends orders one at a time. */
  #send(fields) {
    this.#waiting += 1;
    this.#sending = this.#sending.then(() => this.#post(fields));
  }

  async #post(fields) {
    // An earlier order failed, and this one is based on it.
    if (this.#waiting === 0) return;
    const form = this.#form(this);
    try {
      const body = new URLSearchParams(this.#fields);
      body.delete('step');
      for (const [name, value] of fields) body.append(name, value);
      const answer = await fetch(form.action, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('m-ordering');
      if (!fresh) throw new Error('The response contains no list.');
      this.#fields = new FormData(this.#form(fresh) ?? undefined);
      const notice = page.querySelector('main .m-refusal, main .m-notice');
      notice?.querySelector('strong')?.remove();
      const said = notice?.textContent.trim() ?? '';
      this.#waiting = answer.ok ? this.#waiting - 1 : 0;
      if (this.#waiting === 0 && !this.#dragged) this.#show(fresh);
      this.#tell(answer.ok ? said : `${this.getAttribute('failed')} ${said}`, !answer.ok);
    } catch {
      this.#waiting = 0;
      if (this.#start) this.#arrange(this.#start.list, this.#start.names);
      this.#tell(this.getAttribute('failed'), true);
    }
  }

  #tell(text, isFault = false) {
    this.#status.textContent = text;
    this.#status.classList.toggle('m-ordering-fault', isFault);
  }

  #show(fresh) {
    const focused = document.activeElement?.closest?.('.m-grip')?.closest('[data-name]')?.dataset.name;
    for (const child of [...this.childNodes]) if (child !== this.#words) child.remove();
    this.append(...[...fresh.childNodes].map((child) => document.adoptNode(child)));
    this.#addGrips();
    if (focused) this.querySelector(`[data-name="${CSS.escape(focused)}"] .m-grip`)?.focus();
  }
}

customElements.define('m-ordering', Ordering);
