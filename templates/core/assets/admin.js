/* What the admin area gains from a script: one box that ticks all boxes of a list, and how many are ticked; a button that copies. */
class SelectAll extends HTMLElement {
  connectedCallback() {
    const form = this.closest('form');
    if (!form || this.querySelector('input')) return;
    const rows = [...form.querySelectorAll('tbody input[type="checkbox"][name="ids"]')];
    const all = document.createElement('input');
    all.type = 'checkbox';
    all.setAttribute('aria-label', this.getAttribute('label') ?? '');
    const count = document.createElement('p');
    count.className = 'm-list-count';
    count.setAttribute('role', 'status');
    form.querySelector('.m-list-bar')?.append(count);
    const show = () => {
      const ticked = rows.filter((row) => row.checked).length;
      all.checked = ticked > 0 && ticked === rows.length;
      all.indeterminate = ticked > 0 && ticked < rows.length;
      count.textContent = ticked === 0 ? '' : (this.getAttribute('count') ?? '').replace('#', String(ticked));
    };
    all.addEventListener('change', () => {
      for (const row of rows) row.checked = all.checked;
      show();
    });
    form.addEventListener('change', show);
    this.replaceChildren(all);
    // Browsers restore ticks when one comes back to a page.
    show();
  }
}

customElements.define('m-select-all', SelectAll);

/* Beside a field that can be selected and copied by hand as well. */
class Copy extends HTMLElement {
  connectedCallback() {
    const field = document.getElementById(this.getAttribute('for') ?? '');
    if (!field || !navigator.clipboard || this.querySelector('button')) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'm-button m-button-quiet';
    button.textContent = this.getAttribute('label');
    const status = document.createElement('span');
    status.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        status.textContent = this.getAttribute('done');
      } catch {
        // Not allowed here: it is selected, and the keyboard does the rest.
        status.textContent = '';
      }
    });
    this.replaceChildren(button, status);
  }
}

customElements.define('m-copy', Copy);
