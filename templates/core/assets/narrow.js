/* Filters a list while the user types. Without this script, a button submits the form. */
const PAUSE = 250;

class ListNarrowing {
  timer = 0;
  requests = 0;

  constructor(form) {
    this.form = form;
    form.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.narrow(), PAUSE);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      this.narrow();
    });
  }

  get address() {
    const address = new URL(this.form.action);
    for (const [name, value] of new FormData(this.form))
      if (value !== '') address.searchParams.set(name, String(value));
    return address;
  }

  async narrow() {
    this.requests += 1;
    const nth = this.requests;
    const { address, form } = this;
    try {
      const answer = await fetch(address);
      // The session has ended. Navigating leads to the login page.
      if (!answer.ok || answer.redirected) return location.assign(address);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      // A newer request replaces this one.
      if (nth !== this.requests) return;
      const list = form.closest('.m-list');
      const label = list.getAttribute('aria-label');
      const fresh = [...page.querySelectorAll('.m-list')].find((one) => one.getAttribute('aria-label') === label);
      // Keep the form, which has the focus.
      for (const old of [...list.children]) if (old !== form) old.remove();
      list.append(...[...fresh.children].filter((one) => !one.matches('.m-list-search')));
      history.replaceState(history.state, '', address);
      this.say(list.querySelector('.m-list-summary, .m-empty p')?.textContent ?? '');
    } catch {
      location.assign(address);
    }
  }

  /** Announces the number of results to screen readers. */
  say(text) {
    this.status ??= this.form.appendChild(
      Object.assign(document.createElement('p'), { className: 'm-hidden', role: 'status' }),
    );
    this.status.textContent = text;
  }
}

for (const form of document.querySelectorAll('.m-list-search')) new ListNarrowing(form);
