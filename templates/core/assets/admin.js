/* Lists: a checkbox that selects all rows, and the number of selected rows. Copy buttons for fields. */
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
    // Browsers restore checked boxes when the user returns to the page.
    show();
  }
}

customElements.define('m-select-all', SelectAll);

/* Adds a copy button to a field, which can also be copied by hand. */
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
        // The browser refused. The text is selected, so the user can copy it with the keyboard.
        status.textContent = '';
      }
    });
    this.replaceChildren(button, status);
  }
}

customElements.define('m-copy', Copy);
