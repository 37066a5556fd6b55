/* Article text: Markdown toolbar and shortcuts, live preview, and upload of pasted or dropped images. */

/** Debounce delay of the preview, in milliseconds. */
const PAUSE = 400;

/** Toolbar buttons, with the Markdown inserted around or before the selection. */
const TOOLS = [
  { name: 'bold', sign: 'B', key: 'b', around: ['**', '**'] },
  { name: 'italic', sign: 'I', key: 'i', around: ['*', '*'] },
  { name: 'link', sign: null, key: 'k', around: ['[', '](https://)'] },
  { name: 'heading', sign: 'H', key: 'h', shift: true, before: '## ' },
  { name: 'list', sign: '•', key: 'l', shift: true, before: '- ' },
  { name: 'numbered', sign: '1.', key: 'o', shift: true, before: '1. ' },
  { name: 'quote', sign: '❝', key: 'q', shift: true, before: '> ' },
  { name: 'code', sign: '</>', key: 'e' },
  { name: 'table', sign: null, key: 'y', shift: true },
];

class Text extends HTMLElement {
  #timer = 0;
  #request = new AbortController();
  #shownText = null;
  /** Number of running image uploads. */
  #sending = 0;

  connectedCallback() {
    if (this.bar) return;
    this.area = this.querySelector('textarea');
    this.owner = this.closest('kb-write');
    this.config = JSON.parse(this.owner.getAttribute('config'));
    this.isMarkdown = this.config.format === 'markdown';
    this.#build();
    this.area.addEventListener('input', () => this.#preview());
    this.area.addEventListener('keydown', (event) => this.#press(event));
    this.area.addEventListener('paste', (event) => this.#take(event, event.clipboardData));
    this.area.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.classList.add('kb-text-over');
    });
    this.area.addEventListener('dragleave', () => this.classList.remove('kb-text-over'));
    this.area.addEventListener('drop', (event) => {
      this.classList.remove('kb-text-over');
      this.#take(event, event.dataTransfer);
    });
    this.area.form.addEventListener(
      'submit',
      (event) => {
        if (this.#sending === 0) return;
        // Leaving the page would lose the image.
        event.preventDefault();
        event.stopImmediatePropagation();
        this.pictures.scrollIntoView({ block: 'nearest' });
      },
      { capture: true },
    );
    this.#look(matchMedia('(min-width: 75rem)').matches ? 'both' : 'write');
  }

  #word(key, values = {}) {
    return Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      this.config.texts[key] ?? key,
    );
  }

