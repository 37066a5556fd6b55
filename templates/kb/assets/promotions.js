// Completes the title of an article that is to be promoted, in the browser's own list below the field. Without this
// script the number, the address or the slug of the article is typed.

/** Milliseconds without a key until titles are asked for. */
const PAUSE = 150;

customElements.define(
  'kb-complete',
  class extends HTMLElement {
    #asked = new AbortController();
    #timer = 0;

    connectedCallback() {
      const field = this.querySelector('[name="article"]');
      if (!field) return;
      const list = Object.assign(document.createElement('datalist'), { id: `${field.id}-list` });
      this.append(list);
      field.setAttribute('list', list.id);
      field.addEventListener('input', () => {
        clearTimeout(this.#timer);
        this.#asked.abort();
        this.#timer = setTimeout(() => this.#complete(field.value.trim(), list), PAUSE);
      });
    }

    async #complete(text, list) {
      this.#asked = new AbortController();
      const address = new URL(this.getAttribute('address'), location.href);
      address.searchParams.set('q', text);
      address.searchParams.set('locale', this.querySelector('[name="locale"]').value);
      try {
        const answer = await fetch(address, { signal: this.#asked.signal });
        if (!answer.ok) return;
        const titles = await answer.json();
        list.replaceChildren(...titles.map((value) => Object.assign(document.createElement('option'), { value })));
      } catch {
        // Typed on meanwhile, or nobody answers: what is typed counts all the same.
      }
    }
  },
);
