/* Statement import: submits a dropped file. */
class Drop extends HTMLElement {
  #depth = 0;

  connectedCallback() {
    this.field = this.querySelector('input[type="file"]');
    if (!this.field || this.isReady) return;
    this.isReady = true;
    this.querySelector('.bk-drop-text').hidden = false;
    this.addEventListener('dragenter', (event) => this.#over(event, 1));
    this.addEventListener('dragleave', (event) => this.#over(event, -1));
    this.addEventListener('dragover', (event) => {
      if (hasFile(event)) event.preventDefault();
    });
    this.addEventListener('drop', (event) => this.#drop(event));
  }

  /** Counts enter and leave events, which every nested element fires. The pointer has left when the count is zero. */
  #over(event, change) {
    if (!hasFile(event)) return;
    event.preventDefault();
    this.#depth += change;
    this.classList.toggle('bk-over', this.#depth > 0);
  }

  #drop(event) {
    if (!hasFile(event)) return;
    event.preventDefault();
    this.#depth = 0;
    this.classList.remove('bk-over');
    const [file] = event.dataTransfer.files;
    if (!file) return;
    const chosen = new DataTransfer();
    chosen.items.add(file);
    this.field.files = chosen.files;
    this.field.form.requestSubmit();
  }
}

function hasFile({ dataTransfer }) {
  return dataTransfer?.types.includes('Files') ?? false;
}

customElements.define('bk-drop', Drop);