  #build() {
    this.bar = element('div', { className: 'kb-text-bar' });
    if (this.isMarkdown) {
      const tools = element('div', { className: 'kb-text-bar', role: 'toolbar' });
      tools.setAttribute('aria-label', this.#word('toolbar.label'));
      tools.setAttribute('aria-controls', this.area.id);
      const buttons = TOOLS.map((tool) => this.#button(tool));
      if (this.config.media) buttons.push(this.#pictureButton());
      tools.append(...buttons);
      roving(tools);
      this.bar.append(tools);
    }
    const views = element('div', { className: 'kb-text-views', role: 'group' });
    views.setAttribute('aria-label', this.#word('view.label'));
    this.views = ['write', 'preview'].map((view) => {
      const button = element('button', { type: 'button', textContent: this.#word(`view.${view}`) });
      button.addEventListener('click', () => this.#choose(view));
      button.dataset.view = view;
      return button;
    });
    views.append(...this.views);
    this.bar.append(views);
    this.preview = element('div', { className: 'kb-text-shown', role: 'region', tabIndex: 0 });
    this.preview.setAttribute('aria-label', this.#word('view.preview'));
    const root = this.preview.attachShadow({ mode: 'open' });
    root.append(...this.config.stylesheets.map((href) => element('link', { rel: 'stylesheet', href })));
    const page = element('div', { className: 'kb' });
    this.body = element('div', { className: 'kb-prose' });
    page.append(this.body);
    root.append(page);
    // Links open in a new tab, so that unsaved text is not lost.
    root.addEventListener('click', (event) => {
      const link = event.target.closest('a[href]');
      if (!link) return;
      event.preventDefault();
      if (!link.getAttribute('href').startsWith('#')) window.open(link.href, '_blank', 'noopener');
    });
    this.panes = element('div', { className: 'kb-text-panes' });
    this.area.before(this.bar, this.panes);
    this.panes.append(this.area, this.preview);
    this.pictures = element('ul', { className: 'kb-text-pictures' });
    this.pictures.hidden = true;
    this.panes.after(this.pictures);
  }

  #button(tool) {
    const button = element('button', { type: 'button', textContent: tool.sign ?? this.#word(`toolbar.${tool.name}`) });
    const keys = `Ctrl+${tool.shift ? 'Shift+' : ''}${tool.key.toUpperCase()}`;
    const label = this.#word(`toolbar.${tool.name}`);
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-keyshortcuts', keys.replace('Ctrl', 'Control'));
    button.title = `${label} (${keys})`;
    button.addEventListener('click', () => this.#apply(tool));
    return button;
  }

  #pictureButton() {
    const button = element('button', { type: 'button', textContent: this.#word('toolbar.picture') });
    const input = element('input', { type: 'file', accept: 'image/*', multiple: true });
    input.addEventListener('change', () => {
      for (const file of input.files) this.#upload(file);
      input.value = '';
    });
    button.addEventListener('click', () => input.click());
    return button;
  }

  #press(event) {
    if (!this.isMarkdown || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const tool = TOOLS.find((each) => each.key === key && Boolean(each.shift) === event.shiftKey);
    if (!tool) return;
    event.preventDefault();
    this.#apply(tool);
  }

  #apply(tool) {
    const { area } = this;
    // Text cannot be inserted while only the preview is visible.
    if (area.hidden) this.#look('write');
    const { selectionStart: start, selectionEnd: end, value } = area;
    const chosen = value.slice(start, end);
    if (tool.name === 'table') {
      const column = this.#word('toolbar.sample-column');
      const lead = value === '' || value.slice(0, start).endsWith('\n\n') ? '' : '\n\n';
      return this.#insert(`${lead}| ${column} 1 | ${column} 2 |\n| --- | --- |\n|  |  |\n`);
    }
    if (tool.name === 'code') {
      return chosen.includes('\n') ? this.#insert(`\`\`\`\n${chosen}\n\`\`\``) : this.#wrap(['`', '`'], chosen);
    }
    if (tool.around) return this.#wrap(tool.around, chosen);
    // Prefix whole lines.
    const from = value.lastIndexOf('\n', start - 1) + 1;
    const lines = value.slice(from, end).split('\n');
    const isOn = lines.every((line) => line.startsWith(tool.before));
    const changed = lines.map((line) => (isOn ? line.slice(tool.before.length) : tool.before + line)).join('\n');
    area.setSelectionRange(from, end);
    this.#insert(changed);
  }

  /** Wraps the selection, or unwraps it if it is wrapped. */
  #wrap([open, close], chosen) {
    const { area } = this;
    const { selectionStart: start, selectionEnd: end, value } = area;
    const isOn =
      open === close &&
      value.slice(start - open.length, start) === open &&
      value.slice(end, end + close.length) === close;
    if (isOn) {
      area.setSelectionRange(start - open.length, end + close.length);
      this.#insert(chosen);
      area.setSelectionRange(start - open.length, end - open.length);
      return;
    }
    const inner = chosen || this.#word('toolbar.sample-text');
    this.#insert(open + inner + close);
    area.setSelectionRange(start + open.length, start + open.length + inner.length);
  }

  /** Replaces the selection so that the user can undo it. */
  #insert(text) {
    this.area.focus();
    // execCommand is deprecated, but only it keeps the undo history of the browser.
    if (!document.execCommand('insertText', false, text)) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
      this.area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }

  #choose(view) {
    const isWide = matchMedia('(min-width: 75rem)').matches;
    const both = this.getAttribute('view') === 'both';
    if (!isWide) return this.#look(view);
    // If both fit, each button toggles its own pane.
    if (view === 'preview') return this.#look(both ? 'write' : 'both');
    this.#look(both ? 'preview' : 'both');
  }

  #look(view) {
    this.setAttribute('view', view);
    this.area.hidden = view === 'preview';
    this.preview.hidden = view === 'write';
    for (const button of this.views) {
      button.setAttribute('aria-pressed', String(view === 'both' || view === button.dataset.view));
    }
    if (view !== 'write') this.#preview(0);
  }

  #preview(pause = PAUSE) {
    clearTimeout(this.#timer);
    if (this.preview.hidden) return;
    this.#timer = setTimeout(() => this.#show(), pause);
  }

  async #show() {
    const content = this.area.value;
    if (content === this.#shownText) return;
    this.#request.abort();
    this.#request = new AbortController();
    const form = this.area.form;
    try {
      if (content.trim() === '') {
        this.body.textContent = this.#word('view.empty');
      } else {
        const answer = await fetch(this.config.preview, {
          method: 'POST',
          signal: this.#request.signal,
          headers: { 'Content-Type': 'application/json', 'X-CMS-Nonce': this.config.nonce },
          body: JSON.stringify({ content, format: this.config.format, locale: form.elements.locale.value }),
        });
        const { html, message } = await answer.json();
        if (!answer.ok) throw new Error(message);
        // The server has sanitized the HTML.
        this.body.innerHTML = html;
      }
      this.#shownText = content;
    } catch (error) {
      if (error.name === 'AbortError') return;
      const message = error instanceof TypeError ? this.#word('script.offline') : error.message;
      this.body.textContent = this.#word('view.failed', { message });
    }
  }

  #take(event, data) {
    if (!this.config.media || !this.isMarkdown) return;
    const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) this.#upload(file);
  }

  #upload(file) {
    const mark = `![${this.#word('script.sending', { file: file.name })}](upload-${crypto.randomUUID().slice(0, 8)})`;
    this.#insert(`${mark}\n`);
    const item = element('li');
    const words = element('span', { textContent: this.#word('script.sending', { file: file.name }) });
    words.setAttribute('role', 'status');
    const progress = element('progress', { max: 1, value: 0 });
    progress.setAttribute('aria-label', file.name);
    item.append(words, progress);
    this.pictures.append(item);
    this.pictures.hidden = false;
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) progress.value = loaded / total;
    });
    this.#sending += 1;
    const end = (text, status, isFailed) => {
      this.#sending -= 1;
      progress.remove();
      words.textContent = status;
      item.classList.toggle('is-failed', isFailed);
      this.#replace(mark, text);
      if (!isFailed) setTimeout(() => item.remove(), 8000);
    };
    const fail = (message) => end('', this.#word('script.not-sent', { file: file.name, message }), true);
    request.addEventListener('error', () => fail(this.#word('script.offline')));
    request.addEventListener('load', () => {
      const answer = request.response;
      if (request.status !== 201) return fail(answer?.message ?? String(request.status));
      const alt = this.#word('toolbar.sample-alt');
      end(`![${alt}](${answer.source_url ?? answer.url})`, this.#word('script.sent', { file: file.name }), false);
    });
    request.open('POST', this.config.media);
    request.responseType = 'json';
    request.setRequestHeader('X-CMS-Nonce', this.config.nonce);
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  }

  /** Replaces a placeholder, wherever it is now. If the author has deleted it, no image is inserted. */
  #replace(mark, text) {
    const { area } = this;
    const at = area.value.indexOf(mark);
    if (at < 0) return;
    area.setRangeText(text, at, at + mark.length, 'preserve');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

/** Makes a toolbar one tab stop: arrow keys move between its buttons (roving tabindex). */
function roving(bar) {
  const buttons = [...bar.querySelectorAll('button')];
  for (const [index, button] of buttons.entries()) button.tabIndex = index === 0 ? 0 : -1;
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const way = getComputedStyle(bar).direction === 'rtl' ? -step : step;
    const next = buttons[(at + way + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  });
}

customElements.define('kb-text', Text);
