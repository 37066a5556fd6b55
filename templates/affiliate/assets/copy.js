// Adds a copy button to the field if the Clipboard API is available.
class AffiliateCopy extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector('input');
    if (!field || !navigator.clipboard || this.querySelector('button')) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'm-button m-button-quiet';
    button.textContent = this.getAttribute('copy') ?? '';
    const status = document.createElement('span');
    status.className = 'm-hidden';
    status.setAttribute('role', 'status');
    const name = document.createElement('span');
    name.className = 'm-hidden';
    name.textContent = `: ${this.previousElementSibling?.textContent ?? ''}`;
    button.append(name);
    field.addEventListener('focus', () => field.select());
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // The browser refused. Focus selects the text for manual copying.
        field.focus();
        return;
      }
      status.textContent = this.getAttribute('copied') ?? '';
      button.firstChild.textContent = status.textContent;
      setTimeout(() => {
        button.firstChild.textContent = this.getAttribute('copy') ?? '';
        status.textContent = '';
      }, 2_000);
    });
    this.append(button, status);
  }
}

customElements.define('af-copy', AffiliateCopy);
