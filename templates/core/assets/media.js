/* Media library: drag and drop, progress and cancel for each upload, and a click that sets the focal point. */

/** Maximum parallel uploads. The server generates image sizes, so more would only wait there. */
const AT_ONCE = 2;

class Upload extends HTMLElement {
  #waiting = [];
  #running = 0;
  #uploaded = 0;

  connectedCallback() {
    const form = this.querySelector('form');
    const input = form?.querySelector('input[type="file"]');
    if (!form || !input || this.querySelector('.m-upload-hint')) return;
    const hint = document.createElement('p');
    hint.className = 'm-upload-hint';
    hint.textContent = this.getAttribute('drop');
    const title = form.querySelector('h2');
    if (title) title.after(hint);
    else form.prepend(hint);
    this.list = document.createElement('ul');
    this.list.className = 'm-upload-list';
    this.list.setAttribute('aria-label', this.getAttribute('list') ?? '');
    this.list.hidden = true;
    this.append(this.list);
    this.status = document.createElement('p');
    this.status.className = 'm-hidden';
    this.status.setAttribute('role', 'status');
    this.append(this.status);
    form.querySelector('.m-form-buttons').hidden = true;
    input.addEventListener('change', () => {
      this.#add([...input.files]);
      input.value = '';
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    this.#acceptDrops();
    window.addEventListener('beforeunload', (event) => {
      if (this.#running > 0) event.preventDefault();
    });
  }

  #acceptDrops() {
    const isOver = (over) => this.classList.toggle('m-upload-over', over);
    const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
    // Listen on the document: the browser would open a file that is dropped beside the field.
    document.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver(true);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) isOver(false);
    });
    document.addEventListener('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver(false);
      this.#add([...event.dataTransfer.files]);
    });
  }

  #add(files) {
    for (const file of files) this.#waiting.push(this.#row(file));
    this.list.hidden = this.list.childElementCount === 0;
    this.#next();
  }

  #row(file) {
    const item = document.createElement('li');
    const name = document.createElement('span');
    name.className = 'm-upload-name';
    name.textContent = file.name;
    const state = document.createElement('span');
    state.className = 'm-upload-state';
    state.textContent = this.getAttribute('waiting');
    const progress = document.createElement('progress');
    progress.max = 1;
    progress.value = 0;
    progress.setAttribute('aria-label', file.name);
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.className = 'm-button m-button-quiet';
    cancel.textContent = this.getAttribute('cancel');
    cancel.setAttribute('aria-label', `${this.getAttribute('cancel')}: ${file.name}`);
    item.append(name, cancel, state, progress);
    this.list.append(item);
    const upload = { file, item, name, state, progress, cancel, request: null };
    cancel.addEventListener('click', () => {
      if (upload.request) return upload.request.abort();
      this.#waiting = this.#waiting.filter((each) => each !== upload);
      this.#end(upload, 'cancelled');
    });
    return upload;
  }

  #next() {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      this.#running += 1;
      this.#send(this.#waiting.shift());
    }
    if (this.#running === 0 && this.#uploaded > 0) this.#refresh();
  }

  #send(upload) {
    const request = new XMLHttpRequest();
    upload.request = request;
    upload.state.textContent = this.getAttribute('sending');
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) upload.progress.value = loaded / total;
    });
    request.upload.addEventListener('load', () => {
      upload.progress.removeAttribute('value');
      upload.state.textContent = this.getAttribute('working');
    });
    const finish = (state, text) => {
      this.#running -= 1;
      this.#end(upload, state, text);
      this.#next();
    };
    request.addEventListener('abort', () => finish('cancelled'));
    request.addEventListener('error', () => finish('failed'));
    request.addEventListener('load', () => {
      const answer = request.response;
      if (request.status !== 201) return finish('failed', this.#reason(answer));
      this.#uploaded += 1;
      upload.link = `${this.getAttribute('page')}/${answer.id}`;
      finish('done', this.#done(answer));
    });
    request.open('POST', this.getAttribute('endpoint'));
    request.responseType = 'json';
    request.setRequestHeader('X-CMS-Nonce', this.getAttribute('rest-nonce'));
    const form = new FormData();
    form.set('file', upload.file);
    request.send(form);
  }

  /** Says what became of an uploaded file. */
  #done({ notes = [] }) {
    const texts = JSON.parse(this.getAttribute('notes') ?? '{}');
    return [this.getAttribute('done'), ...notes.flatMap((note) => texts[note] ?? [])].join(' – ');
  }

  #reason(answer) {
    const texts = JSON.parse(this.getAttribute('errors') ?? '{}');
    return texts[answer?.code] ?? answer?.message;
  }

  #end({ file, item, name, state, progress, cancel, link }, outcome, text) {
    const words = text ?? this.getAttribute(outcome);
    item.classList.toggle('m-upload-failed', outcome === 'failed');
    state.textContent = words;
    // Removing a focused button loses the keyboard position.
    const hadFocus = document.activeElement === cancel;
    progress.remove();
    cancel.remove();
    if (link) {
      const anchor = document.createElement('a');
      anchor.href = link;
      anchor.textContent = name.textContent;
      name.replaceChildren(anchor);
    }
    if (hadFocus) {
      item.tabIndex = -1;
      item.focus();
    }
    this.status.textContent = `${file.name}: ${words}`;
  }

  /** Reloads the grid without resetting the upload list. */
  async #refresh() {
    this.#uploaded = 0;
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const grid = page.getElementById('media-grid');
      if (grid) document.getElementById('media-grid')?.replaceWith(grid);
    } catch {
      // The files are uploaded. A reload shows them.
    }
  }
}

customElements.define('m-upload', Upload);

/* Focal point: a click on the image fills in the two fields, which also work with the keyboard. */
class FocalPoint extends HTMLElement {
  connectedCallback() {
    const image = this.querySelector('img');
    const across = document.getElementById(this.getAttribute('x') ?? '');
    const down = document.getElementById(this.getAttribute('y') ?? '');
    if (!image || !across || !down || this.querySelector('.m-focal-mark')) return;
    const mark = document.createElement('span');
    mark.className = 'm-focal-mark';
    const hint = document.createElement('p');
    hint.className = 'm-focal-hint';
    hint.textContent = this.getAttribute('hint');
    this.append(mark, hint);
    const show = () => {
      mark.hidden = across.value === '' || down.value === '';
      mark.style.left = `${(image.offsetWidth * Number(across.value)) / 100}px`;
      mark.style.top = `${(image.offsetHeight * Number(down.value)) / 100}px`;
    };
    image.addEventListener('click', ({ offsetX, offsetY }) => {
      across.value = String(Math.round((offsetX / image.offsetWidth) * 100));
      down.value = String(Math.round((offsetY / image.offsetHeight) * 100));
      show();
    });
    for (const field of [across, down]) field.addEventListener('input', show);
    image.addEventListener('load', show);
    window.addEventListener('resize', show);
    show();
  }
}

customElements.define('m-focal-point', FocalPoint);
