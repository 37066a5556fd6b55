/* What the order of rules gains from a script: they are dragged by a handle, or moved with the arrow keys there. */
class Rules extends HTMLElement {
  #dragged = null;
  #isSending = false;
  /** The rule whose move is not sent yet. */
  #waiting = null;

  connectedCallback() {
    if (this.form) return;
    this.form = this.querySelector('form');
    this.status = this.querySelector('#bk-rules-status');
    this.querySelector('#bk-rules-keys').hidden = false;
    this.#showHandles();
    this.addEventListener('keydown', (event) => this.#press(event));
    this.addEventListener('dragstart', (event) => this.#take(event));
    this.addEventListener('dragover', (event) => this.#over(event));
    this.addEventListener('drop', (event) => event.preventDefault());
    this.addEventListener('dragend', () => this.#leave());
  }

  #showHandles() {
    for (const handle of this.querySelectorAll('.bk-handle')) handle.hidden = false;
  }

  #names() {
    return [...this.querySelectorAll('.bk-rule')].map((rule) => rule.dataset.name);
  }

  #press(event) {
    const handle = event.target.closest('.bk-handle');
    if (!handle || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const rule = handle.closest('.bk-rule');
    const other = event.key === 'ArrowUp' ? rule.previousElementSibling : rule.nextElementSibling;
    if (!other) return;
    if (event.key === 'ArrowUp') other.before(rule);
    else other.after(rule);
    handle.focus();
    this.#send(rule.dataset.name);
  }

  #take(event) {
    this.#dragged = event.target.closest('.bk-rule');
    if (!this.#dragged) return;
    this.before = this.#names().join();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', this.#dragged.dataset.name);
    event.dataTransfer.setDragImage(this.#dragged, 0, 0);
    this.#dragged.classList.add('bk-dragged');
  }

  #over(event) {
    const rule = event.target.closest('.bk-rule');
    if (!this.#dragged) return;
    event.preventDefault();
    if (!rule || rule === this.#dragged) return;
    const { top, height } = rule.getBoundingClientRect();
    if (event.clientY < top + height / 2) rule.before(this.#dragged);
    else rule.after(this.#dragged);
  }

  #leave() {
    const rule = this.#dragged;
    this.#dragged = null;
    if (!rule) return;
    rule.classList.remove('bk-dragged');
    if (this.#names().join() !== this.before) this.#send(rule.dataset.name);
  }

  /** One order after the other: what is moved while one is on its way is sent after it. */
  async #send(name) {
    if (this.#isSending) {
      this.#waiting = name;
      return;
    }
    this.#isSending = true;
    try {
      const body = new URLSearchParams(new FormData(this.form));
      body.set('step', `order ${name}`);
      for (const each of this.#names()) body.append('order', each);
      const answer = await fetch(this.form.action, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('.bk-rules');
      if (!answer.ok || !fresh) throw new Error('There is no order in the answer.');
      this.status.textContent = page.querySelector('main .m-notice')?.textContent.trim() ?? '';
      if (this.#waiting === null) this.#show(fresh);
    } catch {
      this.#waiting = null;
      this.status.textContent = this.getAttribute('failed');
      // Somebody may have logged in again elsewhere, or changed the order: what is stored is shown.
      setTimeout(() => location.reload(), 2000);
    }
    this.#isSending = false;
    const next = this.#waiting;
    this.#waiting = null;
    if (next !== null) this.#send(next);
  }

  #show(fresh) {
    const focused = document.activeElement?.closest?.('.bk-rule')?.dataset.name;
    this.querySelector('.bk-rules').replaceWith(document.adoptNode(fresh));
    this.#showHandles();
    if (focused) this.querySelector(`[data-name="${CSS.escape(focused)}"] .bk-handle`)?.focus();
  }
}

customElements.define('bk-rules', Rules);
