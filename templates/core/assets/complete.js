/*
 * Completes names in a field with a datalist. <m-complete address="…"> wraps the field. Its URL returns an array of
 * names for `q`, the typed text, and `locale`, the form's language. A textarea with one name per line becomes a list
 * with remove buttons, and an input that adds names.
 */

/** Debounce delay of requests, in milliseconds. */
const PAUSE = 150;

class Complete extends HTMLElement {
  #request = new AbortController();
  #timer = 0;

  connectedCallback() {
    const field = this.querySelector('input, textarea');
    if (!field || this.querySelector('datalist')) return;
    if (field.tagName === 'TEXTAREA') this.#showLines(field);
    else this.#attach(field);
  }

  #attach(field) {
    const list = Object.assign(document.createElement('datalist'), { id: `${field.id}-list` });
    this.append(list);
    field.setAttribute('list', list.id);
    field.autocomplete = 'off';
    field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#request.abort();
      this.#timer = setTimeout(() => this.#complete(field, list), PAUSE);
    });
    return list;
  }

  async #complete(field, list) {
    this.#request = new AbortController();
    const address = new URL(this.getAttribute('address'), location.href);
    address.searchParams.set('q', field.value.trim());
    const locale = this.closest('form')?.querySelector('[name="locale"]')?.value;
    if (locale) address.searchParams.set('locale', locale);
    try {
      const answer = await fetch(address, { signal: this.#request.signal });
      if (!answer.ok) return;
      const names = await answer.json();
      list.replaceChildren(...names.map((value) => Object.assign(document.createElement('option'), { value })));
    } catch {
      // Superseded or offline. The field works without completion.
    }
  }

  /** The hidden textarea is still submitted. The new input takes over its id, so label and errors refer to it. */
  #showLines(area) {
    const field = Object.assign(document.createElement('input'), { type: 'text', id: area.id });
    for (const name of ['aria-describedby', 'aria-invalid']) {
      if (area.hasAttribute(name)) field.setAttribute(name, area.getAttribute(name));
    }
    area.id += '-lines';
    area.hidden = true;
    const lines = document.createElement('ul');
    lines.className = 'm-lines';
    this.append(lines, field);
    const list = this.#attach(field);
    const change = (texts) => {
      area.value = texts.join('\n');
      area.dispatchEvent(new Event('input', { bubbles: true }));
      show();
    };
    const written = () =>
      area.value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    const show = () => {
      lines.replaceChildren(
        ...written().map((line, index) => {
          const item = document.createElement('li');
          const button = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
          button.setAttribute(
            'aria-label',
            (this.getAttribute('remove') ?? '').replace('#name', () => line),
          );
          button.addEventListener('click', () => {
            change(written().toSpliced(index, 1));
            field.focus();
          });
          item.append(line, button);
          return item;
        }),
      );
    };
    const add = () => {
      const text = field.value.trim();
      field.value = '';
      list.replaceChildren();
      if (text !== '' && !written().includes(text)) change([...written(), text]);
    };
    field.addEventListener('change', add);
    field.addEventListener('input', () => {
      if ([...list.options].some(({ value }) => value === field.value)) add();
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || field.value.trim() === '') return;
      event.preventDefault();
      add();
    });
    // Submit text that is typed but not added yet.
    area.form?.addEventListener('submit', add, { capture: true });
    show();
  }
}

customElements.define('m-complete', Complete);
